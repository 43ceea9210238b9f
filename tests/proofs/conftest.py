"""The long proofs of `start.py prove`, and their short forms, which `start.py test` runs."""

from collections.abc import Callable

import pytest


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for ``rounds`` its short number, and its long one under the mark ``prove``."""
    if "rounds" in metafunc.fixturenames:
        short, long = metafunc.module.SHORT, metafunc.module.LONG
        metafunc.parametrize(
            "rounds", [pytest.param(short, id="short"), pytest.param(long, id="long", marks=pytest.mark.prove)]
        )


@pytest.fixture
def tell(capsys: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Print a line that is seen also when the test passes: what a proof found goes to docs/prove."""

    def line(text: str) -> None:
        with capsys.disabled():
            print(f"\n  {text}", flush=True)

    return line
