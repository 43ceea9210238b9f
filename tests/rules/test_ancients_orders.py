"""Who may be ordered, by section and by class, against every way to share out a card's orders (C1.1, C3.2)."""

from itertools import product
from random import Random

import pytest
from ancients_oracle import board, sections_of
from ancients_tables import FAR, NEAR, UNITS, Man, ruled

CELLS = sorted(board())
SECTIONS = ("left", "centre", "right")
CLASS = {
    "light": {"light_infantry", "light_infantry_bow", "light_infantry_sling", "auxilia", "light_cavalry"},
    "medium": {"medium_infantry", "warriors", "medium_cavalry"},
    "heavy": {"heavy_infantry", "war_machine", "heavy_cavalry", "elephants", "heavy_chariots"},
    "mounted": {"light_cavalry", "medium_cavalry", "heavy_cavalry", "elephants", "heavy_chariots"},
}  # C2.2, C8.3


def allowed(men: list[Man], names: list[str], **card: object) -> bool:
    return ruled(men, {"type": "order", "units": names, **card}).verdict == "allowed"


@pytest.mark.parametrize("section", SECTIONS)
def test_every_hex_of_the_board_for_both_sides(section: str) -> None:
    for cell in CELLS:
        men = [Man("n", NEAR, "auxilia", cell), Man("f", FAR, "auxilia", (12 - cell[0], 8 - cell[1]))]
        assert allowed(men, ["n"], section=section, number=1) == (section in sections_of(cell)), cell
        assert allowed(men, ["f"], section=section, number=1) == (section in sections_of(men[1].cell, far=True)), cell


def test_dotted_hexes_are_those_of_two_sections() -> None:
    dotted = {cell for cell in CELLS if len(sections_of(cell)) == 2}
    assert dotted == {(column, row) for column in (4, 8) for row in (0, 2, 4, 6, 8)}
    assert {frozenset(sections_of(cell)) for cell in dotted} == {
        frozenset({"left", "centre"}),
        frozenset({"centre", "right"}),
    }


def test_cards_of_several_sections() -> None:
    """Allowed if the units can be shared out among the sections, those on a dotted line to either."""
    chance, found = Random(3), 0
    for _ in range(120):
        cells = chance.sample([cell for cell in CELLS if chance.random() < 0.5 or cell[0] in (4, 8)], 3)
        men = [Man(f"u{k}", NEAR, chance.choice(UNITS), cell) for k, cell in enumerate(cells)]
        card = {section: chance.randint(1, 2) for section in chance.sample(SECTIONS, chance.randint(2, 3))}
        ways = product(*(sorted(sections_of(man.cell)) for man in men))
        may = any(all(way.count(section) <= card.get(section, 0) for section in SECTIONS) for way in ways)
        assert allowed(men, [man.name for man in men], sections=card) == may, (cells, card)
        found += may
    assert 20 < found < 100


@pytest.mark.parametrize("name", sorted(CLASS))
def test_every_class_and_kind(name: str) -> None:
    for kind in UNITS:
        men = [Man("u", NEAR, kind, (6, 2)), Man("e", FAR, kind, (6, 6))]
        assert allowed(men, ["u"], number=1, **{"class": name}) == (kind in CLASS[name]), kind


def test_no_more_units_than_orders() -> None:
    men = [Man(f"u{k}", NEAR, "auxilia", (k, 1)) for k in range(3)]
    for number, many in product(range(1, 5), range(1, 4)):
        names = [man.name for man in men[:many]]
        assert allowed(men, names, section="left", number=number) == (many <= number)
        ruling = ruled(men, {"type": "order", "units": names, "section": "left", "number": number})
        given = [effect.stand for effect in ruling.effects if effect.type == "ordered"]
        assert sorted(map(str, given)) == (names if many <= number else [])


def test_a_whole_army_for_too_few_orders_is_refused_at_once() -> None:
    """Trying every way to share them out would not end today: 36 units, 35 orders."""
    left = [cell for cell in CELLS if sections_of(cell) == {"left"}]
    men = [Man(f"n{k}", NEAR, "auxilia", cell) for k, cell in enumerate(left)]
    names = [man.name for man in men]
    assert len(men) > 30
    assert allowed(men, names, sections={"left": len(men), "right": 3})
    assert not allowed(men, names, sections={"left": len(men) - 1, "right": 3})
