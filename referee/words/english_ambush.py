"""English for what only Ambush says beyond a shot: ways, throws, bursts, vehicles, morale. See english.py."""

from collections.abc import Mapping

from referee.words.trio import Trio

CHECKS: Mapping[str, Trio] = {
    # moving
    "soldier_runs": ("", "{actor} is a vehicle: only soldiers run", ""),
    "move_length": (
        "{actor} moves {measured} cm of {limit}",
        "{actor} moves {measured} cm, {over} more than the {limit} cm he has",
        "whether {actor}'s way of {measured} cm ±{pm} is within {limit} cm is too close to call",
    ),
    "run_length": (
        "{actor} runs {measured} cm of {limit}",
        "{actor} runs {measured} cm, {over} more than {limit} cm",
        "whether {actor}'s run of {measured} cm ±{pm} is within {limit} cm is too close to call",
    ),
    "run_least": (
        "{actor} goes {measured} cm: a run",
        "{actor} goes {measured} cm: less than {limit} cm is a move, not a run",
        "whether {measured} cm ±{pm} is a run, {limit} cm or more, is too close to call",
    ),
    "drive_length": (
        "{actor} drives {measured} cm of {limit}",
        "{actor} drives {measured} cm, {over} more than the {limit} cm it has",
        "whether {actor}'s way of {measured} cm ±{pm} is within {limit} cm is too close to call",
    ),
    "crosses_linear": (
        "{actor} crosses {piece}: half the movement",
        "{actor} does not cross {piece}",
        "whether {actor} crosses {piece} is too close to call",
    ),
    "crosses_zonal": (
        "{actor} goes through {piece}: half the movement",
        "{actor} does not go through {piece}",
        "whether {actor} goes through {piece} is too close to call",
    ),
    "crossed_linear_before": ("{actor} crossed a {kind} earlier this turn: half the movement", "", ""),
    "crossed_zonal_before": ("{actor} was in a {kind} earlier this turn: half the movement", "", ""),
    "no_run_linear": (
        "{actor} does not cross {piece}",
        "{actor} crosses {piece}: nobody runs over it",
        "whether {actor} crosses {piece}, over which nobody runs, is too close to call",
    ),
    "no_run_zonal": (
        "{actor} does not go through {piece}",
        "{actor} goes through {piece}: nobody runs in it",
        "whether {actor} goes through {piece}, where nobody runs, is too close to call",
    ),
    "no_run_after_linear": ("", "{actor} crossed a {kind} this turn: no run", ""),
    "no_run_after_zonal": ("", "{actor} was in a {kind} this turn: no run", ""),
    "no_shot_and_crossing": ("", "{actor} has fired this turn and cannot cross a {kind}", ""),
    "no_vehicle_in_house": (
        "{actor} does not drive into {piece}",
        "{actor} cannot drive into {piece}",
        "whether {actor} drives into {piece} is too close to call",
    ),
    "reverses": ("{actor} reverses: half the movement", "", ""),
    "fires_too": ("{actor} has fired this turn: half the movement", "", ""),
    "takes_on_or_puts_off": ("{actor} takes on or puts off soldiers: half the movement", "", ""),
    "not_destroyed": ("{actor} is no wreck", "{actor} is a wreck", ""),
    # assault
    "between_soldiers": ("", "{stand} is a vehicle: assaults are between soldiers", ""),
    "after_a_move": ("{actor} has come here this turn", "{actor} has neither moved nor run: no assault", ""),
    "touches": (
        "{actor} touches {target}",
        "{actor} is {measured} cm from {target}: they must touch",
        "whether {actor} touches {target} is too close to call",
    ),
    "assaults_survived": ("{signed} for the assaults {stand} has beaten off this turn", "", ""),
    # grenades and bursts
    "soldier_throws": ("", "{actor} is a vehicle: soldiers throw", ""),
    "has_grenade": ("{actor} has a grenade", "{actor} has no grenade left", ""),
    "throw_range": (
        "the point is {measured} cm away, within {limit} cm",
        "the point is {measured} cm away, {over} beyond the {limit} cm of a throw",
        "whether the point, {measured} cm ±{pm} away, is within {limit} cm is too close to call",
    ),
    "dud": ("{actor}'s grenade is a dud", "", ""),
    "shell_stays": ("{actor}'s shell does not leave the barrel", "", ""),
    "gives_himself_away": ("{stand} gives himself away", "", ""),
    "lands": ("it lands {where_words}", "", ""),
    "within_burst": (
        "{stand} is {measured} cm from the burst, within {limit} cm",
        "{stand} is {measured} cm from the burst, beyond {limit} cm",
        "whether {stand}, {measured} cm ±{pm} from the burst, is within {limit} cm is too close to call",
    ),
    "cover_from_burst": (
        "{piece} covers {stand} from the burst",
        "{piece} does not cover {stand} from the burst",
        "whether {piece} covers {stand} from the burst is too close to call",
    ),
    "lands_on_vehicle": (
        "it lands on {stand}",
        "it lands beside {stand}",
        "whether it lands on {stand} is too close to call",
    ),
    "boxes": ("{stand} has {filled:g} of {whole} boxes filled", "", ""),
    "wrecked": ("{stand} is destroyed", "", ""),
    # guns and MGs
    "has_gun": ("{actor} has a gun", "{actor} has no gun", ""),
    "has_mg": ("{actor} has an MG", "{actor} has no MG", ""),
    "has_gunner": ("a soldier serves {actor}'s weapon", "{actor} is open and has no soldier aboard to serve it", ""),
    "moved_and_fires": (
        "{actor} has moved {measured} cm of the {limit} that leave it a shot",
        "{actor} has moved {measured} cm: who fires has half the movement, {limit} cm",
        "",
    ),
    "arc": (
        "it lies {measured} degrees off {actor}'s heading",
        "it lies {measured} degrees off {actor}'s heading: the gun looks only {limit} degrees to either side",
        "whether it lies in {actor}'s arc is too close to call",
    ),
    "gun_range": (
        "it is {measured} cm away, within {limit} cm",
        "it is {measured} cm away, {over} beyond the {limit} cm of a gun",
        "whether it, {measured} cm ±{pm} away, is within {limit} cm is too close to call",
    ),
    "in_view": (
        "{target} is to be seen",
        "nothing of {target} is to be seen",
        "whether anything of {target} is to be seen is too close to call",
    ),
    "more_than_half": (
        "more than half of {target} is visible",
        "no more than half of {target} is visible",
        "whether more than half of {target} is visible is too close to call",
    ),
    "infantry_only": ("", "{target} is a vehicle: an MG never hurts it", ""),
    "hit_by_both": ("both dice hit {stand}: unhurt only on a 1", "", ""),
    # riding
    "own_vehicle": ("", "{stand} is not his side's", ""),
    "soldier_rides": ("", "{actor} is a vehicle: soldiers ride", ""),
    "not_aboard": ("", "{actor} rides in a vehicle: first he gets off", ""),
    "rides": ("{actor} rides in {stand}", "{actor} does not ride in {stand}", ""),
    "seats": (
        "{stand} would carry {measured} of {limit}",
        "{stand} would carry {measured}: it has seats for {limit}",
        "",
    ),
    "at_the_vehicle": (
        "{actor} is at {stand}",
        "{actor} is {measured} cm from {stand}",
        "whether {actor} is at {stand} is too close to call",
    ),
    "moved_and_boards": (
        "{actor} has moved {measured} cm of the {limit} that leave it a stop",
        "{actor} has moved {measured} cm: who takes on or puts off has half the movement, {limit} cm",
        "",
    ),
    "tank_pushes": ("{actor} is a tank", "{actor} is no tank: only tanks push", ""),
    "vehicle_pushed": ("{target} is a vehicle", "{target} is no vehicle", ""),
    # morale
    "lost_half": ("{side} has lost half or more", "{side} has not lost half", ""),
    "lost_most": ("{side} has lost three quarters or more", "{side} has not lost three quarters", ""),
    "never_tests": ("{side} holds its island and never tests", "", ""),
    "steady": ("{signed}: elite or paratroops", "", ""),
}

