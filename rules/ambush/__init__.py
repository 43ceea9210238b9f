"""Ambush: WWII skirmishes in 1/72 (../shared/rules/ambush.md, A1-A8)."""

from rules.action import Asked, Verb
from rules.ambush.assault import assault
from rules.ambush.candidates import candidate_actions
from rules.ambush.damage import check_riders
from rules.ambush.demo import demo
from rules.ambush.effects import REDUCER
from rules.ambush.eyes import bodies_of, eye_of
from rules.ambush.goals import goals
from rules.ambush.grenade import GrenadeThrow, grenade
from rules.ambush.gun import GunShot, gun, mg
from rules.ambush.inference import infer_moves
from rules.ambush.morale import MoraleTest, after_morale, morale, obligations, strengths
from rules.ambush.movement import move, run
from rules.ambush.obstacles import book_table, check_crossed, terrain_table
from rules.ambush.organisation import end_turn, start
from rules.ambush.platoon import Split, split
from rules.ambush.push import Push, push
from rules.ambush.settings import AmbushSettings
from rules.ambush.shoot import shoot
from rules.ambush.sight_preview import look
from rules.ambush.state import AmbushSide, AmbushStand
from rules.ambush.template import BURSTS
from rules.ambush.transport import Ride, dismount, mount
from rules.ambush.troops import complete_stands, figures_of, troop_rows, vehicle_types
from rules.ambush.weapons import weapons
from rules.common_actions import Move, aimed_by
from rules.game import Game, Side, UsualBase
from rules.initiative import Opening
from rules.tables import check_terrain_kinds
from table.snapshot import Snapshot


def complete(snapshot: Snapshot, settings: AmbushSettings, source: str) -> Snapshot:
    """Check kinds of stands and terrain, and who rides where, and fill in default footprints; raises BadFile."""
    check_terrain_kinds(snapshot, terrain_table(settings), source)
    check_crossed(snapshot, settings, source)
    completed = complete_stands(snapshot, source, settings.vehicles)
    check_riders(completed, source)
    return completed


def bases() -> tuple[UsualBase, ...]:
    """Return the kinds of stands with the bases of troops.toml."""
    rows = troop_rows().items()
    return tuple(UsualBase(k, row.width_cm, row.depth_cm, "roof" if k == "vehicle" else "tail") for k, row in rows)


GAME = Game(
    name="ambush",
    settings=AmbushSettings,
    sides=(Side("us", "Americans", "American"), Side("de", "Germans", "German")),
    verbs={
        "move": after_morale(Verb(Move.read, move)),
        "run": after_morale(Verb(Move.read, run)),
        "shoot": after_morale(Verb(aimed_by("the shooter"), shoot)),
        "assault": after_morale(Verb(aimed_by("the attacker"), assault)),
        "grenade": after_morale(Verb(GrenadeThrow.read, grenade)),
        "mg": after_morale(Verb(aimed_by("the shooter"), mg)),
        "gun": after_morale(Verb(GunShot.read, gun)),
        "mount": after_morale(Verb(Ride.read, mount)),
        "dismount": after_morale(Verb(lambda asked: Ride.read(asked, "path"), dismount)),
        "push": after_morale(Verb(Push.read, push)),
        "morale": Verb(MoraleTest.read, morale),
        "start": Verb(Opening.read, start),
        "split": after_morale(Verb(Split.read, split)),
        "end_turn": Verb(Asked.only, end_turn),
    },
    primary_verb="shoot",
    complete=complete,
    candidate_actions=candidate_actions,
    infer_moves=infer_moves,
    strengths=strengths,
    turn_clause="A1.5",
    by_side=frozenset({"morale"}),
    obligations=obligations,
    goals=goals,
    reducer=REDUCER,
    stand_state=AmbushStand,
    side_state=AmbushSide,
    bases=bases,
    types_of=lambda kind, settings: vehicle_types(kind, settings.vehicles),
    measured=lambda settings: str(settings.measure),
    weapons=weapons,
    look=look,
    eye_of=eye_of,
    bodies_of=bodies_of,
    figures_of=figures_of,
    aimed=("shoot", "mg", "gun"),
    bursts=BURSTS,
    terrain_kinds=book_table,
    demo=demo,
)
