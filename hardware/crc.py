"""The two checks of the rig's lines: CRC-16/CCITT-FALSE on every line, CRC-16/ARC inside the lines that count shots."""


def _table(polynomial: int, reflected: bool) -> tuple[int, ...]:
    table = []
    for byte in range(256):
        rest = byte if reflected else byte << 8
        for _ in range(8):
            if reflected:
                rest = rest >> 1 ^ (polynomial if rest & 1 else 0)
            else:
                rest = (rest << 1 ^ (polynomial if rest & 0x8000 else 0)) & 0xFFFF
        table.append(rest)
    return tuple(table)


_CCITT = _table(0x1021, reflected=False)
_ARC = _table(0xA001, reflected=True)


def crc16_ccitt_false(data: bytes) -> int:
    """Return CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xFFFF): 0x29B1 for `123456789`."""
    rest = 0xFFFF
    for byte in data:
        rest = (rest << 8 ^ _CCITT[rest >> 8 ^ byte]) & 0xFFFF
    return rest


def crc16_arc(data: bytes) -> int:
    """Return CRC-16/ARC (polynomial 0x8005 from the low bit, start 0): 0xBB3D for `123456789`."""
    rest = 0
    for byte in data:
        rest = rest >> 8 ^ _ARC[(rest ^ byte) & 0xFF]
    return rest