THROWS: Mapping[str, str] = {
    "assault": "{roller} fights hand to hand: the higher die removes the other, a tie goes to the attacker",
    "dud": "{roller} throws: 1, 2 a dud, 3 to 6 it bursts",
    "aim": "where it lands: 1 short, 2 left, 3 long, 4 right, 5, 6 on the point",
    "shell_fires": "{roller} fires: 1, 2 nothing, 3 to 6 the shell flies",
    "gun_at_vehicle": "{roller} fires: 1, 2 missed, 3, 4 half a box, 5, 6 a full box",
    "gun_at_half_hidden": "{roller} fires at half a target: 1 to 3 missed, 4 to 6 half a box",
    "morale": "{roller} tests its morale",
}

OUTCOMES: Mapping[tuple[str, str], str] = {
    ("ambush", "won"): "The attacker wins.",
    ("ambush", "lost"): "The attacker is beaten.",
    ("ambush", "dud"): "A dud.",
    ("ambush", "burst"): "It bursts.",
    ("ambush", "damaged"): "The vehicle is damaged.",
    ("ambush", "destroyed"): "The vehicle is destroyed.",
    ("ambush", "surrender"): "The side surrenders.",
    ("ambush", "holds"): "The side fights on.",
    ("ambush", "no_test"): "No test is due.",
}

EFFECTS: Mapping[str, str] = {
    "moves": "{stand} moves to {x:.1f}, {y:.1f}",
    "ran": "{stand} has run",
    "threw": "{stand} has thrown his grenade",
    "survived": "{stand} has beaten off an assault",
    "damage": "{stand} takes {boxes:g} damage box",
    "destroyed": "{stand} is a wreck",
    "passengers_lost": "{count} aboard {stand} are removed",
    "mount": "{stand} gets into {vehicle}",
    "dismount": "{stand} gets out of {vehicle}",
    "boarded": "{stand} has taken on or put off soldiers",
    "pushed": "{stand} is pushed along",
    "surrender": "{side} surrenders",
}

WHERE: Mapping[str, str] = {
    "on_the_point": "on the point",
    "short": "short of it",
    "left": "left of it",
    "long": "beyond it",
    "right": "right of it",
}
