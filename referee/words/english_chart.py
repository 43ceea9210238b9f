"""English: the combat chart (M7.1)."""

from collections.abc import Mapping

CHART: Mapping[str, str] = {
    "chart": "Combat chart",
    "chart_lead": "One chart a side, out of the journal: what is undone leaves it, what is amended is as it happened.",
    "chart_of_side": "Combat chart: {side}",
    "chart_example": "The book's example",
    "chart_none": "No turn was confirmed yet.",
    "chart_page": "page {page} of {pages}",
    # the book's columns
    "chart_number": "Turn",
    "chart_arm": "Infantry / artillery",
    "chart_from": "From",
    "chart_to": "To",
    "chart_prisoner": "Prisoner taken / freed",
    "chart_losses": "Losses to the cannon",
    "chart_enemies": "Enemies left",
    # what stands in them
    "arm_infantry": "infantry",
    "arm_artillery": "artillery",
    "deed_retreat": "retreats",
    "deed_give_up": "gives up",
    "frees": "frees {count}",
    "frees_one": "frees 1",
    "own_losses": "{losses}; own {own}",
    "note_printed_as_in_the_book": "A-62 as the book prints it; A-52 would fit.",
}
