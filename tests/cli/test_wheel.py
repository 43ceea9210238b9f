"""The doctor of a wheel that is installed, as users have it: nothing of the repository is beside it."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LEFT = shutil.ignore_patterns("tests", "node_modules", "docs", "benchmarks", "*.egg-info", "build", "__pycache__", ".*")


@pytest.mark.ci
@pytest.mark.timeout(300)
def test_the_doctor_of_an_installed_wheel_finds_nothing_wrong_with_it(tmp_path: Path) -> None:
    source, env = tmp_path / "source", tmp_path / "env"
    shutil.copytree(ROOT, source, ignore=LEFT)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    offline = ["--no-deps", "--no-index"]
    subprocess.run(
        [*pip, "wheel", *offline, "--no-build-isolation", "-w", str(tmp_path), str(source)], check=True, cwd=tmp_path
    )
    (wheel,) = tmp_path.glob("*.whl")
    venv.create(env, symlinks=os.name != "nt")
    python = env / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    subprocess.run([*pip, f"--python={python}", "install", *offline, str(wheel)], check=True, cwd=tmp_path)
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip())
    # What it needs is taken from where the tests have it, after its own.
    (site / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n")
    vedette = python.with_name("vedette.exe" if os.name == "nt" else "vedette")
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    told = subprocess.run(
        [str(vedette), "doctor", "--json"], check=True, capture_output=True, text=True, cwd=tmp_path, env=clean
    )
    report = json.loads(told.stdout)
    about = {finding["name"]: finding for finding in report["findings"]}
    assert about["packages"]["state"] == about["games"]["state"] == "good", about
    assert "ambush" in about["games"]["found"]
    assert not {"psycopg", "av"} & report["packages"].keys()  # nobody needs these who does not ask for them
    assert {"memory", "page", "phones", "light", "this folder"} <= about.keys()
