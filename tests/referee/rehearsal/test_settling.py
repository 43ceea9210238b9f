"""What was measured stays until a measurement really differs from it."""

import pytest

from referee.rehearsal.settling import settle
from table.snapshot import Snapshot
from table.stand import Stand


def stand(name: str, x: float, heading_deg: float = 90.0, sigma_cm: float = 0.01) -> Stand:
    return Stand(name, "us", "soldier", x, 20.0, heading_deg, 2.0, 1.6, sigma_cm, 0.1)


HELD = Snapshot(120, 100, (stand("Miller", 20), stand("Rossi", 40)))


@pytest.mark.parametrize(
    ("new", "moved"),
    [
        (stand("Miller", 20.03), False),  # the picture breathes
        (stand("Miller", 20.08), True),
        (stand("Miller", 20.08, sigma_cm=0.05), False),  # within its own sigma
        (stand("Miller", 20, 90.5), False),
        (stand("Miller", 20, 93), True),
        (stand("Miller", 20, -269.5), False),  # the same heading the other way round
    ],
)
def test_only_a_real_move_moves(new: Stand, moved: bool) -> None:
    table, unseen = settle(HELD, [new, stand("Rossi", 40)])
    assert (table.stand("Miller") == new) == moved
    assert (table.stand("Miller") == HELD.stand("Miller")) != moved
    assert unseen == frozenset()


def test_who_is_not_seen_keeps_the_last_place() -> None:
    table, unseen = settle(HELD, [stand("Miller", 20)])
    assert table == HELD
    assert unseen == {"Rossi"}


def test_a_newcomer_is_put_down() -> None:
    table, _ = settle(HELD, [*HELD.stands, stand("Doyle", 60)])
    assert table.stand("Doyle").x == 60


def test_slow_creeping_is_seen_in_the_end() -> None:
    table, x = HELD, 20.0
    for _ in range(10):
        x += 0.02
        table, _ = settle(table, [stand("Miller", x), stand("Rossi", 40)])
    assert abs(table.stand("Miller").x - x) <= 0.05
