"""The short forms of benchmarks/fuzz_rig.py, hostile_rig.py and rig_soak.py; rig_pty.py takes real time."""

import fuzz_rig
import hostile_rig
import pytest
import rig_soak


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("lines", [4_000, 20_000])
def test_spoilt_lines_make_no_shot(lines: int):
    counted = fuzz_rig.fuzz(lines, seed=7)
    assert counted["lines"] == lines
    assert counted["false shots"] == 0
    assert counted["rejected: CRC"] > lines / 4
    assert counted["rejected: FORM"] > lines / 4
    assert counted["most bytes held"] < fuzz_rig.MOST_RIG_BYTES


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("seed", [21, 22])
def test_a_rig_that_means_harm_makes_no_shot_and_costs_none(seed: int):
    soak = hostile_rig.HostileSoak(seed)
    books = soak.suffer(5_000)
    assert soak.cable.hostile >= 5_000
    assert books.made > 15
    assert len(soak.day.journal) + books.overwritten == books.made
    assert (books.lost, books.doubled, books.strange, soak.memory.forgotten_unwritten) == (0, 0, 0, 0)
    assert not soak.memory.pending


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize(("hours", "seed"), [(1.0, 11), (3.0, 11), (3.0, 12), (3.0, 13)])
def test_hours_at_the_cannon_lose_and_double_no_shot(hours: float, seed: int):
    soak = rig_soak.Soak(hours, seed)
    day = soak.run()
    books = rig_soak.outcome(soak)
    assert books.made > 200 * hours / 3
    assert len(day.journal) > 200 * hours / 3
    assert (books.lost, books.doubled, books.strange) == (0, 0, 0)
    assert books.gaps_told
    assert max(books.live_s + books.late_s) < rig_soak.FRAME_S
    assert books.within > 0.95
    assert soak.cable.cuts > 3
