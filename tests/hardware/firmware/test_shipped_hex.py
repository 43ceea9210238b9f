"""The firmware that is shipped built is what its sources build; what the documents say of its size is so."""

import re
import subprocess
from pathlib import Path

import pytest
from simulated_rig import FIRMWARE

DOCUMENT = FIRMWARE.parents[1] / "docs" / "rig.md"


def contents(hex_file: str) -> bytes:
    """Return the program of an Intel HEX file, each line's checksum checked."""
    program = b""
    for line in hex_file.split():
        record = bytes.fromhex(line.removeprefix(":"))
        assert sum(record) % 256 == 0
        if record[3] == 0:
            assert int.from_bytes(record[1:3]) == len(program)
            program += record[4:-1]
    return program


def same_toolchain() -> None:
    """Skip unless this is what the shipped file was built with."""
    here = subprocess.run(
        ["make", "-s", "-C", FIRMWARE, "toolchain"], capture_output=True, encoding="utf-8", check=True
    )
    there = (FIRMWARE / "rig.hex.toolchain").read_text(encoding="utf-8")
    if here.stdout.strip() != there.strip():
        pytest.skip(f"rig.hex was built with {there.strip()}, here is {here.stdout.strip()}")


def test_the_shipped_hex_is_what_the_sources_build(built: Path):
    same_toolchain()
    shipped = (FIRMWARE / "rig.hex").read_text(encoding="ascii")
    assert contents(shipped) == contents((built / "rig.hex").read_text(encoding="ascii")), "run `make hex`"


def test_the_shipped_hex_fits_below_every_boot_loader():
    program = contents((FIRMWARE / "rig.hex").read_text(encoding="ascii"))
    assert 5_000 < len(program) <= 32_768 - 2048


def test_the_size_in_the_document_is_so(built: Path):
    same_toolchain()
    sizes = subprocess.run(["avr-size", built / "rig.elf"], capture_output=True, encoding="ascii", check=True).stdout
    text, data, bss = map(int, sizes.splitlines()[1].split()[:3])
    said = re.search(r"([\d,]+) of 32,768 bytes of flash and ([\d,]+) of 2,048", DOCUMENT.read_text(encoding="utf-8"))
    assert said is not None
    assert [int(number.replace(",", "")) for number in said.groups()] == [text + data, data + bss]
