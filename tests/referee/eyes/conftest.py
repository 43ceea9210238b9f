"""Evidence cards of shots on tables that are not flat."""

from collections.abc import Callable

import pytest

from referee.evidence.card import EvidenceCard
from rules.registry import rule
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

PLAIN = {"crossing": "none", "blocks": "no", "cover": "nobody"}
SETTINGS = {"terrain": {"road": PLAIN, "hill": PLAIN}}


def man(name: str, x: float, y: float, z_cm: float = 0.0) -> Stand:
    return Stand(name, "us" if name == "Miller" else "de", "soldier", x, y, 90.0, 2.0, 1.6, z_cm=z_cm)


@pytest.fixture
def shot() -> Callable[..., EvidenceCard]:
    """A card of Miller, who shoots northward from (50, 20) at Weber."""

    def make(weber: Stand, *pieces: Piece, others: tuple[Stand, ...] = (), **action: object) -> EvidenceCard:
        table = Snapshot(120.0, 100.0, (man("Miller", 50.0, 20.0), weber, *others), pieces)
        declared = {"type": "shoot", "actor": "Miller", "target": weber.name} | action
        ruling = rule("ambush", table, declared, (), SETTINGS)
        return EvidenceCard(
            number=2, seal="0" * 64, time="2026-11-26T14:00:00+00:00", game="ambush", title="", program="", turn=1,
            side="us", action=declared, table=table, ruling=ruling, settings=SETTINGS, head=(2, "0" * 64), deed=(2,),
            sides=("us", "de"),
        )  # fmt: skip

    return make
