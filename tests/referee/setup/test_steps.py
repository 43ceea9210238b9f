"""How each step stands is read from the files, so that any of them can be left and taken up again."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.setup.folder import SetUp
from referee.setup.match_file import new_match
from referee.setup.small_files import CheckFile, Distance, HeightsFile, SourceFile
from referee.setup.steps import STEPS, missing_for, next_step, playable, step_of, steps_of
from referee.words.translation import translated
from table.roster import Roster
from table.terrain import Piece

HONEST = Distance(start=(10, 10), end=(110, 10), true_cm=100.0, measured_cm=100.02, sigma_cm=0.01)


def states(setup: SetUp) -> dict[str, str]:
    return {step.key: step.state for step in steps_of(setup)}


def test_in_an_empty_folder_everything_is_to_do(tmp_path: Path) -> None:
    setup = SetUp(tmp_path)
    assert states(setup) == dict.fromkeys(STEPS, "to_do")
    assert next_step(setup) == "match"
    assert missing_for(setup, "table") == ("lens",)
    assert not playable(setup)


@pytest.mark.ci
def test_a_folder_that_is_done_can_be_played(done: SetUp) -> None:
    assert states(done) == {
        "match": "done", "camera": "done", "sheets": "done", "lens": "done", "table": "done", "heights": "to_do",
        "check": "to_do", "terrain": "to_do", "roster": "done", "play": "to_do",
    }  # fmt: skip
    assert next_step(done) == "heights"
    assert playable(done)  # heights, check and terrain may be left out
    done.heights = HeightsFile(skipped=True)
    assert next_step(done) == "check"
    done.check, done.terrain = CheckFile(skipped=True), ()
    assert next_step(done) == "play"
    done.journal.touch()
    assert states(done)["play"] == "done"


def test_another_program_reads_the_same(done: SetUp) -> None:
    assert states(SetUp(done.folder)) == states(done)


def again(setup: SetUp, key: str) -> str:
    step = step_of(setup, key)  # type: ignore[arg-type]
    assert step.state == "again"
    assert translated(step.why, "it") != step.why
    return step.why.format(**step.values)


def test_a_camera_of_another_size_wants_another_lens(done: SetUp) -> None:
    done.source = SourceFile.of("0", (1280, 720))
    assert again(done, "lens") == (
        "the camera gives 1280 x 720 px, and the lens was learned at 1920 x 1080 px: learn it again"
    )
    assert playable(done)  # what was done stays; the status says it as well


def test_a_new_lens_wants_the_table_found_again(done: SetUp) -> None:
    profile = done.camera
    assert profile is not None
    lens = profile.lens
    done.camera = replace(profile, lens=replace(lens, matrix=lens.matrix * [[1.01, 1, 1], [1, 1, 1], [1, 1, 1]]))
    assert "lens was learned again" in again(done, "table")


def test_another_play_area_wants_the_table_found_again(done: SetUp) -> None:
    frame = done.frame
    assert frame is not None
    done.frame = replace(frame, width_cm=150.0)
    assert "size was changed" in again(done, "table")


def test_who_has_laid_his_terrain_is_not_asked_for_heights(done: SetUp) -> None:
    done.terrain = ()
    assert step_of(done, "heights").state == "to_do"
    assert next_step(done) == "check"


def test_heights_hold_for_a_table_of_that_size(done: SetUp) -> None:
    done.heights = HeightsFile(pictures=5, width_cm=120.0, depth_cm=100.0)
    assert step_of(done, "heights").done
    done.heights = HeightsFile(pictures=5, width_cm=120.0, depth_cm=90.0)
    assert again(done, "heights") == (
        "the table's size was changed since its heights were measured: measure them again"
    )


def test_a_check_holds_for_the_table_it_was_made_on(done: SetUp) -> None:
    done.check = CheckFile(table=done.fingerprint(), distance=(HONEST,))
    assert step_of(done, "check").done
    view = done.table
    assert view is not None
    done.table = replace(view, rms_px=0.5)
    assert "check it again" in again(done, "check")


def test_a_check_that_differs_needs_another_look(done: SetUp) -> None:
    done.check = CheckFile(
        table=done.fingerprint(), distance=(HONEST, HONEST.model_copy(update={"measured_cm": 100.6}))
    )
    assert again(done, "check") == "the camera measures 100.6 cm where the tape says 100.0 cm"


def test_terrain_off_the_table(done: SetUp) -> None:
    done.terrain = (Piece("wood", "wood", ((130, 0), (140, 0), (140, 10))),)
    assert again(done, "terrain") == "wood lies off the table: draw it again"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"marker": 240}, "marker 240 of Miller is on a card round the table, too"),
        ({"side": "fr"}, "Miller is of the side fr, which does not play"),
    ],
)
def test_a_roster_that_does_not_fit(done: SetUp, change: dict[str, object], words: str) -> None:
    roster = done.roster
    assert roster is not None
    done.roster = Roster((replace(roster.entries[0], **change), *roster.entries[1:]))  # type: ignore[arg-type]
    assert again(done, "roster") == words


def test_a_side_without_anybody(done: SetUp) -> None:
    roster = done.roster
    assert roster is not None
    done.roster = Roster(tuple(e for e in roster.entries if e.side == "us"))
    assert again(done, "roster") == "nobody is on the roster of the Germans"


def test_a_file_that_is_wrong_is_told_with_its_key(done: SetUp) -> None:
    (done.folder / "camera.toml").write_text("version = 1\nkind = 'camera'\n", encoding="utf-8")
    step = step_of(done, "lens")
    assert step.state == "again"
    assert "camera.toml: lens" in step.why.format(**step.values)
    assert step_of(done, "match").done  # the others are not touched


def test_files_go_by_the_names_in_match_toml(done: SetUp) -> None:
    match = done.match
    assert match is not None
    done.match = replace(match, roster="evening.toml")
    assert step_of(done, "roster").state == "to_do"
    done.roster = Roster()
    assert (done.folder / "evening.toml").exists()
    done.match = new_match("ambush", "x")
    assert step_of(done, "roster").done
