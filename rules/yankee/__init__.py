"""Yankee: the American Civil War, R. Affinati (../shared/rules/yankee.md, Y1-Y12)."""

from rules.action import Asked, Verb
from rules.common_actions import Single, aimed_by
from rules.game import Game, Side, UsualBase
from rules.initiative import Opening
from rules.tables import check_terrain_kinds
from rules.yankee.army import BUILDER, Strength, build
from rules.yankee.candidates import ANY_TIME, candidate_actions, worth_now
from rules.yankee.combat import Combat, combat, fall_back
from rules.yankee.demo import demo
from rules.yankee.effects import REDUCER
from rules.yankee.eyes import bodies_of, eye_of
from rules.yankee.facing import face
from rules.yankee.fire import Volley, fire
from rules.yankee.goals import goals
from rules.yankee.inference import infer_moves
from rules.yankee.movement import FordSearch, Move, ford, move
from rules.yankee.obligations import obligations
from rules.yankee.orders import Commanded, Commander, Ordered, command, first_order, general, order, react
from rules.yankee.settings import YankeeSettings
from rules.yankee.setup import Deployment, Reinforcement, deploy, reinforce, start, terrain
from rules.yankee.sight_preview import look
from rules.yankee.state import YankeeSide, YankeeStand, YankeeTable
from rules.yankee.terrain import house_table, terrain_table
from rules.yankee.troops import arms, complete_stands, figures_of
from rules.yankee.victory import end_turn, strengths
from rules.yankee.weapons import weapons
from table.snapshot import Snapshot


def complete(snapshot: Snapshot, settings: YankeeSettings, source: str) -> Snapshot:
    """Check kinds of stands and terrain and fill in default bases; raises BadFile."""
    check_terrain_kinds(snapshot, terrain_table(settings), source)
    return complete_stands(snapshot, source, settings.troops)


def bases() -> tuple[UsualBase, ...]:
    """Return the kinds of stands with the bases of troops.toml."""
    return tuple(UsualBase(kind, row.width_cm, row.depth_cm) for kind, row in arms().items())


GAME = Game(
    name="yankee",
    settings=YankeeSettings,
    sides=(Side("union", "Union", "Union"), Side("confederate", "Confederates", "Confederate")),
    verbs={
        "start": Verb(Opening.read, start),
        "terrain": Verb(Opening.read, terrain),
        "deploy": Verb(Deployment.read, deploy),
        "build": Verb(Strength.read, build),
        "command": Verb(Commander.read, command),
        "first_order": Verb(Ordered.read, first_order),
        "order": Verb(Commanded.read_order, order),
        "react": Verb(Commanded.read, react),
        "move": Verb(Move.read, move),
        "ford": Verb(FordSearch.read, ford),
        "reinforce": Verb(Reinforcement.read, reinforce),
        "fire": Verb(Volley.read, fire),
        "combat": Verb(Combat.read, combat),
        "face": Verb(aimed_by("the one that turns"), face),
        "fall_back": Verb(Single.read, fall_back),
        "general": Verb(Single.read, general),
        "end_turn": Verb(Asked.only, end_turn),
    },
    primary_verb="fire",
    complete=complete,
    candidate_actions=candidate_actions,
    worth_now=worth_now,
    infer_moves=infer_moves,
    strengths=strengths,
    turn_clause="Y6.1",
    goals=goals,
    reducer=REDUCER,
    obligations=obligations,
    table_state=YankeeTable,
    other_places={
        ("as_fixed", "kind"): "arm",
        ("comes_from_the_edge", "edge"): "table_edge",
        ("terrain", "piece"): "kind",
        ("way_back_impassable", "by"): "piece",
    },
    stand_state=YankeeStand,
    side_state=YankeeSide,
    bases=bases,
    any_time=ANY_TIME,
    measured=lambda _: "front",
    weapons=weapons,
    look=look,
    eye_of=eye_of,
    bodies_of=bodies_of,
    figures_of=figures_of,
    aimed=("fire",),
    terrain_kinds=house_table,
    demo=demo,
    army=BUILDER,
)
