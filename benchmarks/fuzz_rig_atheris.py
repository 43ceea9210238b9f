"""libFuzzer's turn at the rig's parser: new paths, guided by coverage (fuzz_rig.py starts it).

    python benchmarks/fuzz_rig_atheris.py [RUNS] [SEED]

Needs atheris (`pip install atheris`), which is no dependency of Vedette's; without it, it says so and is done.
"""

import random
import sys
import tempfile
from pathlib import Path

try:
    import atheris
except ImportError:
    print("atheris is not installed: libFuzzer was not asked")
    sys.exit(0)

with atheris.instrument_imports(include=["hardware"], enable_loader_override=False):
    import fuzz_rig

    from hardware.lines import MOST_RIG_BYTES, Line, encode
    from hardware.messages import ShotSensed
    from hardware.parser import Parser, Reject

FIRED: set[ShotSensed] = set()


def one_input(data: bytes) -> None:
    """Feed the bytes whole and in two pieces: the same comes out, and no shot that was not in the seeds."""
    parser, pieces = Parser(), Parser()
    whole = parser.feed(data)
    middle = data[0] % len(data) if data else 0
    if pieces.feed(data[:middle]) + pieces.feed(data[middle:]) != whole or len(parser._held) >= MOST_RIG_BYTES:
        raise AssertionError(f"split at {middle}: {data!r}")
    for found in whole:
        assert isinstance(found, (Line, Reject))
        if isinstance(found, Line) and isinstance(found.message, ShotSensed) and found.message not in FIRED:
            raise AssertionError(f"a shot that was not fired: {data!r}")


def main() -> None:
    runs, seed = (int(word) for word in (*sys.argv[1:], *("1000000", "1")[len(sys.argv) - 1 :]))
    dice = random.Random(seed)
    with tempfile.TemporaryDirectory() as corpus:
        for number in range(200):
            message = fuzz_rig.a_message(dice)
            line = encode(message, number)
            (read,) = Parser().feed(line)
            if isinstance(read, Line) and isinstance(read.message, ShotSensed):
                FIRED.add(read.message)
            Path(corpus, str(number)).write_bytes(line)
        print(f"libFuzzer (atheris): {runs:,} runs from 200 lines, seed {seed}: ", end="", flush=True)
        options = [f"-atheris_runs={runs}", f"-seed={seed}", "-max_len=400", "-close_fd_mask=2"]
        atheris.Setup([sys.argv[0], *options, corpus], one_input)
        try:
            atheris.Fuzz()
        except SystemExit as done:
            if done.code:
                raise
            print("no exception, no false shot, the same whole and in pieces")


if __name__ == "__main__":
    main()
