"""What is published: the wheel, as users have it, with nothing of the repository beside it; the sources."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest
from packages import PACKAGES

ROOT = Path(__file__).parents[2]
LEFT = shutil.ignore_patterns("tests", "node_modules", "benchmarks", "*.egg-info", "build", "__pycache__", ".*")


@pytest.mark.ci
@pytest.mark.timeout(300)
def test_a_wheel_has_every_file_and_the_doctor_of_an_installed_one_finds_nothing_wrong(tmp_path: Path) -> None:
    source, env = tmp_path / "source", tmp_path / "env"
    shutil.copytree(ROOT, source, ignore=LEFT)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    offline = ["--no-deps", "--no-index"]
    subprocess.run(
        [*pip, "wheel", *offline, "--no-build-isolation", "-w", str(tmp_path), str(source)], check=True, cwd=tmp_path
    )
    (wheel,) = tmp_path.glob("*.whl")
    in_wheel = set(zipfile.ZipFile(wheel).namelist())
    files = [file for package in PACKAGES for file in (source / package).rglob("*") if file.is_file()]
    assert {file.relative_to(source).as_posix() for file in files} - in_wheel == set(), "a page or table is left behind"
    assert any(name.endswith("licenses/LICENSE") for name in in_wheel)
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
    new = subprocess.run([str(vedette), "update"], check=True, capture_output=True, text=True, cwd=tmp_path, env=clean)
    assert "New in it:\n  - " in new.stdout  # the changelog came along
    assert {"memory", "page", "phones", "light", "this folder"} <= about.keys()


@pytest.mark.ci
def test_the_sources_have_their_documents_and_the_index_no_dead_links(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=LEFT)
    address = "https://example.org/club/vedette"
    subprocess.run(
        [sys.executable, "-c", "from setuptools.build_meta import build_sdist; build_sdist('..')"],
        check=True, cwd=source, capture_output=True, env={**os.environ, "VEDETTE_URL": address},
    )  # fmt: skip
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
        told = packed.extractfile(f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert told is not None
        metadata = told.read().decode()
    assert {"docs/index.md", "docs/images/demo.png", "CHANGELOG.md", "Dockerfile", "start.py"} <= names
    assert f"]({address}/raw/HEAD/docs/images/demo.png)" in metadata
    assert f"Project-URL: Documentation, {address}/blob/HEAD/docs/index.md" in metadata
    assert "Classifier: Topic :: Games/Entertainment :: Board Games" in metadata
    assert [link for link in re.findall(r"\]\(([^)]+)\)", metadata) if not link.startswith("https://")] == []


@pytest.mark.ci
def test_without_a_public_address_the_readme_has_no_links_of_its_own() -> None:
    readme = "![A page](docs/a.png)\n[words](docs/b.md), [there](https://example.org)"
    shown = runpy.run_path(str(ROOT / "setup.py"))["for_the_index"](readme, "")
    assert shown == "\nwords, [there](https://example.org)"
