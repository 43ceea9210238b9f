"""Commands & Colors: Ancients, as far as its source goes (../shared/rules/ancients.md, C1-C11)."""

from rules.action import Verb
from rules.ancients.board import AncientsPlay
from rules.ancients.box import BOX, blocks
from rules.ancients.candidates import candidate_actions
from rules.ancients.close_combat import Assault, Loss, close, lose
from rules.ancients.demo import demo
from rules.ancients.effects import REDUCER
from rules.ancients.goals import goals
from rules.ancients.hits import BATTLE
from rules.ancients.inference import infer_moves
from rules.ancients.momentum import Advance, advance
from rules.ancients.movement import Detachment, Movement, detach, move
from rules.ancients.notation import destinations, notation, resolve_names
from rules.ancients.obligations import obligations
from rules.ancients.orders import Order, order
from rules.ancients.phases import next_phase
from rules.ancients.ranged_combat import shoot
from rules.ancients.retreat import Retreat, retreat
from rules.ancients.settings import AncientsSettings
from rules.ancients.side import SideAction, strengths
from rules.ancients.sight_preview import look
from rules.ancients.start import start
from rules.ancients.state import AncientsSide, AncientsStand, AncientsTable
from rules.ancients.troops import COLUMNS, ROWS
from rules.ancients.troops import completed as complete
from rules.ancients.units import book_types
from rules.common_actions import aimed_by
from rules.game import Agreed, Game, Side, UsualBase
from table.board_size import HexSize
from table.stand import Stand

ANY_TIME = frozenset({"start", "retreat", "lose"})
BY_SIDE = frozenset({"order"})
BLOCKS_CM = {"small": (1.5, 1.5), "medium": (1.7, 1.7), "large": (1.9, 1.9), "rectangular": (2.2, 1.5)}
"""How wide and deep the blocks are, by their size (blocks.toml)."""

PHASES = {"order": "order", "move": "move", "detach": "move", "shoot": "battle", "close": "battle"}
"""In which phase what is done (C3.1)."""


def phase_of(verb: str, stand: Stand | None) -> dict[str, str]:
    """Return what is known of the table when a stand's verb is due."""
    if verb not in PHASES:
        return {}
    return {"phase": PHASES[verb], **({"side": stand.side} if stand is not None else {})}


GAME = Game(
    name="ancients",
    settings=AncientsSettings,
    sides=(Side("roman", "Romans", "Roman"), Side("carthaginian", "Carthaginians", "Carthaginian")),
    verbs={
        "start": Verb(SideAction.read, start),
        "order": Verb(Order.read, order),
        "move": Verb(Movement.read, move),
        "detach": Verb(Detachment.read, detach),
        "shoot": Verb(aimed_by("the shooter"), shoot),
        "close": Verb(Assault.read, close),
        "retreat": Verb(Retreat.read, retreat),
        "advance": Verb(Advance.read, advance),
        "lose": Verb(Loss.read, lose),
        "next": Verb(SideAction.read, next_phase),
    },
    primary_verb="shoot",
    complete=complete,
    candidate_actions=candidate_actions,
    infer_moves=infer_moves,
    strengths=strengths,
    turn_clause="C3.1",
    goals=goals,
    reducer=REDUCER,
    other_places={
        ("in_section", "sections"): "section",
        ("in_section", "wanted"): "section",
        ("enough_orders", "sections"): "section",
        ("of_two_sections", "sections"): "section",
        ("of_one_section", "sections"): "section",
        ("of_class", "classes"): "class",
        ("hit_as", "weight"): "class",
        ("in_phase", "wanted"): "phase",
        ("phase_ends", "next_phase"): "phase",
        ("own_sign_hits", "dice"): "face",
        ("no_sign_hits", "dice"): "face",
        ("close_hits", "dice"): "face",
        ("more_than_blocks", "unit"): "block",
    },
    stand_state=AncientsStand,
    side_state=AncientsSide,
    table_state=AncientsTable,
    bases=lambda: tuple(UsualBase(kind, *BLOCKS_CM[row.size], "block") for kind, row in book_types().items()),
    any_time=ANY_TIME,
    by_side=BY_SIDE,
    obligations=obligations,
    first_phase=lambda side, _turn: {"side": side, "phase": "order", "first": side},
    look=look,
    die=BATTLE,
    phased=True,
    phase_of=phase_of,
    board=HexSize(5.5, COLUMNS, ROWS),
    markers=93,
    box=BOX,
    blocks=blocks,
    kind_words="block",
    single_kinds={"leader": "face"},
    agreed={"banners": Agreed("Victory banners to win")},
    by_offset=True,
    resolve_names=resolve_names,
    destinations=destinations,
    board_play=AncientsPlay(),
    notation=notation,
    demo=demo,
)
