"""The numbers on an evidence picture of hexes: every ruled line's is there, on no counter, no name and no other."""

from dataclasses import replace
from typing import Any

import pytest
from written_cases import cases_of, ruling_of

from referee.evidence.card import EvidenceCard
from referee.evidence.card_text import told
from referee.evidence.ink import Box, Canvas, Point
from referee.evidence.plan import draw_ruling
from referee.evidence.stands import draw_stands, footprint
from referee.evidence.window import deciding_window
from table.frame import HexBoard
from table.notation.case_file import Case

WIDE, HIGH = 1600, 1000


class Pills(Canvas):
    """A canvas of one pixel that keeps where labels were written."""

    def __init__(self) -> None:
        super().__init__(1, 1)
        self.written: list[tuple[str, Box]] = []
        self.lines: list[list[Point]] = []

    def line(self, points: Any, *given: Any, **more: Any) -> None:
        self.lines.append(list(points))
        super().line(points, *given, **more)

    def pill(self, at: Any, text: str, *given: Any, **more: Any) -> Box:
        box = super().pill(at, text, *given, **more)
        self.written.append((text, box))
        return box


def card_of(case: Case) -> EvidenceCard:
    """A case as a card; its counters are as large as counters are."""
    ruling, side = ruling_of(case), 1.1 * getattr(case.snapshot.board, "size_cm", 1.0)
    table = replace(
        case.snapshot, stands=tuple(replace(it, width_cm=side, depth_cm=side) for it in case.snapshot.stands)
    )
    return EvidenceCard(
        number=1, seal="", time="", game=case.game, title="", program="", turn=1, side="allied", action=case.action,
        table=table, settings=case.settings, head=(1, ""), deed=(1,), ruling=ruling,
        sides=("allied", "axis"),
    )  # fmt: skip


def meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.ci
def test_every_number_of_rommels_lines_is_written_where_nothing_else_is() -> None:
    shapes, wrong = set(), []
    for case in cases_of("rommel"):
        lines = [line for line in ruling_of(case).geometry if line.form == "line"]
        numbers = [line.label for line in lines if line.label]
        shape = tuple((line.role, line.points) for line in lines)
        if not numbers or shape in shapes or not isinstance(case.snapshot.board, HexBoard):
            continue
        shapes.add(shape)
        card, canvas = card_of(case), Pills()
        window, taken = deciding_window(card, WIDE, HIGH), list[Box]()
        draw_ruling(canvas, card, told(card), window, taken)
        ruled = list(canvas.written)
        draw_stands(canvas, card, window, taken, 27.0)
        feet = [footprint(stand, window) for stand in card.table.stands]
        boxes = [box for _, box in canvas.written]
        ways = [[window.at(point) for point in line.points] for line in lines]
        wrong += [f"{case.name}: a line is not drawn" for way in ways if way not in canvas.lines]
        wrong += [f"{case.name}: {text} is missing" for text in numbers if text not in [said for said, _ in ruled]]
        wrong += [f"{case.name}: {said} on a counter" for said, box in ruled if any(meet(box, foot) for foot in feet)]
        wrong += [
            f"{case.name}: labels on each other"
            for k, one in enumerate(boxes)
            if any(meet(one, it) for it in boxes[:k])
        ]
    assert len(shapes) > 60
    assert wrong == [], "\n".join(wrong)
