"""Who lies beside the table neither acts nor is acted upon, and takes nothing from the others."""

import pytest

from rules.legal import legal
from rules.registry import rule
from rules.state import State
from table.errors import BadFile
from table.snapshot import Snapshot
from table.stand import Stand

ON, BESIDE = Stand("on", "us", "soldier", 100.0, 20.0, 0.0), Stand("beside", "us", "soldier", 135.0, 20.0, 0.0)
ENEMY, FALLEN = Stand("enemy", "de", "soldier", 110.0, 30.0, 0.0), Stand("fallen", "de", "soldier", 110.0, -12.0, 0.0)
TABLE = Snapshot(120.0, 100.0, (ON, BESIDE, ENEMY, FALLEN))


@pytest.mark.parametrize(("actor", "target", "said"), [("beside", "enemy", "15.0 cm off it"), ("on", "fallen", "12.0")])
def test_who_is_beside_the_table_does_not_shoot_and_is_not_shot_at(actor: str, target: str, said: str) -> None:
    with pytest.raises(BadFile, match=f"expected a stand on the table, got .*{said}"):
        rule("ambush", TABLE, {"type": "shoot", "actor": actor, "target": target})


def test_whose_base_hangs_over_the_edge_is_on_the_table() -> None:
    over = Stand("over", "us", "soldier", 120.4, 20.0, 0.0)
    ruling = rule(
        "ambush", Snapshot(120.0, 100.0, (over, ENEMY)), {"type": "shoot", "actor": "over", "target": "enemy"}
    )
    assert ruling.verdict == "allowed"


def test_who_is_beside_the_table_takes_nothing_from_the_others() -> None:
    shoots = next(each for each in legal("ambush", TABLE, State(("us", "de")), "on") if each.verb == "shoot")
    assert (shoots.allowed, shoots.targets) == (True, ("enemy",))
    assert not any(
        each.allowed for each in legal("ambush", TABLE, State(("us", "de")), "beside") if each.verb != "start"
    )
