"""Whatever stands in a file, reading it ends well or with one clear line: never with anything else."""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from snapshot_lines import format_snapshot
from written_cases import as_toml, data_of

from calibration.profile import CameraProfile, format_camera, format_table, parse_camera, parse_table
from rules.cases import parse_case, parse_cases
from rules.registry import game_names, rule
from simulation.synthetic.fittings import default_camera, default_frame
from table.errors import BadInput
from table.notation.frame_file import parse_frame
from table.notation.roster_file import parse_roster
from table.notation.snapshot_line import parse_snapshot
from table.notation.terrain_file import format_terrain, parse_terrain
from vision.table_view import TableView

SHORT, LONG = 150, 5_000
DATA = Path(__file__).parents[1] / "data"

CASE_TEXTS = [file.read_text("utf-8") for file in sorted((DATA / "cases").glob("*/*.cases"))]
ODD = [
    "nan", "inf", "-inf", "-1", "0", "1e400", "1e308", "-0.0", "1e-320", "''", '""', "[]", "{}", "true", "[[]]",
    "99999999999999999999", '"\\u0000"', "[1, 2]", '"ä"', "x", "=", "#", "\n", "[", "]]", '"""', "2026-11-21", "0x1F",
]  # fmt: skip


@cache
def cases() -> list[str]:
    """Return every case, as a file of its own."""
    return [as_toml(data) for game in game_names() for data in data_of(game).values()]


def case_through(text: str) -> None:
    case = parse_case(text, "case.toml")
    rule(case.game, case.snapshot, case.action, case.dice, case.settings, case.decided, "case.toml", case.sides)


def a_case(dice: random.Random) -> str:
    return dice.choice(cases())


def some_cases(dice: random.Random) -> str:
    return dice.choice(CASE_TEXTS)[:2000].rpartition("\n\n")[0]


def scene_file(end: str) -> Callable[[random.Random], str]:
    return lambda dice: dice.choice(sorted((DATA / "scenes").glob(f"*/*.{end}"))).read_text("utf-8")


def a_terrain(dice: random.Random) -> str:
    return format_terrain(parse_case(a_case(dice)).snapshot.pieces)


def a_snapshot(dice: random.Random) -> str:
    return format_snapshot(parse_case(a_case(dice)).snapshot)


def a_camera(dice: random.Random) -> str:
    lens = default_camera(default_frame(120, 100)).lens
    return format_camera(CameraProfile(lens, np.diag(np.full(9, 1e-4)), 0.03, dice.randint(6, 20), 0.8))


def a_table(dice: random.Random) -> str:
    frame = parse_frame(scene_file("frame.toml")(dice))
    return format_table(TableView(default_camera(frame), frame, np.diag(np.full(15, 1e-6)), (), 0.01, 0.03))


READERS: dict[str, tuple[Callable[[random.Random], str], Callable[[str], object]]] = {
    "case": (a_case, case_through),
    "cases": (some_cases, parse_cases),
    "frame": (scene_file("frame.toml"), parse_frame),
    "roster": (scene_file("roster.toml"), parse_roster),
    "terrain": (a_terrain, parse_terrain),
    "snapshot line": (a_snapshot, parse_snapshot),
    "camera": (a_camera, parse_camera),
    "table": (a_table, parse_table),
}


def spoil(text: str, dice: random.Random) -> str:
    """Change a text in one to four places: cut, repeat, exchange, or put something odd in place of a value."""
    for _ in range(dice.randint(1, 4)):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice([0, 1, 2, 5, 20, 200]))
        how = dice.randrange(5)
        if how == 0:
            text = text[:start] + text[end:]
        elif how == 1:
            text = text[:end] + text[start:end] + text[end:]
        elif how == 2:
            text = text[:start] + chr(dice.choice([0, 10, 34, 44, 61, 91, 123, 0x2028, 0x1F600])) + text[end:]
        else:
            at = text.find("= ", start)
            stop = text.find("\n", at) if at >= 0 else -1
            if at >= 0:
                text = text[: at + 2] + dice.choice(ODD) + (text[stop:] if stop >= 0 else "")
    return text


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("what", READERS)
def test_a_spoilt_file_is_read_or_refused_in_one_line(what: str, rounds: int, tell: Callable[[str], None]) -> None:
    make, read = READERS[what]
    ends: Counter[str] = Counter()
    for seed in range(rounds):
        dice = random.Random(f"{what} {seed}")
        text = spoil(make(dice), dice)
        try:
            read(text)
            ends["read"] += 1
        except BadInput as error:
            ends["refused"] += 1
            if "\n" in str(error).strip():
                pytest.fail(f"{what}, seed {seed}: more than one line: {error}")
        except Exception as error:
            pytest.fail(f"{what}, seed {seed}: {error!r}\n{text[:2000]}")
    assert ends["refused"] > rounds / 10, "the spoiling spoils too little"
    if rounds == LONG:
        tell(f"{what}: {rounds} spoilt files, {ends['read']} read, {ends['refused']} refused in one line")
