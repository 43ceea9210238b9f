"""privacy.toml, the grey round a table, and the age of pictures."""

import os
from pathlib import Path

import numpy as np
import pytest

from referee.evidence.frames import FrameFolder, NoFrame
from referee.privacy import Privacy, read_keep
from referee.setup.folder import SetUp
from referee.setup.small_files import format_toml
from referee.surroundings import EDGE_CM, GREY, TableOnly, table_only
from simulation.synthetic.fittings import default_camera
from table.errors import BadFile, BadInput
from table.frame import Frame, FrameMarker
from table.notation.toml import parse_toml

FRAME = Frame(60.0, 40.0, (FrameMarker(1, -4.0, -4.0, 3.0), FrameMarker(2, 64.0, 44.0, 3.0)))
RECTANGLE = (-7.0, -7.0, 67.0, 47.0)


def chosen(picture: str, surroundings: str, keep: str | int) -> Privacy:
    return Privacy(picture=picture, surroundings=surroundings, keep=keep)


@pytest.mark.parametrize("privacy", [Privacy(), chosen("players", "shown", "match"), chosen("referee", "masked", 30)])
def test_what_is_written_is_read_again(tmp_path: Path, privacy: Privacy) -> None:
    assert parse_toml(format_toml(privacy), Privacy, "privacy.toml") == privacy
    SetUp(tmp_path).privacy = privacy
    assert SetUp(tmp_path).privacy == privacy


def test_a_match_without_the_file_has_said_nothing(tmp_path: Path) -> None:
    assert SetUp(tmp_path).privacy is None
    assert parse_toml("", Privacy, "privacy.toml") == chosen("everybody", "masked", "full")


@pytest.mark.parametrize("text", ['picture = "friends"', "keep = 0", 'keep = "7"', 'surroundings = "some"', "who = 1"])
def test_a_wrong_word_is_told(text: str) -> None:
    with pytest.raises(BadFile, match=r"privacy\.toml"):
        parse_toml(text, Privacy, "privacy.toml")


def test_what_the_command_line_says_of_keeping() -> None:
    assert [read_keep(text) for text in ("full", "match", "30")] == ["full", "match", 30]
    for wrong in ("0", "99999", "-1", "for ever", ""):
        with pytest.raises(BadInput, match="full, match or a number of days"):
            read_keep(wrong)


def test_only_the_table_and_the_frame_cards_stay_in_a_picture_from_above() -> None:
    per_cm = 4
    bright = np.full((54 * per_cm, 74 * per_cm, 3), 200, np.uint8)
    masked = TableOnly(FRAME, RECTANGLE, (74 * per_cm, 54 * per_cm)).of(bright)

    def at(x: float, y: float) -> int:
        return int(masked[round((47 - y) * per_cm), round((x + 7) * per_cm), 0])

    assert [at(x, y) for x, y in ((30, 20), (0.2, 0.2), (59.8, 39.8), (-4, -4), (64, 44))] == [200] * 5
    beyond = EDGE_CM + 0.5
    assert [at(x, y) for x, y in ((30, -beyond), (-beyond, 20), (60 + beyond, 20), (30, 40 + beyond))] == [GREY] * 4


def test_only_the_table_and_the_frame_cards_stay_in_the_cameras_own_picture() -> None:
    camera = default_camera(FRAME)
    width, height = camera.lens.size_px
    bright = np.full((height, width), 200, np.uint8)
    masked = table_only(bright, FRAME, camera)
    points = np.array([(30.0, 20.0, 0.0), (30.0, -3.0, 0.0), (-3.0, 20.0, 0.0), (-4.0, -4.0, 0.0)])
    seen = [int(masked[round(v), round(u)]) for u, v in camera.project(points)]
    assert seen == [200, GREY, GREY, 200]
    assert masked.shape == bright.shape
    assert int(bright.min()) == 200, "the picture that is measured stays whole"


def test_a_picture_goes_when_it_is_too_old_also_where_nobody_looks_for_it(tmp_path: Path) -> None:
    now = [1_000_000.0]
    folder = FrameFolder(tmp_path, now_s=lambda: now[0])
    folder.keep_s = 86_400.0
    old, young = folder.put(b"old"), folder.put(b"young")
    for name, age in ((old, 86_500), (young, 86_300)):
        os.utime(tmp_path / f"{name}.jpg", (now[0] - age, now[0] - age))
    with pytest.raises(NoFrame, match="gone"):
        folder.get(old)
    assert not (tmp_path / f"{old}.jpg").exists()
    assert folder.get(young) == b"young"
    now[0] += 200
    assert folder.sweep() == 1
    assert list(tmp_path.iterdir()) == []
