"""English: the sheet of markers for a game's box."""

from collections.abc import Mapping

BOX: Mapping[str, str] = {
    "names": "Name",
    "short": "In short",
    "stands_for": "Stands for",
    "striped": "{whole}, striped {striped}",
    "blocks": "blocks: {blocks}, hexes: {hexes}",
    "blocks_range": "blocks: {blocks}, hexes: {hexes}, range: {range}",
    "title": "Vedette: {count} markers for the box of {game}",
    "print_at": "Print at 100 % (actual size, no fit to page), then measure the bar: 200 mm.",
    "print_again": "Not 200? Make the sheet again with --bar-mm and what you measured.",
    "measured": "It measured",
}
