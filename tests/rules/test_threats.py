"""Who can shoot at whom, all at once, is what each ruling says by itself."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.ambush import complete
from rules.ambush.settings import AmbushSettings
from rules.ambush.threats import threats
from rules.ambush.troops import is_vehicle
from rules.registry import rule
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

KINDS = ("trench", "fence", "wall", "hedge", "bush", "wood", "house", "mountain", "swamp")
whole = st.integers(0, 160).map(lambda half: half / 2 + 0.13)  # nothing lies on a limit by accident


@st.composite
def tables(draw: st.DrawFn) -> Snapshot:
    words = st.sampled_from(["fired", "ran", "threw", "revealed", "fought", "", "", ""])
    kinds = ["soldier"] * 5 + ["platoon", "Sherman", "Stug III", "Sdkfz 251", "wreck"]
    stands = []
    for k in range(draw(st.integers(2, 9))):
        state: dict[str, Any] = {word: True for word in (draw(words),) if word}
        if draw(st.booleans()):
            state |= {
                "moved_cm": draw(st.sampled_from([3.0, 7.0, 11.0])),
                "crossed": draw(st.sampled_from([[], ["hedge"], ["wood"]])),
            }
        kind = draw(st.sampled_from(kinds))
        state |= {"passengers": 2} if kind == "Sdkfz 251" and draw(st.booleans()) else {}
        stands.append(Stand(f"s{k}", draw(st.sampled_from(["us", "de"])), kind, draw(whole), draw(whole) * 0.8,
                            draw(st.integers(-179, 180)) + 0.3, state=state))  # fmt: skip
    pieces = []
    for k in range(draw(st.integers(0, 6))):
        x, y, w, h = (
            draw(whole),
            draw(whole) * 0.8,
            draw(st.sampled_from([0.7, 3.1, 12.3])),
            draw(st.sampled_from([0.9, 6.2, 15.7])),
        )
        pieces.append(Piece(f"p{k}", draw(st.sampled_from(KINDS)), ((x, y), (x + w, y), (x + w, y + h), (x, y + h))))
    return Snapshot(90, 90, tuple(stands), tuple(pieces))


@settings(max_examples=150, deadline=None)
@given(tables())
def test_it_is_what_every_ruling_says(table: Snapshot) -> None:
    found = threats(complete(table, AmbushSettings(), "table"), AmbushSettings())
    for i, shooter in enumerate(table.stands):
        for j, target in enumerate(table.stands):
            if i == j or shooter.kind == "wreck":
                assert not found.can[i, j]
                continue
            verb = "mg" if is_vehicle(shooter) else "shoot"
            said = rule("ambush", table, {"type": verb, "actor": shooter.name, "target": target.name})
            assert found.can[i, j] == (said.verdict == "allowed"), (shooter, target, said)


def test_it_names_them() -> None:
    at = {"us-1": (10.0, 10.0), "us-2": (90.0, 10.0), "de-1": (30.0, 10.0)}
    table = Snapshot(120, 100, tuple(Stand(n, n[:2], "soldier", x, y, 90, 2, 1.6) for n, (x, y) in at.items()))
    found = threats(table, AmbushSettings())
    assert found.of("us-1") == ("de-1",)
    assert found.to("us-1") == ("de-1",)
    assert found.of("us-2") == ()


@pytest.mark.parametrize("measure", ["centre", "edge"])
def test_ranges_are_measured_as_the_players_chose(measure: str) -> None:
    stands = (Stand("a", "us", "soldier", 10, 10, 90, 2, 1.6), Stand("b", "de", "soldier", 10, 61, 90, 2, 1.6))
    found = threats(Snapshot(120, 100, stands), AmbushSettings(measure=measure))
    assert found.of("a") == (("b",) if measure == "edge" else ())
    assert threats(Snapshot(120, 100), AmbushSettings()).names == ()
