"""[cannon.NAME] of match.toml."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seen_text import seen

from referee.setup.match_file import MatchFile, format_match, new_match, parse_match
from referee.shots.cannon import Cannon
from table.errors import BadFile

WHOLE = """
game = "ambush"
[cannon.us]
rig = "rig-a"
port = "/dev/ttyUSB0"
gate_mm = 40.0
ammunition = 24
cocked_limit_s = 30
[cannon.de]
"""


def test_what_is_said_and_what_is_usual() -> None:
    match = parse_match(WHOLE)
    ours, theirs = match.cannons
    assert (ours.side, ours.rig, ours.port, ours.gate_mm, ours.ammunition, ours.cocked_limit_s) == (
        "us", "rig-a", "/dev/ttyUSB0", 40.0, 24, 30.0
    )  # fmt: skip
    assert theirs == Cannon(side="de")
    assert parse_match('game = "ambush"').cannons == ()


texts = seen(0, 20)


@pytest.mark.ci
@given(
    st.builds(
        Cannon, side=st.just("us"), rig=texts, port=texts, gate_mm=st.floats(5, 1000), gate_sigma_mm=st.floats(0, 10),
        shell_mg=st.floats(1, 1000), ammunition=st.integers(0, 10_000), cocked_limit_s=st.floats(0, 3600),
        range_m_s=st.tuples(st.floats(0.1, 10), st.floats(11, 400)),
    )
)  # fmt: skip
def test_it_is_read_back_as_it_was_written(cannon: Cannon) -> None:
    usual = new_match("ambush", "t")
    match = MatchFile(
        game="ambush", title="t", sides=usual.sides, settings={"measure": "edge"},
        cannons=(cannon, Cannon(side="de")),
    )  # fmt: skip
    assert parse_match(format_match(match)) == match


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[cannon.fr]", "cannon.fr"),
        ("[cannon.us]\ngate = 50", "cannon.us.gate"),
        ('[cannon.us]\ngate_mm = "50"', "cannon.us.gate_mm"),
        ("[cannon.us]\ngate_mm = 0", "cannon.us.gate_mm"),
        ("[cannon.us]\nammunition = -1", "cannon.us.ammunition"),
        ("[cannon.us]\nammunition = 2.5", "cannon.us.ammunition"),
        ("[cannon.us]\nrange_m_s = [5, 2]", "cannon.us.range_m_s"),
        ("[cannon.us]\nrange_m_s = [5]", "cannon.us.range_m_s"),
        ('[cannon.us]\nrig = "a"\n[cannon.de]\nrig = "a"', "cannon.de.rig"),
        ("cannon = 3", "cannon"),
    ],
)
def test_a_mistake_is_named(text: str, key: str) -> None:
    with pytest.raises(BadFile) as caught:
        parse_match(f'game = "ambush"\n{text}\n')
    assert f": {key}: " in str(caught.value) or f"{key}:" in str(caught.value)
