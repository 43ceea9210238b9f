"""What Smugglers says, in English; Italian and Spanish are in locale/."""

from rules.words import Words

WORDS = Words(
    checks={
        "loaded": ("{actor}'s pistol is loaded", "{actor} has fired: a pistol is loaded once a turn", ""),
        "in_bushes": ("{target} is in {piece}", "", "whether {target} is in {piece} is too close to call"),
        "nobody_left": ("{side} has nobody left", "", ""),
    },
    throws={"pistol": "{roller} shoots: 4 to 6 hits, into bushes 5 and 6"},
    outcomes={"missed": "Missed.", "hit": "Hit: out of the fight."},
    vocabulary={"unit": {"smuggler": "smuggler", "officer": "officer"}},
)
