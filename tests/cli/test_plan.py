"""`vedette plan`: what it prints, writes, refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.main import main

ROOM = ("plan", "--table", "180x120", "--lens", "72", "--camera", "4k")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_a_lens_too_narrow_for_the_room_is_said_with_every_way_out(tmp_path: Path) -> None:
    drawing = tmp_path / "plan.svg"
    done = run(*ROOM, "--ceiling", "240", "-o", str(drawing), "--lang", "en")
    assert done.stdout.startswith("Hang the camera 174 cm above the table: 249 cm above the floor.\n")
    for said in ("this lens does not fit", "A lens of 77° fits", "a table 14 cm lower", "a play area of 163 x 109 cm"):
        assert said in done.stdout
    assert "If your 72° are that, hang it 199 cm above the table" in done.stdout
    assert drawing.read_text("utf-8").startswith('<svg xmlns="http://www.w3.org/2000/svg"')


@pytest.mark.ci
def test_the_angle_on_the_box_gives_the_same_plan_in_inches() -> None:
    along = json.loads(run(*ROOM, "--json").stdout)
    cornered = ("--lens", str(along["diagonal_deg"]), "--diagonal", "--units", "in", "--top", str(75 / 2.54))
    again = json.loads(
        run("plan", "--table", f"{180 / 2.54}x{120 / 2.54}", "--camera", "3840x2160", *cornered, "--json").stdout
    )
    assert again["above_cm"] == pytest.approx(along["above_cm"])
    assert again["floor_cm"] == pytest.approx(along["floor_cm"])
    assert again["head"].startswith("Hang the camera 68.4 in above the table: 98 in")
    assert [marker["enough"] for marker in along["markers"]] == ["good"] * 4


@pytest.mark.ci
def test_it_speaks_italian_and_spanish() -> None:
    assert "Appendi la telecamera 174 cm" in run(*ROOM, "--lang", "it").stdout
    assert "Cuelga la cámara 174 cm" in run(*ROOM, "--lang", "es").stdout


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("--table", "180"), "write it like 180x120"),
        (("--table", "nanx120"), "write it like 180x120"),
        (("--camera", "5k"), "write 720p, 1080p, 1440p, 4k, or a size like 4032x3024"),
        (("--lens", "5"), "a lens of 5 degrees across the picture cannot be planned with; 20 to 130 can"),
        (("--table", "12x9"), "does not suit cards of 7.5 cm"),
        (("--ceiling", "70"), "the ceiling must be above the table"),
        (("--lens", "abc"), "--lens: abc is no number (see"),
        (("--top", "abc"), "--top: abc is no number (see"),
        (("--lens", "400", "--diagonal"), "a lens of 400 degrees"),
        (("--units", "in", "--table", "500x400"), "a table of 500 x 400 in does not suit cards of 2.95 in"),
        (("--units", "in", "--top", "800"), "the table's top and the ceiling must be 0 to 787 in above the floor"),
        (("-o", "x.png"), "--out: the drawing is an .svg file, not x.png"),
    ],
)
def test_what_cannot_be_planned_is_one_line(wrong: tuple[str, ...], said: str) -> None:
    done = run(*ROOM, *wrong, "--lang", "en")
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_its_help_names_the_lenses_it_takes() -> None:
    said = " ".join(run("plan", "--help").stdout.split())
    assert "of its picture, 20 to 130; with" in said
    assert "179" not in said
