"""What every face of the dice does to every kind of unit in ranged combat, and what is left of it (C10.5, C3.1)."""

from collections import Counter
from itertools import product

import pytest
from ancients_oracle import BLOCKS, FACES, SYMBOL, lost
from ancients_tables import FAR, NEAR, SETTINGS, UNITS, Man, ruled

from rules.ruling import Ruling


def shot_at(kind: str, faces: tuple[str, ...], blocks: int | None = None, led: bool = False, dice: int = 2) -> Ruling:
    state = () if blocks is None else (("blocks", blocks),)
    men = [Man("shooter", NEAR, "light_infantry_bow", (5, 2)), Man("target", FAR, kind, (8, 2), state)]
    men += [Man("led", FAR, "leader", (8, 2))] if led else []
    options = SETTINGS | {"dice_still": dice}
    return ruled(men, {"type": "shoot", "actor": "shooter", "target": "target"}, faces, settings=options)


def told(ruling: Ruling, kind: str, stand: str = "target") -> list[dict[str, object]]:
    return [dict(e.values) for e in ruling.effects if e.type == kind and e.stand == stand]


def banners(ruling: Ruling) -> int:
    return sum(int(e.values.get("count", 1)) for e in ruling.effects if e.type == "banner" and e.values["side"] == NEAR)


@pytest.mark.parametrize("kind", [*UNITS, "leader"])
def test_every_pair_of_faces(kind: str) -> None:
    for faces in product(FACES, repeat=2):
        ruling = shot_at(kind, faces)
        hits = lost(kind, faces)
        assert ruling.verdict == "allowed"
        gone = hits == BLOCKS[kind]
        assert bool(told(ruling, "remove")) == gone, faces
        assert banners(ruling) == gone
        if kind != "leader":
            assert sum(int(str(it["boxes"])) for it in told(ruling, "damage")) == (0 if gone else hits), faces
            assert sum(int(str(it["boxes"])) for it in told(ruling, "remove")) == (hits if gone else 0), faces
        flags = 0 if gone else Counter(faces)["flag"]
        assert sum(int(str(it.get("flags", it.get("count", 1)))) for it in told(ruling, "retreat")) == flags, faces


@pytest.mark.parametrize("kind", UNITS)
def test_more_dice_take_no_more_blocks_than_there_are(kind: str) -> None:
    for left, dice in ((1, 3), (2, 5), (BLOCKS[kind], 6)):
        ruling = shot_at(kind, (str(SYMBOL[kind]),) * dice, left, dice=dice)
        lost_blocks = [*told(ruling, "damage"), *told(ruling, "remove")]
        assert [int(str(it["boxes"])) for it in lost_blocks] == [min(left, dice)]
        assert bool(told(ruling, "remove")) == (dice >= left)


def test_a_leader_with_his_unit_is_not_hit() -> None:
    for faces in product(FACES, repeat=2):
        ruling = shot_at("medium_infantry", faces, led=True)
        assert not told(ruling, "remove", "led")
        assert not told(ruling, "damage", "led")


@pytest.mark.ci
@pytest.mark.parametrize("kind", ["auxilia", "elephants", "warriors", "leader"])
def test_the_order_of_the_dice_changes_nothing(kind: str) -> None:
    for faces in product(FACES, repeat=3):
        one, other = shot_at(kind, faces, dice=3), shot_at(kind, faces[::-1], dice=3)
        assert one.effects == other.effects


def test_too_few_dice_ask_for_the_next() -> None:
    for given in range(2):
        ruling = shot_at("auxilia", ("green",) * given)
        assert ruling.needs is not None
        assert ruling.needs.asked == "1battle"
        assert len(ruling.dice) == given
        assert not told(ruling, "remove")


def misses(kind: str, *faces: str) -> list[object]:
    return [check.detail["count"] for check in shot_at(kind, faces).checks if check.key == "leader_and_sword_miss"]


def test_the_leaders_face_misses_all_but_a_leader() -> None:
    assert misses("auxilia", "leader", "sword") == [2]
    assert misses("leader", "leader", "sword") == [1]
    assert misses("leader", "leader", "flag") == []


@pytest.mark.parametrize(
    ("counts", "side", "hits"),
    [("never", NEAR, 1), ("with him", NEAR, 1), ("beside him", NEAR, 2), ("beside him", FAR, 1)],
)
def test_a_leader_beside_his_unit_makes_its_leader_faces_hit_where_the_book_says_so(
    counts: str, side: str, hits: int
) -> None:
    men = [
        Man("a", NEAR, "auxilia", (5, 2)),
        Man("d", FAR, "heavy_infantry", (6, 2)),
        Man("led", side, "leader", (4, 2)),
    ]
    book = {"title": "Ours", "close": {"leader_hits": counts, "dice": {"auxilia": 2}}}
    fought = ruled(
        men, {"type": "close", "actor": "a", "target": "d"}, ("leader", "red"), settings=SETTINGS | {"book": book}
    )
    assert sum(int(str(it["boxes"])) for it in told(fought, "damage", "d")) == hits
