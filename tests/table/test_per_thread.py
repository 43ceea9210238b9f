"""Threads and geometry: no shapely geometry is shared by threads (GEOS prepares them in place, without a lock)."""

import ast
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import shapely

from table.footprint import footprint, piece_polygon
from table.once import cached_per_thread
from table.stand import Stand
from table.terrain import Piece

HOUSE = Path(__file__).parents[2]
GEOMETRY = ("Polygon", "LineString", "Footprint", "Outline", "BaseGeometry", "Geometry", "STRtree", "shapely.Point")

# Eight threads ask of one piece that one of them has used before: this is what phones do that tap at once.
EIGHT_ASK = """
import faulthandler, math, sys, threading
faulthandler.enable()
sys.setswitchinterval(1e-5)
import shapely
from table.footprint import piece_polygon
from table.distance import depth_inside
from table.terrain import Piece

gate = threading.Barrier(8)
turns = [2 * math.pi * j / 400 for j in range(400)]

def ask(k):
    for i in range(30):
        far = [10 + 3 * (j % 2) for j in range(400)]
        ring = tuple((50 + r * math.cos(t) + i * 1e-3, 50 + r * math.sin(t)) for r, t in zip(far, turns))
        piece = Piece("wood", "wood", ring)
        if k == 0:
            piece_polygon(piece)
        gate.wait()
        outline = piece_polygon(piece)
        for q in range(5):
            shapely.intersects(outline, shapely.linestrings([[20 + q, 20], [80, 80 - k]]))
            depth_inside((50.0 + q, 45.0 + k), piece)

threads = [threading.Thread(target=ask, args=(k,)) for k in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("alive")
"""


@pytest.mark.ci
def test_eight_threads_that_ask_of_one_piece_do_not_crash() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EIGHT_ASK], cwd=HOUSE, capture_output=True, text=True, timeout=240, check=False
    )
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr


def in_another_thread(make: object) -> object:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(make()))  # type: ignore[operator]
    thread.start()
    thread.join()
    return found[0]


def test_a_geometry_belongs_to_the_thread_that_asked_for_it() -> None:
    stand, piece = Stand("a", "x", "soldier", 1, 2, 3, 2, 2), Piece("p", "wood", ((0, 0), (9, 0), (9, 9)))
    assert footprint(stand) is footprint(stand)
    assert piece_polygon(piece) is piece_polygon(piece)
    assert in_another_thread(lambda: footprint(stand)) is not footprint(stand)
    assert in_another_thread(lambda: piece_polygon(piece)) is not piece_polygon(piece)


def test_a_cache_per_thread_forgets_what_was_asked_for_longest_ago() -> None:
    made: list[int] = []

    @cached_per_thread(maxsize=2)
    def square(x: int) -> int:
        made.append(x)
        return x * x

    assert [square(x) for x in (1, 2, 1, 3, 1, 2)] == [1, 4, 1, 9, 1, 4]
    assert made == [1, 2, 3, 2]


def shared_caches() -> dict[str, str]:
    """Return the functions with a cache that all threads share, by place, and their signatures as text."""
    found = {}
    for package in ("table", "rules", "vision", "hardware", "calibration", "referee", "web", "cli"):
        for file in (HOUSE / package).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            if "cache" not in text:
                continue  # reading the whole house takes seconds
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef):
                    marks = {ast.unparse(mark).split("(")[0].split(".")[-1] for mark in node.decorator_list}
                    if marks & {"lru_cache", "cache", "cached_property"}:
                        signature = [*(a.annotation for a in node.args.args), node.returns]
                        found[f"{file.relative_to(HOUSE)}:{node.lineno}"] = " ".join(
                            ast.unparse(one) for one in signature if one is not None
                        )
    return found


@pytest.mark.ci
def test_no_cache_that_threads_share_holds_geometry() -> None:
    caches = shared_caches()
    assert len(caches) > 10  # it finds them at all
    assert {where: what for where, what in caches.items() if any(word in what for word in GEOMETRY)} == {}


def test_contains_xy_prepares_what_it_is_given() -> None:
    """The reason for all this; the day it no longer holds, prepared geometry is still not safe (libgeos issue 825)."""
    square = shapely.box(0, 0, 1, 1)
    assert not shapely.is_prepared(square)
    shapely.contains_xy(square, 0.5, 0.5)
    assert shapely.is_prepared(square)
