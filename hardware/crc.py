"""The two checks of the rig's lines: CRC-16/CCITT-FALSE on every line, CRC-16/ARC inside the lines that count shots."""

from binascii import crc_hqx


def crc16_ccitt_false(data: bytes) -> int:
    """Return CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF): 0x29B1 for `123456789`."""
    return crc_hqx(data, 0xFFFF)


def crc16_arc(data: bytes) -> int:
    """Return CRC-16/ARC (polynomial 0x8005 from the low bit, start 0): 0xBB3D for `123456789`."""
    rest = 0
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0xA001 if rest & 1 else 0)
    return rest
