"""The demo's battle of Rommel & Montgomery: a lane through the mines is forced, and a bomber is over its far end."""

from referee.match_info import Suggestion
from referee.setup.hex_size import hex_size
from rules.game import Side
from rules.rommel.settings import RommelSettings
from rules.rommel.unit_list import practice_lists
from simulation.rehearsal.hex_map import printed_on
from simulation.rehearsal.hex_scene import NORTH, SOUTH, HexScene, Put, board_of, entries_of, hex_frame, poses_of
from simulation.rehearsal.laying import Laying
from table.roster import Roster
from table.snapshot import Snapshot


def _put(unit: str, label: str) -> Put:
    row = practice_lists()[unit]
    return Put(row.kind, label, unit, {"nation": row.nation})


ALLIED = {
    "Highlanders": _put("British infantry", "J10"),
    "Durhams": _put("British infantry", "J7"),
    "New Zealanders": _put("Commonwealth infantry", "J12"),
    "Australians": _put("Commonwealth infantry", "K9"),
    "Rifle Brigade": _put("British mechanised infantry", "L10"),
    "7th Armoured": _put("Armoured brigade K", "L11"),
    "22nd Armoured": _put("Armoured brigade L", "L7"),
    "Gunners": _put("British field artillery", "K12"),
    "Six-pounders": _put("British anti-tank", "K6"),
    "Bofors": _put("British anti-aircraft", "M9"),
    "Greeks": _put("Greek infantry", "K4"),
    "Free French": _put("Free French infantry", "L3"),
    "Lorries N": _put("Allied supply", "N10"),
    "Lorries S": _put("Allied supply", "N5"),
    "Lane 1": _put("Allied lane", "I11"),
    "Lane 2": _put("Allied lane", "H11"),
    "Wellingtons": _put("British bomber", "G11"),
    "Bostons": _put("Commonwealth bomber", "S10"),
    "Hurricanes": _put("British fighter", "R4"),
}
AXIS = {
    "Bunker": _put("Fortification", "F9"),
    "Grenadiers": _put("German infantry", "G11"),
    "Ramcke": _put("German paratroops", "F9"),
    "Panzer 8": _put("Panzer A", "E10"),
    "Panzer 5": _put("Panzer B", "D8"),
    "Pak": _put("German anti-tank", "F10"),
    "Flak 88": _put("German mixed artillery", "E11"),
    "Brescia": _put("Italian infantry", "G7"),
    "Pavia": _put("Italian infantry", "G5"),
    "Trieste": _put("Italian mechanised infantry", "F5"),
    "Ariete": _put("Carri D", "F3"),
    "Cannoni": _put("Italian field artillery", "F7"),
    "Convoy N": _put("Axis supply", "C10"),
    "Convoy S": _put("Axis supply", "D5"),
    "Stukas": _put("German bomber", "B9"),
    "Messerschmitts": _put("German fighter", "C3"),
}
PUTS = {"allied": ALLIED, "axis": AXIS}


def rommel_scene() -> HexScene:
    """Return the battle, turn 5, the last air sub-turn: the Allies' aircraft are where they want to be, and bomb."""
    frame = hex_frame(hex_size(None, "rommel"))
    board, entries = board_of(frame), entries_of("rommel", PUTS)
    laying = Laying(board, {entry.name: entry for entry in entries}, {})
    settings = RommelSettings(map="practice")
    tints, roads = printed_on(Snapshot(frame.width_cm, frame.depth_cm, (), board=board), "rommel", settings)
    return HexScene(
        game="rommel",
        title="The lane at El Hamra",
        verb="bomb",
        invitation="Tap the Wellingtons over G11, then the Grenadiers below them: on a 3 the bombs hit.",
        frame=frame,
        roster=Roster(entries),
        poses=poses_of(laying, PUTS, {"allied": NORTH, "axis": SOUTH}, seed=1942),
        pieces=(),
        sides=(Side("allied", "Allies", "Allied"), Side("axis", "Axis", "Axis")),
        suggestions=(Suggestion("Wellingtons", "Grenadiers", "Do the Wellingtons hit the Grenadiers below them?"),),
        turn=5,
        settings={"map": "practice"},
        known={"table": {"turn": 5, "phase": "air_fight", "side": "allied", "subturn": 4, "weather": "fair"}},
        sand=True,
        tints=tints,
        roads=roads,
    )
