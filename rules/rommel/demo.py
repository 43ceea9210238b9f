"""The demo's battle of Rommel & Montgomery: a lane through the mines is forced, and a bomber is over its far end."""

from rules.demo import Demo, Placed, Suggestion
from rules.rommel.unit_list import practice_lists

ALLIED = {
    "Highlanders": ("British infantry", "J10"),
    "Durhams": ("British infantry", "J7"),
    "New Zealanders": ("Commonwealth infantry", "J12"),
    "Australians": ("Commonwealth infantry", "K9"),
    "Rifle Brigade": ("British mechanised infantry", "L10"),
    "7th Armoured": ("Armoured brigade K", "L11"),
    "22nd Armoured": ("Armoured brigade L", "L7"),
    "Gunners": ("British field artillery", "K12"),
    "Six-pounders": ("British anti-tank", "K6"),
    "Bofors": ("British anti-aircraft", "M9"),
    "Greeks": ("Greek infantry", "K4"),
    "Free French": ("Free French infantry", "L3"),
    "Lorries N": ("Allied supply", "N10"),
    "Lorries S": ("Allied supply", "N5"),
    "Lane 1": ("Allied lane", "I11"),
    "Lane 2": ("Allied lane", "H11"),
    "Wellingtons": ("British bomber", "G11"),
    "Bostons": ("Commonwealth bomber", "S10"),
    "Hurricanes": ("British fighter", "R4"),
}
AXIS = {
    "Bunker": ("Fortification", "F9"),
    "Grenadiers": ("German infantry", "G11"),
    "Ramcke": ("German paratroops", "F9"),
    "Panzer 8": ("Panzer A", "E10"),
    "Panzer 5": ("Panzer B", "D8"),
    "Pak": ("German anti-tank", "F10"),
    "Flak 88": ("German mixed artillery", "E11"),
    "Brescia": ("Italian infantry", "G7"),
    "Pavia": ("Italian infantry", "G5"),
    "Trieste": ("Italian mechanised infantry", "F5"),
    "Ariete": ("Carri D", "F3"),
    "Cannoni": ("Italian field artillery", "F7"),
    "Convoy N": ("Axis supply", "C10"),
    "Convoy S": ("Axis supply", "D5"),
    "Stukas": ("German bomber", "B9"),
    "Messerschmitts": ("German fighter", "C3"),
}


def _counters(side: str, counters: dict[str, tuple[str, str]], heading_deg: float) -> tuple[Placed, ...]:
    rows = practice_lists()
    return tuple(
        Placed(name, side, rows[unit].kind, label, heading_deg, unit, {"nation": rows[unit].nation})
        for name, (unit, label) in counters.items()
    )


def demo() -> Demo:
    """Return the battle, turn 5, the last air sub-turn: the Allies' aircraft are where they want to be, and bomb."""
    return Demo(
        title="The lane at El Hamra",
        verb="bomb",
        invitation="Tap the Wellingtons over G11, then the Grenadiers below them: on a 3 the bombs hit.",
        stands=(*_counters("allied", ALLIED, 90.0), *_counters("axis", AXIS, 270.0)),
        suggestions=(Suggestion("Wellingtons", "Grenadiers", "Do the Wellingtons hit the Grenadiers below them?"),),
        ground="sand",
        turn=5,
        settings={"map": "practice"},
        known={"table": {"turn": 5, "phase": "air_fight", "side": "allied", "subturn": 4, "weather": "fair"}},
        seed=1942,
    )
