"""Montecassino: the spring cannon, and twenty-four soldiers a side (../shared/rules/montecassino.md, M1-M8)."""

from rules.action import Verb
from rules.combat_chart import CombatChart
from rules.game import Agreed, Game, Side, UsualBase
from rules.montecassino.board import MontecassinoPlay
from rules.montecassino.candidates import candidate_actions
from rules.montecassino.chart import book_example, chart
from rules.montecassino.demo import demo
from rules.montecassino.effects import REDUCER
from rules.montecassino.fields import field_of
from rules.montecassino.goals import goals
from rules.montecassino.inference import infer_moves
from rules.montecassino.move import Move, move
from rules.montecassino.notation import destinations, notation, resolve_names
from rules.montecassino.return_to_base import Rescue, free, retreat
from rules.montecassino.settings import MontecassinoSettings
from rules.montecassino.shot import Shot, shot
from rules.montecassino.side import BySide, MontecassinoSide, strengths
from rules.montecassino.start import Start, start
from rules.montecassino.troops import SOLDIER_CM, completed
from rules.montecassino.victory import give_up
from table.board_size import SquareSize

GAME = Game(
    name="montecassino",
    settings=MontecassinoSettings,
    sides=(Side("A", "Allies", "Allied"), Side("G", "Germans", "German")),
    verbs={
        "move": Verb(Move.read, move),
        "free": Verb(Rescue.read, free),
        "retreat": Verb(BySide.read, retreat),
        "shot": Verb(Shot.read, shot),
        "give_up": Verb(BySide.read, give_up),
        "start": Verb(Start.read, start),
    },
    primary_verb="move",
    complete=lambda snapshot, _, source: completed(snapshot, source),
    candidate_actions=candidate_actions,
    infer_moves=infer_moves,
    strengths=strengths,
    turn_clause="M2.1",
    goals=goals,
    reducer=REDUCER,
    bases=lambda: (UsualBase("soldier", *SOLDIER_CM, "head"),),
    any_time=frozenset({"start", "give_up"}),
    by_side=frozenset({"retreat", "shot"}),
    side_state=MontecassinoSide,
    board=SquareSize(),
    agreed={
        "option": Agreed(
            "Who leaves the field of those knocked down",
            {
                "i": "everybody in the zone, dragged ones too",
                "ii": "whom the shell hit, directly or on a ricochet",
                "iii": "whom the shell hit directly",
            },
        ),
        "zone": Agreed(
            "Where losses count",
            {
                "all": "on the whole board",
                "standard": "on the opponent's squares 25 to 72",
                "banners": "between the four banners",
            },
        ),
        "shells": Agreed("Shells of each side"),
    },
    resolve_names=resolve_names,
    destinations=destinations,
    board_play=MontecassinoPlay(),
    notation=notation,
    chart=CombatChart(rows=chart, example=book_example),
    field_of=field_of,
    demo=demo,
)
