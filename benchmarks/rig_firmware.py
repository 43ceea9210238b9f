"""The rig's firmware as built, on a simulated chip, read by the real link: gate times, cut cables, brown-outs.

python benchmarks/rig_firmware.py [--short] [--seed N]
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from rig_trials import Evening, Trial, brown_outs, cuts, shots_across, timing
from simulated_rig import build, missing

ALLOWED_US = 2.0
_WRAPS = {
    "the 32-bit count of half microseconds (35.8 min)": 2**31 / 1e6,
    "the 32-bit rig time (71.6 min)": 2**32 / 1e6,
}


def spread(name: str, errors_us: np.ndarray) -> str:
    """Return a row of the error table."""
    low, p5, middle, p95, high = np.percentile(errors_us, [0, 5, 50, 95, 100])
    rms = np.sqrt(np.mean(errors_us**2))
    return (
        f"| {name} | {len(errors_us)} | {low:+.2f} | {p5:+.2f} | {middle:+.2f} | {p95:+.2f} | {high:+.2f} | {rms:.2f} |"
    )


def size(folder: Path) -> str:
    """Return what the firmware takes of flash and memory."""
    elf = subprocess.run(["avr-size", folder / "rig.elf"], check=True, capture_output=True, encoding="ascii").stdout
    text, data, bss = map(int, elf.splitlines()[1].split()[:3])
    return f"flash {text + data} of 32768 bytes, memory {data + bss} of 2048 bytes"


def counted(name: str, trial: Trial) -> str:
    """Return a line on what came of a trial's shots."""
    return (
        f"- {name}: {trial.made} shots, {trial.kept} kept, {trial.lost} lost, {trial.doubled} doubled, "
        f"{trial.resent} of them sent again, {trial.power_lost} without times (power lost), "
        f"worst gate time {trial.worst_us:.2f} us off; {trial.notes}"
    )


def main() -> int:
    """Print the findings; 1 if anything is not as promised, or could not be tried."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if why := missing():
        print(f"not run: {why}")
        return 1
    rng = random.Random(options.seed)
    share = 10 if options.short else 1
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        print(size(folder))
        trials = []
        with Evening(folder, rng) as evening:
            trials.append(timing(evening, 200 // share))
            print("\n| us off | shots | least | 5 % | median | 95 % | most | rms |\n|---|---|---|---|---|---|---|---|")
            print(spread("gate 1 to gate 2, input capture", trials[0].gate_us))
            print(spread("lever to gate 1", trials[0].first_us))
            blind = timing(evening, 50 // share, blind=True)
            print(spread("lever to gate 2, by pin change (gate 1 blind)", blind.second_us) + "\n")
        print(counted("125 us to 100 ms, the line busy", trials[0]))
        with Evening(folder, rng) as evening:
            trials.append(cuts(evening, 50 // share))
        print(counted(f"cable cut {50 // share} times", trials[-1]))
        with Evening(folder, rng) as evening:
            trials.append(brown_outs(evening, 300 // share))
        print(counted(f"power cut {300 // share} times", trials[-1]))
        for wrap, at_s in {} if options.short else _WRAPS.items():
            with Evening(folder, rng) as evening:
                trials.append(shots_across(evening, at_s))
            print(counted(f"across {wrap}", trials[-1]))
    good = all(trial.lost == trial.doubled == 0 and trial.worst_us <= ALLOWED_US for trial in trials)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
