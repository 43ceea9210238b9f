"""The whole accuracy table of the scenes that travel with the repository, held to its bounds."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCENES = ROOT / "tests" / "data" / "scenes"

pytestmark = pytest.mark.prove


@pytest.fixture(scope="module")
def accuracy() -> ModuleType:
    spec = importlib.util.spec_from_file_location("accuracy", ROOT / "benchmarks" / "accuracy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["accuracy"] = module  # its dataclass looks itself up
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("folder", "place_mm", "pair_mm", "heading_deg"), [("hd", 0.05, 0.1, 0.08), ("uhd", 0.02, 0.04, 0.04)]
)
def test_every_stand_is_seen_and_well_within_half_a_millimetre(accuracy, tell, folder, place_mm, pair_mm, heading_deg):
    text, whole = accuracy.report(SCENES / folder)
    tell(text)
    assert whole.on_roster == {"hd": 184, "uhd": 32}[folder]
    assert whole.seen == whole.on_roster
    assert whole.false_ids == 0
    assert accuracy.rms(whole.offsets_mm) * 2**0.5 < place_mm
    assert accuracy.np.percentile(whole.pairs_mm, 95) < pair_mm
    assert accuracy.rms(whole.headings_deg) < heading_deg
    assert 0.6 < accuracy.rms(whole.in_sigmas) < 1.3
    assert 0.6 < accuracy.rms(whole.headings_in_sigmas) < 1.3
