"""Journals with dice and shots for the luck passport."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.journal.store import Journal
from referee.match.match import Match
from referee.shots.cannon import Cannon
from referee.shots.record import Estimate, ShotRecord
from referee.shots.rig_record import energy_of, muzzle_speed
from referee.shots.shot_journal import settled_entry, shot_entry

CANNON = Cannon(side="us", rig="rig-a")


def throw_many(match: Match, pairs: Sequence[tuple[int, int]], by: str = "table") -> None:
    """Throw to hit and, where it hits, for damage; each shot is undone in the rules, never in the dice."""
    for first, second in pairs:
        match.declare("Miller", "Weber")
        match.throw([first], confirm=True, by=by)  # type: ignore[arg-type]
        if not match.now.confirmed:
            match.throw([second], confirm=True, by=by)  # type: ignore[arg-type]


def shot(number: int, **told: object) -> ShotRecord:
    """A shot of the Americans' cannon that was sensed."""
    speed = muzzle_speed(CANNON, 3000.0, 3000.0 + 5000.0)
    assert speed is not None
    usual = ShotRecord(
        rig="rig-a", counter=number, side="us", at=f"2026-11-21T12:{number // 60:02}:{number % 60:02}.000+00:00",
        rig_us=1_000_000 * number, boot=1, cocked_s=4.0, gates_us=(3000.0, 8000.0), speed_m_s=speed,
        energy_mj=energy_of(CANNON, speed),
    )  # fmt: skip
    return replace(usual, **told)  # type: ignore[arg-type]


def fire(journal: Journal, count: int, seed: int = 5, fall: float = 0.0) -> None:
    """Write down so many shots at one aim, scattered, the seventh a misfire; ``fall`` is what speed is lost by each."""
    rng = np.random.default_rng(seed)
    left = 100
    for number in range(1, count + 1):
        value = 10.0 * (1 - fall * number) + 0.1 * rng.normal()
        speed = Estimate(value, 0.07)
        misfire = number == 7
        record = shot(
            number, misfire=misfire, speed_m_s=None if misfire else speed,
            energy_mj=None if misfire else energy_of(CANNON, speed), gates_us=(None, None) if misfire else (3e3, 8e3),
        )  # fmt: skip
        journal.append(shot_entry(record))
        left -= not misfire
        where = (22.0 + 1.5 * rng.normal(), 60.5 + 3.0 * rng.normal())
        settled = replace(
            record, counts=not misfire, left=left, muzzle=(22.0, -4.0), aim=(22.0, 60.0),
            impact=None if misfire else where, impact_sigma_cm=0.1,
        )  # fmt: skip
        journal.append(settled_entry(settled))
