"""Rommel & Montgomery: the desert on hexes, on the ground and in the air (../shared/rules/rommel.md, R1-R8)."""

from rules.rommel.bombing import bomb
from rules.rommel.combat import combat
from rules.rommel.counters import completed
from rules.rommel.firing import fire
from rules.rommel.firing_up import flak
from rules.rommel.landing import land
from rules.rommel.moving import move
from rules.rommel.naming import goings, notation, open_to, spelled
from rules.rommel.placing import place
from rules.rommel.seen import moves_seen
from rules.rommel.sequence import next_phase
from rules.rommel.settings import RommelSettings
from rules.rommel.starting import start
from rules.rommel.strength import strengths
from rules.rommel.supplying import supply
from rules.rommel.tries import tries
from rules.rommel.weather import weather
from rules.rommel.winning import victory
from table.snapshot import Snapshot

VERBS = {
    "move": move, "combat": combat, "bomb": bomb, "flak": flak, "fire": fire, "supply": supply, "weather": weather,
    "next": next_phase, "land": land, "place": place, "start": start, "victory": victory,
}  # fmt: skip
ANY_TIME = frozenset({"flak", "supply", "weather", "place", "start", "victory", "next"})


def complete(snapshot: Snapshot, settings: RommelSettings, source: str) -> Snapshot:
    """Check sides, kinds, factors and terrain, and give counters what their list says; raises BadFile."""
    return completed(snapshot, settings, source)


__all__ = [
    "ANY_TIME", "VERBS", "RommelSettings", "complete", "goings", "moves_seen", "notation", "open_to", "spelled",
    "strengths", "tries",
]  # fmt: skip
