"""The table that `sim:` shows: an Ambush skirmish round a farm, an argument ready to be settled."""

from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Piece

_SOLDIERS = {
    "us": (
        (22, 22, 60), (27, 18, 75), (33, 24, 85), (41.5, 32, 70), (18, 34, 55), (47, 21, 95),
        (53, 27, 80), (12, 48, 20), (66, 16, 100), (73, 22.5, 95), (84, 28, 110), (97, 17, 120),
    ),
    "de": (
        (44, 58.5, 255), (49, 59, 265), (54, 58.5, 275), (70, 71, 250), (76, 76, 245), (31, 78, 285),
        (24, 84, 290), (88, 66, 230), (94, 72, 235), (104, 60, 215), (60, 88, 265), (109, 84, 225),
    ),
}  # fmt: skip
_VEHICLES = (
    ("us-tank-1", "us", "Sherman", 58, 10, 92), ("us-truck", "us", "GMC truck", 82, 8, 75),
    ("us-tank-2", "us", "Stuart", 30, 9, 85), ("de-tank-1", "de", "Panzer IV", 66, 60, 262),
    ("de-tank-2", "de", "StuG III", 100, 90, 240), ("de-truck", "de", "Opel Blitz", 42, 92, 280),
)  # fmt: skip
_STREAM = (
    (-2, 63), (9, 60), (13, 61.6), (16, 64), (20.4, 68), (22, 72), (21.6, 77), (20, 84), (21, 93), (24, 102),
    (20, 102), (17, 93), (16, 85), (17.8, 78), (18, 73), (16.6, 69.6), (14, 67), (11, 64.5), (8, 63.4), (-2, 66.5),
)  # fmt: skip
_PIECES = (
    Piece("stream", "stream", _STREAM),
    Piece("field", "field", ((86, 33), (108, 31), (109.5, 48), (88, 50))),
    Piece("farm", "house", ((62, 40), (71.5, 38.2), (73.2, 46.1), (63.7, 47.9)), 6.5),
    Piece("barn", "house", ((49.5, 44), (54.5, 44.6), (53.6, 52.6), (48.6, 52)), 5.5),
    Piece("hedge-1", "hedge", ((38, 54.2), (60, 55), (60, 56), (38, 55.2)), 1.6),
    Piece("hedge-2", "hedge", ((28, 36), (29, 35.7), (34.5, 49.5), (33.5, 50)), 1.6),
    Piece("wall-1", "wall", ((74, 53), (92, 55.5), (91.9, 56.3), (73.9, 53.8)), 1.2),
    Piece("fence-1", "fence", ((85, 31.4), (109, 29.4), (109, 29.8), (85, 31.8)), 1.2),
    Piece("trench-1", "trench", ((81, 80), (93, 77.5), (93.6, 79.8), (81.6, 82.4))),
    Piece("wood-1", "wood", ((3, 4), (17, 3), (19, 12), (10, 17), (2, 13)), 6.0),
    Piece("wood-2", "wood", ((97, 52), (112, 50), (117, 60), (112, 71), (100, 68)), 6.0),
    Piece("bush-1", "bush", ((36, 66), (41, 65), (42, 69), (37, 70))),
    Piece("ruins-1", "ruins", ((52, 68), (61, 67), (62, 75), (53, 76)), 3.0),
)  # fmt: skip


def demo_snapshot() -> Snapshot:
    """Return the built-in table: 120 x 100 cm, 24 soldiers, 6 vehicles, 13 pieces."""
    stands = [
        Stand(f"{side}-{i}", side, "soldier", x, y, heading, 2.0, 1.6)
        for side, places in _SOLDIERS.items()
        for i, (x, y, heading) in enumerate(places, start=1)
    ]
    stands += [Stand(name, side, "vehicle", x, y, h, 3.2, 7.0, unit=unit) for name, side, unit, x, y, h in _VEHICLES]
    return Snapshot(120.0, 100.0, tuple(stands), _PIECES)
