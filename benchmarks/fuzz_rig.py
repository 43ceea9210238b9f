"""A million spoilt lines to the rig's parser: no exception, no shot that was not fired, bounded memory.

    python benchmarks/fuzz_rig.py [LINES] [SEED]

Every line begins as one that a rig says, and is then spoilt in one to four ways (bits turned, characters replaced by
others that a line may hold, put in, taken out, doubled, moved, two lines spliced, cut off) or is noise that begins like
a line; a quarter of those that are no shot get a fresh CRC of their own, as a rig with a bug would send them, so that
what stands behind the CRC is tried as well. `rejected: CHECK` is what CRC-16 alone would have let through. Bytes arrive
in pieces of random size. Afterwards, if atheris is installed, the same is asked of libFuzzer, which looks for new paths
through the parser (a fifth as many: each is fed twice).
"""

import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from hardware.kinds import DAY_MS, GATE_LATEST, LONG, WORD
from hardware.lines import MOST_RIG_BYTES, Line, crc16_ccitt_false, encode
from hardware.messages import ClockReading, Flag, Lever, LeverState, Message, RigWarning, ShotSensed, Trouble
from hardware.parser import Parser

LINES, BATCH = 1_000_000, 500
ALPHABET = b"0123456789ABCDEF -$*SHOTLEVRWNCK?\r\n"


def a_message(dice: random.Random) -> Message:
    rig, time_us = f"R-{dice.randrange(WORD):04X}", dice.randrange(LONG)
    match dice.randrange(8):
        case 0:
            return Lever(rig, dice.choice(list(LeverState)), time_us)
        case 1:
            return RigWarning(rig, dice.choice(list(Trouble)), dice.randrange(DAY_MS), time_us)
        case 2:
            return ClockReading(rig, dice.randrange(WORD), dice.randint(1, WORD), dice.randrange(100_000), time_us)
        case _:
            gates = [dice.randrange(GATE_LATEST) if dice.random() < 0.8 else None for _ in range(2)]
            flags = {Flag.RESENT} if dice.random() < 0.3 else set()
            if gates == [None, None]:
                flags.add(Flag.MISFIRE)
            return ShotSensed(
                rig, dice.randint(1, 5000), dice.randint(1, 300), dice.randrange(100_000), time_us,
                dice.randrange(200_000), gates[0], gates[1], None, frozenset(flags),
            )  # fmt: skip


def spoil(line: bytes, other: bytes, dice: random.Random) -> bytes:
    """Return the line spoilt in one way."""
    at = dice.randrange(len(line)) if line else 0
    end = min(len(line), at + dice.randint(1, 6))
    before, middle, after = line[:at], line[at:end], line[end:]
    return dice.choice([
        before + bytes(byte ^ dice.getrandbits(8) for byte in middle) + after,
        before + bytes([dice.choice(ALPHABET)]) + line[at + 1 :],
        before + bytes([dice.choice(b"0123456789")]) + line[at + 1 :],
        before + bytes(dice.choices(ALPHABET, k=dice.randint(1, 5))) + line[at:],
        before + after,
        before + middle + middle + after,
        before + after + middle,
        before + other[dice.randrange(len(other)) :],
    ])  # fmt: skip


def fuzzed(line: bytes, other: bytes, dice: random.Random) -> bytes:
    """Return a line that is spoilt, or noise, perhaps with a CRC that fits."""
    if dice.random() < 0.1:
        return b"$1 %d SHOT " % dice.randrange(256) + bytes(dice.choices(ALPHABET[:22], k=dice.randrange(90))) + b"\n"
    spoilt = line
    while spoilt == line:
        for _ in range(dice.randint(1, 4)):
            spoilt = spoil(spoilt, other, dice)
    if dice.random() < 0.25 and b"*" in spoilt and b"SHOT" not in spoilt:
        body = spoilt[1 : spoilt.index(b"*")]
        spoilt = b"$%s*%04X\n" % (body, crc16_ccitt_false(body))
    return spoilt


def fuzz(lines: int, seed: int) -> Counter[str]:
    """Feed so many spoilt lines and count what came out; `false shots` are those that nobody fired."""
    dice, parser, counted = random.Random(seed), Parser(), Counter[str]()
    for _ in range(0, lines, BATCH):
        messages = [a_message(dice) for _ in range(BATCH)]
        fired = {message for message in messages if isinstance(message, ShotSensed)}
        said = [encode(message, number % 256) for number, message in enumerate(messages)]
        data = b"".join(fuzzed(line, dice.choice(said), dice) for line in said)
        begin = 0
        while begin < len(data):
            end = begin + dice.randint(1, 300)
            for found in parser.feed(data[begin:end]):
                if not isinstance(found, Line):
                    counted[f"rejected: {found.reason}"] += 1
                elif not isinstance(found.message, ShotSensed):
                    counted["other messages read"] += 1
                else:
                    counted["shots read as they were fired" if found.message in fired else "false shots"] += 1
            begin = end
            counted["most bytes held"] = max(counted["most bytes held"], len(parser._held))
        counted["lines"] += BATCH
    return counted


def main() -> None:
    lines, seed = (int(word) for word in (*sys.argv[1:], *(str(LINES), "1")[len(sys.argv) - 1 :]))
    began = time.perf_counter()
    counted = fuzz(lines, seed)
    print(f"{counted['lines']:,} spoilt lines (seed {seed}) in {time.perf_counter() - began:.0f} s")
    for name, count in sorted(counted.items()):
        print(f"  {name:<34}{count:>10,}")
    failed = counted["false shots"] > 0 or counted["most bytes held"] >= MOST_RIG_BYTES
    libfuzzer = subprocess.run(
        [sys.executable, Path(__file__).with_name("fuzz_rig_atheris.py"), str(lines // 5), str(seed)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    print(libfuzzer.stdout, end="")
    if libfuzzer.returncode:
        print(libfuzzer.stderr[-2000:])
    sys.exit(failed or libfuzzer.returncode != 0)


if __name__ == "__main__":
    main()
