"""What stands err together outlives the program: a ruling out of the journal is as sure as it was at the table."""

import json

import numpy as np
import pytest
from hand_clock import HandClock

from referee.journal.stands import table_data, table_from
from rules.registry import rule
from rules.ruling import Ruling
from simulation.rehearsal.demos import demo_scene
from simulation.rehearsal.loop import Loop
from simulation.rehearsal.studio import Studio
from simulation.rehearsal.world import World
from table.snapshot import Snapshot


@pytest.fixture(scope="module")
def seen() -> Snapshot:
    """A table that a camera measured: what it errs its stands err together."""
    scene = demo_scene("ambush")
    return Loop(World(scene), Studio(scene), HandClock()).observation.table


def ruled(table: Snapshot, action: dict[str, str]) -> Ruling:
    return rule("ambush", table, action, settings=demo_scene("ambush").settings)


@pytest.mark.ci
def test_a_ruling_is_as_sure_out_of_the_journal(seen: Snapshot) -> None:
    again = table_from(json.loads(json.dumps(table_data(seen))))
    assert again == seen
    for target in ("Weber", "Brandt", "Krause"):
        action = {"type": "shoot", "actor": "Miller", "target": target}
        assert ruled(again, action) == ruled(seen, action)
    alone = table_from({**table_data(seen), "shared": None})
    wider = [next(c.sigma for c in ruled(t, action).checks if c.key == "range") for t in (again, alone)]
    assert wider[0] < 0.8 * wider[1], "what the camera errs moves shooter and target alike"


@pytest.mark.ci
def test_stands_of_one_camera_err_together_and_those_of_two_do_not(seen: Snapshot) -> None:
    first, second = (stand for stand in table_from(table_data(seen)).stands[:2])
    assert first.shared.cause is second.shared.cause
    assert first.shared.cause is not table_from(table_data(seen)).stands[0].shared.cause
    np.testing.assert_array_equal(first.shared.modes, seen.stands[0].shared.modes)
    np.testing.assert_array_equal(first.shared.own, seen.stands[0].shared.own)


def test_a_table_without_camera_is_written_as_it_was() -> None:
    assert "shared" not in table_data(demo_scene("ambush").truth())
