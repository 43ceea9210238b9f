"""What Ambush says of each of its checks, in English. See rules/words.py."""

from collections.abc import Mapping

from rules.words import Trio

CHECKS: Mapping[str, Trio] = {
    # moving
    "soldier_runs": ("", "{actor} is a vehicle: only soldiers run", ""),
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
    "aboard_in_cover": ("{target} is aboard {by}: in cover", "", ""),
    "pushes_ahead": ("{target} is pushed ahead", "{target} does not stand where the push goes", ""),
    "small_table": ("the table is {width} x {depth} cm; the book has {least} x {least} at least", "", ""),
    "forces": ("{side}: {soldiers} soldiers, {vehicles} vehicles, a {formation} and more", "", ""),
    "less_than_a_platoon": ("{side}: {soldiers} soldiers, {vehicles} vehicles, less than a platoon", "", ""),
    "split_off_first": ("", "{actor} is a platoon on its plate: it only moves, or splits off first", ""),
    "on_a_plate": ("{actor} is a platoon on its plate", "{actor} is no platoon on its plate", ""),
    "at_the_start_of_the_turn": (
        "{actor} has not moved yet",
        "{actor} has moved: soldiers leave the plate at the start of their turn",
        "",
    ),
    "enough_on_the_plate": (
        "{many} of {soldiers} leave {actor}",
        "{many} cannot leave {actor}: there are {soldiers}",
        "",
    ),
    "not_fought": ("", "{actor} has assaulted this turn: no third action", ""),
    "boards": ("{actor} gets into {stand}, after a move or a shot", "", ""),
    "gets_off": ("{actor} gets out of {stand}, before a move or a shot", "", ""),
    "out_of_sight": ("no enemy sees {actor} any more: hidden again", "", ""),
    "turns_alternate": ("the other player's turn", "", ""),
    "pushed_no_fire": ("", "{actor} pushes this turn: no fire", ""),
    "two_actions": ("", "{actor} has done two things this turn already", ""),
    "no_run_after_riding": ("", "{actor} got off this turn: he may move or shoot, not run", ""),
    "soldier_shoots": ("", "{actor} is a vehicle: its weapons are MG and gun", ""),
    "rifle_at_vehicle": ("", "{target} is a vehicle: rifles never hurt it", ""),
    "not_threw": ("{actor} may shoot after his throw (house rule)", "{actor} has thrown a grenade this turn", ""),
    "not_ran": ("{actor} did not run", "{actor} ran this turn: no shot at any time", ""),
    "moved_not_ran": (
        "{actor} moved {measured} cm, no more than {limit} cm",
        "{actor} moved {measured} cm: more than {limit} cm is a run, and who runs does not shoot",
        "",
    ),
    "no_obstacle_crossed": ("", "{actor} crossed a {kind} this turn: no shot", ""),
    "hidden_without_cover": (
        "{piece} gives no cover and hides neither",
        "{piece} hides both from each other; it gives no cover",
        "",
    ),
    "damage_test_lost": ("{stand} fails the damage test", "", ""),
    "damage_test_passed": ("{stand} passes the damage test", "", ""),
    "revealed": (
        "{target} is in cover {where} {piece} but has given himself away",
        "{target} is in cover {where} {piece} and has not been seen: he must fire first",
        "",
    ),
}
