"""What tests of several packages ask for: a PostgreSQL, and a place for a journal on each database."""

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from postgres import Cluster, programs

# How long an example takes says how busy the machine is, not whether it holds.
SLOW = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
# The same examples every time: red by luck says nothing about what was changed. New ones are looked for by
# `start.py prove`, with --hypothesis-profile random.
settings.register_profile("same", derandomize=True, database=None, max_examples=25, **SLOW)
settings.register_profile("random", max_examples=500, print_blob=True, **SLOW)
settings.load_profile("same")


HERE = Path(__file__).parent


def pytest_configure(config: pytest.Config) -> None:
    """Let every other worker import the test files from the last to the first.

    Each reads then what the other has compiled; from the same end both would compile everything, 20 s on a fresh clone.
    """
    odd = getattr(config, "workerinput", {}).get("workerid", "gw0")[-1] in "13579"
    # Files that are named are never ignored.
    if odd and config.args == config.getini("testpaths") and not config.getoption("ignore"):
        config.args = [str(file) for file in sorted(HERE.rglob("test_*.py"), reverse=True)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort by files; leave to ``prove`` all but the first parameters of a test that is marked ``first(how_many)``."""
    items.sort(key=lambda item: item.path)
    met: Counter[str] = Counter()
    for item in items:
        for mark in item.iter_markers("first"):
            name = item.nodeid.partition("[")[0]
            met[name] += 1
            if met[name] > mark.args[0]:
                item.add_marker("prove")


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over what stays: looking through all tests again and again took a thirteenth."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def collected_as_usual() -> Iterator[None]:
    """Take back what a server that was tried in this process told the garbage collector (cli/memory.py)."""
    usual = gc.get_threshold()
    yield
    if gc.get_threshold() != usual:  # counting what is frozen takes longer than many a test
        gc.set_threshold(*usual)
        gc.unfreeze()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server of the tests' own."""
    binaries = programs()
    if binaries is None:
        pytest.skip("no PostgreSQL here: install it (Debian: apt-get install postgresql)")
    pytest.importorskip("psycopg", reason="no PostgreSQL driver here: install psycopg[binary]")
    cluster = Cluster(binaries)
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a new journal may be: a file, then a database."""
    if request.param == "sqlite":
        return tmp_path / "match.sqlite"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new()
