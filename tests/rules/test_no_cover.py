"""A ruling on fire tells why a piece that players would argue about gives no cover (A3.4, A3.5)."""

import pytest

from referee.ruling_view import ruling_view
from rules.registry import rule
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

US = Stand("us-1", "us", "soldier", 20, 30, 90)
DE = Stand("de-1", "de", "soldier", 20, 60, 270, state={"revealed": True})


def across(kind: str, near: float, left: float = 10.0, right: float = 30.0) -> Piece:
    return Piece(f"{kind}-1", kind, ((left, near), (right, near), (right, near + 1), (left, near + 1)))


def said(*pieces: Piece, language: str = "en") -> list[tuple[str, str]]:
    ruling = rule("ambush", Snapshot(120, 100, (US, DE), pieces), {"type": "shoot", "actor": "us-1", "target": "de-1"})
    assert ruling.verdict == "allowed"
    checks = ruling_view(ruling, language=language).checks
    return [(check.clause, check.sentence) for check in checks if check.key.startswith("no_cover")]


@pytest.mark.parametrize(
    ("piece", "why"),
    [
        (
            across("hedge", 31),
            ("A3.4", "Hedge 1 does not cover de-1: it covers only within 2 cm, and de-1 is 28.0 cm behind it"),
        ),
        (
            across("hedge", 60, 20.5, 40),
            ("A3.4", "Hedge 1 does not cover de-1: it does not lie between us-1 and de-1"),
        ),
        (across("trench", 58), ("A3.5", "Trench 1 does not cover de-1: it covers only who stands in it")),
        (across("fence", 58), ("A3.5", "Fence 1 does not cover de-1: a fence covers nobody")),
    ],
)
def test_why_a_piece_gives_no_cover(piece: Piece, why: tuple[str, str]) -> None:
    assert said(piece) == [why]


def test_it_is_said_in_three_languages() -> None:
    hedge = across("hedge", 31)
    assert said(hedge, language="it") == [
        ("A3.4", "Siepe 1 non copre de-1: copre solo entro 2 cm, e de-1 è 28,0 cm più indietro")
    ]
    assert said(hedge, language="es") == [
        ("A3.4", "Seto 1 no da cobertura a de-1: solo la da a 2 cm o menos, y de-1 está 28,0 cm más atrás")
    ]


def test_nothing_is_said_of_what_nobody_would_argue_about() -> None:
    far_fence, beside, road = across("fence", 45), across("hedge", 59, 35, 50), across("swamp", 45)
    assert said(far_fence, beside, road) == []
    assert said(across("hedge", 58)) == []  # it covers


def test_the_nearest_is_said_where_there_are_several() -> None:
    (only,) = said(across("hedge", 31), across("trench", 58))
    assert only[1].startswith("Trench 1")
