"""How exact stands on hills are: rendered tables with truth, measured with and without their terrain file.

python benchmarks/heights.py FOLDER TABLE.toml...   the folder has NAME.jpg, NAME.roster.toml, NAME.terrain.toml and
                                                    NAME.truth.json for each NAME.table.toml
python benchmarks/heights.py rendered [COUNT [4K] [carved]]   tables of its own (hill_pictures.py), at 1080p or 4K
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from hill_pictures import Hills, hills

from calibration.profile import parse_table
from table.notation.roster_file import parse_roster
from table.notation.terrain_file import parse_terrain
from table.uncertainty import SIGMAS_95
from vision.measure import measure
from vision.picture import read_picture

KINDS = ("flat", "step", "slope")
OWN_KINDS = ("flat", "step", "roof", "ramp", "knoll")
LEANING = ("slope", "ramp", "knoll")
TOLD = {"none": None, "given": (0.05, False), "tops": (0.05, True), "proposed": (0.12, True)}
"""What is told of the pieces: how far off their heights are, and whether where one may stand is said."""


def kind_of(truth: dict[str, float]) -> str:
    """Return on what kind of ground a stand is."""
    if truth["tilt_deg"]:
        return "slope"
    return "step" if truth["z"] else "flat"


def in_sigmas(off: float, sigma: float) -> float:
    """Return an error in its own sigma, 0 where nothing is in doubt."""
    return off / sigma if sigma else 0.0


def errors(folder: Path, table: Path, with_terrain: bool) -> dict[str, list[tuple[float, ...]]]:
    """Return by kind of ground: place off in mm, height off in mm, tilt off in degrees, each followed by its sigmas."""
    name = table.name.removesuffix(".table.toml")
    view = parse_table(table.read_text("utf-8"), str(table))
    roster = parse_roster((folder / f"{name}.roster.toml").read_text("utf-8"))
    terrain = parse_terrain((folder / f"{name}.terrain.toml").read_text("utf-8")) if with_terrain else ()
    truth = {told["name"]: told for told in json.loads((folder / f"{name}.truth.json").read_text("utf-8"))["stands"]}
    measured = measure(read_picture(folder / f"{name}.jpg", colour=False), view, roster, name, terrain)
    found: dict[str, list[tuple[float, ...]]] = {kind: [] for kind in KINDS}
    for stand in measured.stands:
        is_so = truth[stand.name]
        off = float(np.hypot(stand.x - is_so["x"], stand.y - is_so["y"]))
        z, tilt = stand.z_cm - is_so["z"], stand.tilt_deg - is_so["tilt_deg"]
        found[kind_of(is_so)].append((
            10 * off, off / np.sqrt(2) / stand.sigma_cm, 10 * z, in_sigmas(z, stand.sigma_z_cm),
            tilt, in_sigmas(tilt, stand.sigma_tilt_deg),
        ))  # fmt: skip
    return found


def own_errors(table: Hills, told: str, dice: np.random.Generator) -> Iterable[tuple[str, list[float]]]:
    """Yield each stand's kind of ground and its x, y and z off in cm and tilt in degrees, then the same in sigmas."""
    given = TOLD[told]
    terrain = () if given is None else table.ruled(dice, *given)
    for stand in measure(table.picture, table.view, table.roster, "", terrain).stands:
        true = table.truth[stand.name]
        off = (stand.x - true.x, stand.y - true.y, stand.z_cm - true.z_cm, stand.tilt_deg - true.tilt_deg)
        sigmas = (stand.sigma_cm, stand.sigma_cm, stand.sigma_z_cm, stand.sigma_tilt_deg)
        yield table.kinds[stand.name], [*off, *map(in_sigmas, off, sigmas)]


def rendered(count: int, size: str, knoll: str) -> None:
    """Print a line for each kind of ground of tables of its own: rms, rms in sigmas, the share within 1.96 of them."""
    found: dict[tuple[str, str], list[list[float]]] = {(told, kind): [] for told in TOLD for kind in OWN_KINDS}
    for seed in range(count):
        table = hills(seed, size, knoll)
        for told in TOLD:
            for kind, row in own_errors(table, told, np.random.default_rng([seed, 20])):
                found[told, kind].append(row)
    print(f"{count} tables of its own, {size}{', the knoll carved by hand' if knoll == 'carved' else ''}")
    head = "terrain   ground  stands  place mm  in sigmas  within 95 %  height mm  in sigmas  within 95 %"
    print(f"{head}  tilt °  in sigmas")
    for (told, kind), rows in found.items():
        off = np.array(rows)
        rms, held = np.sqrt((off**2).mean(axis=0)), np.abs(off) < SIGMAS_95
        place = f"{10 * np.hypot(*rms[:2]):8.3f}  {np.hypot(*rms[4:6]) / 2**0.5:9.2f}  {held[:, 4:6].mean():11.1%}"
        high = f"{10 * rms[2]:9.2f}  {rms[6]:9.2f}  {held[:, 6].mean():11.1%}" if kind != "flat" else ""
        lean = f"{rms[3]:6.2f}  {rms[7]:9.2f}" if kind in LEANING else ""
        print(f"{told:<8}  {kind:<6}  {len(rows):6}  {place}  {high}  {lean}".rstrip())


def main(arguments: list[str]) -> int:
    """Print a line for each kind of ground."""
    if arguments[:1] == ["rendered"]:
        size, knoll = "4K" if "4K" in arguments else "1080p", "carved" if "carved" in arguments else "knoll"
        rendered(int(arguments[1]) if len(arguments) > 1 else 20, size, knoll)
        return 0
    if len(arguments) < 2:
        sys.exit(__doc__)
    folder, tables = Path(arguments[0]), [Path(name) for name in arguments[1:]]
    print("terrain  ground  stands  place mm  in sigmas  height mm  in sigmas  tilt °  in sigmas   (root mean squares)")
    for with_terrain in (False, True):
        several = [errors(folder, table, with_terrain) for table in tables]
        for kind in KINDS:
            rows = [row for found in several for row in found[kind]]
            rms = np.sqrt(np.mean(np.square(rows), axis=0)) if rows else np.zeros(6)
            lean = f"  {rms[4]:6.2f}  {rms[5]:9.2f}" if kind in LEANING else ""
            print(f"{'given' if with_terrain else 'none':<7}  {kind:<6}  {len(rows):6}  {rms[0]:8.3f}  {rms[1]:9.2f}  "
                  f"{rms[2]:9.2f}  {rms[3]:9.2f}{lean}")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
