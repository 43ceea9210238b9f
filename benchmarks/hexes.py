"""Random boards on hexes, through the real commands: every counter in its hex, none wrong.

    python benchmarks/hexes.py [--boards N] [--first SEED] [--size 4K|1080p] [--camera NAME] [--every] [--write FOLDER]

Each board (simulation/synthetic/hex_table.py) has its own map (Ancients' 13 x 9, Rommel's of any size, pointy or flat),
terrain, counters with piles or units of blocks, litter, light and noise, seen by the camera of a club (25 boards a
club). A club's lens is learned by `vedette calibrate camera` from its own ChArUco pictures, its table by `vedette
calibrate table` from a picture of the empty table and a frame.toml with frame cards 0.3 mm off; `vedette measure` reads
each board, at 4K and the same boards at 1080p. On every fourth the camera has seen the lowest things before others were
laid on them, as at a game's start: then what is hidden must be told with what lies on it.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np
from accuracy import run
from charuco_print import board_picture, held
from hex_camera import HexCamera
from hex_table import HexClub, HexTable, hex_club, hex_table
from hexes_score import HexScore, judge, report

from calibration.profile import parse_table
from cli.calibrate import command as calibrate
from simulation.synthetic.webcams import WEBCAMS, Webcam
from table.notation.frame_file import format_frame
from table.notation.roster_file import format_roster, parse_roster
from vision.boards.board_words import board_of, hexes_before
from vision.measure import measure
from vision.picture import read_picture

SIZES_PX = {"4K": (3840, 2160), "1080p": (1920, 1080)}
A_CLUB, BOARD_PICTURES, REMEMBERED = 25, 15, 4


@contextmanager
def opened(number: int, size: str, webcam: Webcam | None = None) -> Iterator[tuple[HexClub, HexCamera, Path]]:
    """Yield a club, its camera and a folder with its camera.toml and the picture of its empty table."""
    club = hex_club(number, SIZES_PX[size])
    if webcam is not None:
        club = replace(club, look=webcam.on(club.look))
    with tempfile.TemporaryDirectory() as folder:
        work, dice = Path(folder), np.random.default_rng((number, 50))
        still = replace(club.look, motion_px=(0.0, 0.0), jpeg_quality=None)
        quality = [cv2.IMWRITE_JPEG_QUALITY, club.look.jpeg_quality or 90]
        for k, seen_from in enumerate(held(club.board, club.camera.lens, dice, BOARD_PICTURES)):
            cv2.imwrite(str(work / f"charuco-{k:02}.jpg"), board_picture(club.board, seen_from, still, dice), quality)
        camera = club.open_camera(number)
        cv2.imwrite(str(work / "empty.jpg"), camera.picture(None, still, []), quality)
        board = club.board
        run(
            calibrate, "camera", work / "charuco-*.jpg", "--squares", f"{board.columns}x{board.rows}", "--square-cm",
            board.square_cm, "--marker-cm", board.marker_cm, "--dictionary", board.dictionary, "--out",
            work / "camera.toml",
        )  # fmt: skip
        yield club, camera, work


def read_board(it: HexTable, camera: HexCamera, work: Path, size: str) -> HexScore:
    """Render a board, calibrate the table for its map, measure it and hold what is said against the truth."""
    (work / "frame.toml").write_text(format_frame(it.told))
    (work / "roster.toml").write_text(format_roster(it.roster))
    taken = {"board": it.picture(camera)}
    if it.seed % REMEMBERED == 0:
        taken["before"] = it.picture_before(camera)
    for name, picture in taken.items():
        cv2.imwrite(str(work / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, it.look.jpeg_quality or 90])
    run(
        calibrate, "table", work / "empty.jpg", "--camera", work / "camera.toml", "--frame", work / "frame.toml",
        "--out", work / "table.toml",
    )  # fmt: skip
    view = parse_table((work / "table.toml").read_text())
    roster = parse_roster((work / "roster.toml").read_text())
    before = None
    if "before" in taken:
        first = board_of(measure(read_picture(work / "before.jpg", colour=False), view, roster))
        before = hexes_before(first) if first is not None else None
    begin = time.perf_counter()
    found = measure(read_picture(work / "board.jpg", colour=False), view, roster)
    seen = board_of(found, before)
    assert seen is not None
    return judge(it, found, seen, size, (time.perf_counter() - begin) * 1e3)


def main(arguments: list[str] | None = None) -> int:
    """Read the boards and print the table; 1 where a target is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=500, help="how many, each at both sizes")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first board's seed")
    parser.add_argument("--size", choices=tuple(SIZES_PX), help="only this size")
    parser.add_argument("--every", action="store_true", help="say each board as it is read")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="keep the pictures of boards with a failure")
    parser.add_argument("--camera", choices=tuple(WEBCAMS), help="seen by this kind of camera")
    asked = parser.parse_args(arguments)
    sizes = [asked.size] if asked.size else list(SIZES_PX)
    scores: list[HexScore] = []
    seeds = range(asked.first, asked.first + asked.boards)
    clubs = sorted({seed // A_CLUB for seed in seeds})
    with click.progressbar(length=len(seeds) * len(sizes), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for size in sizes:
            for number in clubs:
                with opened(number, size, WEBCAMS.get(asked.camera)) as (club, camera, work):
                    for seed in range(number * A_CLUB, (number + 1) * A_CLUB):
                        if seed not in seeds:
                            continue
                        score = read_board(hex_table(seed, club), camera, work, size)
                        scores.append(score)
                        bar.label = f"{size}, board {seed}"
                        bar.update(1)
                        if asked.every:
                            print(score.line(), flush=True)
                        if asked.write is not None and score.failures:
                            asked.write.mkdir(parents=True, exist_ok=True)
                            (asked.write / f"{size}-{seed}.jpg").write_bytes((work / "board.jpg").read_bytes())
    return 0 if report(scores) else 1


if __name__ == "__main__":
    sys.exit(main())
