"""start.py's own logic, with what it would run only written down."""

import ast
import importlib.util
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """start.py, with its environment in tmp_path/venv."""
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setenv("VEDETTE_VENV", str(tmp_path / "venv"))
    monkeypatch.setenv("VEDETTE_CHROMIUM", "/opt/my-chromium")
    return module


class Runner:
    """Stands in for subprocess.call: notes commands, makes what `python -m venv` makes, fails where told."""

    def __init__(self, fails: str | None = None) -> None:
        self.commands: list[str] = []
        self.environments: list[dict[str, str] | None] = []
        self.fails = fails

    def __call__(self, command: list[str], **named: Any) -> int:
        line = " ".join(map(str, command))
        self.commands.append(line)
        self.environments.append(named.get("env"))
        if self.fails and self.fails in line:
            return 1
        if command[1:3] == ["-m", "venv"]:
            venv = Path(command[3])
            for program in ("bin/python", "Scripts/python.exe"):
                (venv / program).parent.mkdir(parents=True)
                (venv / program).touch()
            (venv / "pyvenv.cfg").touch()
        return 0

    def count(self, words: str) -> int:
        return sum(words in command for command in self.commands)


def test_it_parses_on_old_pythons():
    """The whole file, or an old Python could not say that it is too old."""
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 4))
    assert not any(isinstance(node, ast.JoinedStr | ast.AnnAssign) for node in ast.walk(tree))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not any(argument.annotation for function in functions for argument in function.args.args)


