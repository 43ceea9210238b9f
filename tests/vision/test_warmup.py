"""The eye is compiled once for every state of its sources, and that is remembered."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vision.compiled import KEPT_IN, KeptByName, _kept_in
from vision.kernels.normal import solve
from vision.warmup import is_warm, warm


def test_it_is_warm_once_it_was_warmed():
    warm()
    assert is_warm()


def test_other_sources_are_kept_elsewhere(tmp_path, monkeypatch):
    before = _kept_in()
    assert _kept_in() == before
    (tmp_path / "loop.py").write_text("x = 1\n")
    monkeypatch.setattr("vision.compiled._KERNELS", tmp_path)
    one = _kept_in()
    (tmp_path / "loop.py").write_text("x = 2\n")
    assert len({before, one, _kept_in()}) == 3


def test_a_copy_in_another_folder_finds_what_was_compiled():
    assert KeptByName.get_suitable_cache_subpath("/a/vision/kernels/x.py") == "kernels"
    assert Path(solve._cache.cache_path) == KEPT_IN / "kernels"


@pytest.mark.first(1)
@pytest.mark.ci
@pytest.mark.parametrize("place", ["nowhere", "a_file"])
def test_where_nothing_can_be_kept_it_runs_all_the_same(place, tmp_path):
    (tmp_path / "a_file").write_text("")
    script = "import numpy as np; from vision.kernels.normal import solve; "
    script += "r = np.ones(1); solve(np.eye(1), r); print(r)"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "a_file" / place)}
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.stdout.strip() == "[1.]", ran.stderr
    assert Path(tmp_path / "a_file").is_file()


@pytest.mark.ci
@pytest.mark.parametrize(("place", "told"), [("kept", "True\n"), ("a_file/nowhere", "compiled here\nFalse\n")])
def test_the_compiler_ends_with_its_own_process_where_that_can_keep_it(place, told, tmp_path):
    warm()
    shutil.copytree(KEPT_IN, tmp_path / "kept")  # so that little is left to compile
    (tmp_path / "kept" / "warm").unlink()
    (tmp_path / "a_file").write_text("")
    script = "import vision.warmup as w; w.warm = lambda: print('compiled here'); w.warm_apart(); print(w.is_warm())"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / place)}
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.stdout == told, ran.stderr
