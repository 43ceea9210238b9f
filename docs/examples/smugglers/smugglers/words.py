"""What Smugglers says, in English; Italian and Spanish are in locale/."""

from rules.words import Words

WORDS = Words(
    checks={
        "loaded": ("{actor}'s pistol is loaded", "{actor} has fired: a pistol is loaded once a turn", ""),
        "in_bushes": (
            "{target} is in {piece}: 5 or 6 to hit",
            "",
            "whether {target} is in {piece} is too close to call",
        ),
        "nobody_left": ("{side} has nobody left", "", ""),
    },
    throws={"pistol_4": "{roller} shoots: 4 to 6 hits", "pistol_5": "{roller} shoots into the bushes: 5, 6 hits"},
    outcomes={"moved": "The move stands.", "missed": "Missed.", "taken": "Hit: out of the fight."},
    house={"laden_cm": "who carries a cask goes {value} cm"},
    vocabulary={"unit": {"smuggler": "smuggler", "officer": "officer"}},
)