def test_only_the_standard_library_is_used():
    tree = ast.parse((ROOT / "start.py").read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert names <= sys.stdlib_module_names
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_is_refused_in_one_line(version: tuple[int, int, int]):
    source = (ROOT / "start.py").read_text(encoding="utf-8")
    old = f"import sys; sys.version_info = {version}; exec(compile(sys.stdin.read(), 'start.py', 'exec'))"
    done = subprocess.run([sys.executable, "-c", old], input=source, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert f"needs Python 3.11 or newer, this is {version[0]}.{version[1]}" in line


def test_the_second_run_sets_nothing_up(start):
    first, second = Runner(), Runner()
    assert start.main(["demo"], first) == 0
    assert first.count("-m venv") == 1
    assert first.count("requirements.lock") == 1
    assert first.commands[-2].endswith("is_warm() or warm()")  # the first page waits for no compiler
    assert start.main(["demo"], second) == 0
    assert len(second.commands) == 1


def test_arguments_are_passed_on(start):
    runner = Runner()
    start.main(["demo", "--port", "8123", "--no-browser"], runner)
    start.main(["--port", "8124"], runner)
    start.main([], runner)
    start.main(["vedette", "measure", "a b.jpg", "--help"], runner)
    start.main(["test", "tests/cli", "-x"], runner)
    ran = [
        c.partition("venv" + os.sep)[2]
        for c in runner.commands
        if not {"pip", "venv", "vision.warmup"} & set(c.split())
    ]
    ran = [c.partition(os.sep)[2] for c in ran if c]
    assert ran == [
        "vedette demo --port 8123 --no-browser",
        "vedette demo --port 8124",
        "vedette demo",
        "vedette measure a b.jpg --help",
        "python -m pytest -m not prove tests/cli -x",
    ]
    told = runner.environments[-1] or {}
    assert told["VEDETTE_CHROMIUM"] == "/opt/my-chromium"
    assert told["PYTHONDONTWRITEBYTECODE"] == ""  # whatever this machine says
    start.main(["test", "-m", "not prove"], runner)
    assert runner.commands[-1].endswith("python -m pytest -n auto --maxprocesses 4 --dist worksteal -m not prove")
    start.main(["test", "tests/cli", "-m", "ci"], runner)
    assert runner.commands[-1].endswith("python -m pytest tests/cli -m ci")


def test_the_tests_add_their_packages_to_the_demos(start, tmp_path: Path):
    runner = Runner()
    start.main(["demo"], runner)
    start.main(["test"], runner)
    start.main(["demo"], runner)
    assert runner.count("-m venv") == 1
    assert runner.count("requirements.lock") == 1
    assert runner.count("requirements-dev.lock") == 1
    assert runner.count("--editable") == 2
    assert start.read_stamp(str(tmp_path / "venv"))[0] == "dev"


@pytest.mark.parametrize("fails", ["-m venv", "--require-hashes", "--editable"])
def test_a_set_up_that_broke_off_is_begun_afresh(start, tmp_path: Path, capsys, fails: str):
    assert start.main(["demo"], Runner(fails)) == 2
    assert "start.py: " in capsys.readouterr().err.splitlines()[-1]
    (tmp_path / "venv" / "half-installed").touch()
    again = Runner()
    assert start.main(["demo"], again) == 0
    assert again.count("-m venv") == 1
    assert not (tmp_path / "venv" / "half-installed").exists()


@pytest.mark.parametrize(("fails", "tried"), [("requirements-uv.lock", 0), ("uv pip install", 2)])
def test_where_uv_fails_or_cannot_be_had_pip_installs_it_all(start, fails: str, tried: int):
    runner = Runner(fails)
    assert start.main(["demo"], runner) == 0
    assert runner.count("uv pip install") == tried
    for wanted in ("requirements.lock", "--editable"):
        assert [c for c in runner.commands if wanted in c and "-m pip" in c]


def test_where_programs_may_not_run_beside_temporary_files_pip_installs_it_all(start):
    class Forbidding(Runner):
        def __call__(self, command: list[str], **named: Any) -> int:
            if command[1:3] == ["pip", "install"]:
                raise PermissionError(13, "Permission denied", command[0])
            return super().__call__(command, **named)

    runner = Forbidding()
    assert start.main(["demo"], runner) == 0
    assert runner.count("-m pip") == 3


def test_what_uv_installs_pip_does_not_install_again(start):
    runner = Runner()
    assert start.main(["demo"], runner) == 0
    assert runner.count("uv pip install") == 2
    assert runner.count("-m pip") == 1  # uv itself


def test_a_kill_while_packages_are_added_is_mended_too(start, tmp_path: Path):
    start.main(["demo"], Runner())

    def killed(command: list[str], **named: Any) -> int:
        raise KeyboardInterrupt

    assert start.main(["test"], killed) == 130
    again = Runner()
    start.main(["demo"], again)
    assert again.count("-m venv") == 1


def test_another_lock_file_or_place_is_another_environment(start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    mark = start.fingerprint(str(tmp_path), "venv")
    assert mark == start.fingerprint(str(tmp_path), "venv")
    assert mark != start.fingerprint(str(tmp_path), "other")
    project = (tmp_path / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(project.replace("line-length = 120", "line-length = 100"), "utf-8")
    assert mark == start.fingerprint(str(tmp_path), "venv")
    (tmp_path / "pyproject.toml").write_text(project.replace('"segno', '"x", "segno'), "utf-8")
    assert mark != start.fingerprint(str(tmp_path), "venv")
    (tmp_path / "pyproject.toml").write_text(project, "utf-8")
    (tmp_path / "requirements-dev.lock").write_text("another", encoding="utf-8")
    assert mark != start.fingerprint(str(tmp_path), "venv")


@pytest.mark.parametrize(
    ("stamp", "level", "todo"),
    [
        (("run", "now"), "run", "nothing"),
        (("dev", "now"), "run", "nothing"),
        (("dev", "now"), "dev", "nothing"),
        (("run", "now"), "dev", "add"),
        (("dev", "before"), "dev", "rebuild"),
        (("building", ""), "run", "rebuild"),
        (("", ""), "run", "rebuild"),
    ],
)
def test_plan(start, stamp: tuple[str, str], level: str, todo: str):
    assert start.plan(stamp, "now", level) == todo


def test_an_environment_whose_python_has_gone_is_rebuilt(start, tmp_path: Path):
    start.main(["demo"], Runner())
    for program in ("bin/python", "Scripts/python.exe"):
        (tmp_path / "venv" / program).unlink()
    again = Runner()
    start.main(["demo"], again)
    assert again.count("-m venv") == 1


def test_a_folder_that_is_no_environment_is_never_deleted(start, tmp_path: Path, capsys):
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / "thesis.txt").touch()
    assert start.main(["demo"], Runner()) == 2
    assert (tmp_path / "venv" / "thesis.txt").exists()
    assert "is not a Python environment" in capsys.readouterr().err


def test_without_ensurepip_and_root_the_one_command_is_said(start, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(start, "can_apt", lambda: False)
    monkeypatch.setattr(start.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert start.main(["demo"], Runner("import ensurepip")) == 2
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    assert f"sudo apt-get install {package}" in capsys.readouterr().err


def test_without_ensurepip_root_gets_debians(start, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(start, "can_apt", lambda: True)
    monkeypatch.setattr(start.shutil, "which", lambda name: f"/usr/bin/{name}")
    runner = Runner("import ensurepip")
    assert start.main(["demo"], runner) == 0
    assert runner.count("apt-get install -y -qq --no-install-recommends python3.") == 1


def test_without_chromium_the_tests_run_all_the_same(start, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.delenv("VEDETTE_CHROMIUM")
    monkeypatch.setattr(start.shutil, "which", lambda name: None)
    runner = Runner()
    assert start.main(["test"], runner) == 0
    assert runner.count("-m pytest") == 1
    assert "browser tests will be skipped" in capsys.readouterr().err


@pytest.mark.parametrize("there", ["chromium-headless-shell", "chromium"])
def test_the_shell_is_installed_or_where_there_is_no_such_package_chromium(
    start, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VEDETTE_CHROMIUM")
    monkeypatch.setattr(start, "can_apt", lambda: True)
    tried: list[str] = []
    monkeypatch.setattr(start, "apt_install", lambda package, run: tried.append(package) or package == there)
    monkeypatch.setattr(start.shutil, "which", lambda name: f"/usr/bin/{name}" if name in tried else None)
    assert start.browser(Runner()) == f"/usr/bin/{there}"
    assert tried[-1] == there


def test_two_at_once_do_not_build_together(start, tmp_path: Path):
    """While one holds the lock the other waits and says so; then it comes through."""
    venv = str(tmp_path / "venv")
    code = (
        "import importlib.util, sys\n"
        "spec = importlib.util.spec_from_file_location('start', sys.argv[1])\n"
        "start = importlib.util.module_from_spec(spec); spec.loader.exec_module(start)\n"
        "with start.one_at_a_time(sys.argv[2]): print('in')\n"
    )
    with start.one_at_a_time(venv):
        command = [sys.executable, "-c", code, str(ROOT / "start.py"), venv]
        other = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert other.stderr is not None
        assert "waiting" in other.stderr.readline()
        assert other.poll() is None
    out, _ = other.communicate(timeout=60)
    assert (other.returncode, out) == (0, "in\n")


@pytest.mark.ci
def test_prove_keeps_what_the_proofs_print(start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    (tmp_path / "good.py").write_text("print('seen 98 of 100')", encoding="utf-8")
    (tmp_path / "bad.py").write_text("raise SystemExit(3)", encoding="utf-8")
    monkeypatch.setattr(start, "HERE", str(tmp_path))
    monkeypatch.setattr(start, "set_up", lambda level, run: "venv")
    monkeypatch.setattr(start, "TESTED", {"studies": ["good.py"]})
    monkeypatch.setattr(start, "in_venv", lambda venv, name: sys.executable)
    monkeypatch.setattr(start, "PROOFS", ("good.py", "missing.py"))
    assert start.main(["prove"], Runner()) == 0
    assert (tmp_path / "docs" / "prove" / "good.txt").read_text(encoding="utf-8") == "seen 98 of 100\n"
    monkeypatch.setattr(start, "PROOFS", ("good.py", "bad.py"))
    assert start.main(["prove"], Runner()) == 1
    assert "Failed: bad" in capsys.readouterr().err
    assert start.main(["prove", "good", "studies"], Runner()) == 0
    assert start.main(["prove", "god"], Runner()) == 2
    assert capsys.readouterr().err.endswith("start.py: no such proof: god (studies, good, bad)\n")


def test_every_proof_on_the_list_is_there(start):
    scripts = {f"benchmarks/{f.name}" for f in (ROOT / "benchmarks").glob("*.py") if "__main__" in f.read_text("utf-8")}
    # One compares interpreters, one revisions, one weighs memory as long as it is told, one breaks the code for an hour
    # to see whether the tests notice, one takes pictures of every page to compare with others, one those of docs, one
    # draws plots with a package that Vedette has not, two want tables calibrated before, two are the other end of
    # another, two are run by tests/proofs.
    by_hand = {
        "benchmarks/opencv_versions.py",
        "benchmarks/costs.py",
        "benchmarks/docs_images.py",
        "benchmarks/height_map.py",
        "benchmarks/heights.py",
        "benchmarks/memory.py",
        "benchmarks/mutants.py",
        "benchmarks/page_pictures.py",
        "benchmarks/plots.py",
        "benchmarks/serving_crash.py",
        "benchmarks/serving_crowd.py",
        "benchmarks/serving_fuzz.py",
        "benchmarks/fuzz_rig_atheris.py",
    }
    assert set(start.PROOFS) == scripts - by_hand


def test_an_unknown_verb_is_one_line(start, capsys):
    assert start.main(["tets"], Runner()) == 2
    assert capsys.readouterr().err == "start.py: no such verb: tets (demo, test, prove or vedette; see --help)\n"
