"""What the page shows of the cannons: levers, the last shot, what waits, the proposal and each figure in it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from referee.cannon.cannon_status import LEAVING, CannonReading
from referee.cannon.proposal import Casualty, Proposal, square_of
from referee.match_info import MatchInfo
from referee.ruling_view import ruling_view
from referee.shots.record import Estimate, ShotRecord
from referee.words.cannon import cannon_said, faults_said, safety_lines
from referee.words.languages import number
from referee.words.translation import find, say, translated
from rules.board_cells import label_of
from rules.ruling import Effect
from table.footprint import part_corners
from table.frame import SquareBoard
from table.terrain import Point
from table.uncertainty import SIGMAS_95
from web.rounder import Rounder, stepped_cm

CAUSES = ("direct", "ricochet", "dragged")


def cannon_view(
    state: CannonReading, info: MatchInfo, language: str, rounder: Rounder | None, *, pictures: bool
) -> dict[str, Any]:
    """Return it as JSON, its sentences in that language.

    With a ``rounder`` no place is told more finely than everybody may know it; ``pictures``: the camera's may be seen.
    """
    titles = {side.name: translated(side.title, language) for side in info.sides}

    def t(key: str, **places: Any) -> str:
        return say(f"cannon_page.{key}", language, **places)

    cannons = []
    for side, status in state.levers.items():
        said = cannon_said(status, language=language)
        by_hand = side in state.by_hand
        cannons.append(
            {
                "side": side,
                "title": titles.get(side, side),
                "state": status.state,
                "text": said.state,
                "cocked": status.cocked,
                "since_s": None if status.cocked_s is None else round(state.now_s - status.cocked_s, 3),
                "limit_s": status.limit_s,
                "heard": status.heard,
                "by_hand": by_hand,
                "rig": bool(state.cannons[side].port),
                "left": status.left,
            }
        )
    waiting = state.waiting[0] if state.waiting else None
    told = None
    if waiting is not None:
        told = t("shot_waits", side=titles.get(waiting.side, waiting.side))
    elif state.comparing is not None:
        told = t("shot_looking", side=titles.get(state.comparing.side, state.comparing.side))
    return {
        "cannons": cannons,
        "safety": list(safety_lines(language=language)),
        "last": None if state.newest is None else _last(state.newest, titles, language),
        "waiting": told,
        "waits": waiting is not None,
        "proposal": None
        if state.proposal is None
        else _proposal(_bare_of_pictures(state.proposal, pictures), state, info, titles, language, rounder),
        "again": state.answered is not None,
        "rehearsal": state.rehearsal,
    }


def _last(record: ShotRecord, titles: dict[str, str], language: str) -> dict[str, Any]:
    def t(key: str, **places: Any) -> str:
        return say(f"cannon_page.{key}", language, **places)

    lines = []
    if record.misfire:
        lines.append(t("cannon_misfired"))
    elif record.speed_m_s is not None:
        lines.append(_with_sigma(record.speed_m_s, "m/s", language))
        if record.energy_mj is not None:
            lines.append(_with_sigma(record.energy_mj, "mJ", language))
    else:
        lines.append(t("cannon_no_speed"))
    return {
        "side": record.side,
        "title": t("cannon_last", side=titles.get(record.side, record.side)),
        "lines": lines,
        "faults": list(faults_said(record, language=language)),
        "misfire": record.misfire,
        "counts": record.counts,
    }


def _with_sigma(told: Estimate, unit: str, language: str) -> str:
    """Return a measured number with its ±, which holds 95 % of what could be."""
    value, sigma = told
    return f"{number(value, '.1f', language)} ±{number(SIGMAS_95 * sigma, '.1f', language)} {unit}"


def _bare_of_pictures(proposal: Proposal, pictures: bool) -> Proposal:
    return proposal if pictures else replace(proposal, before=None, after=None)


def _proposal(
    proposal: Proposal, state: CannonReading, info: MatchInfo, titles: dict[str, str], language: str,
    rounder: Rounder | None,
) -> dict[str, Any]:  # fmt: skip
    def t(key: str, **places: Any) -> str:
        return say(f"cannon_page.{key}", language, **places)

    fallen, table = proposal.fallen, proposal.table
    misfire = proposal.shots[0].misfire and not proposal.casualties
    option = str(info.settings.get("option", "i"))
    ruling = state.ruling
    leaving = [c for c in fallen if c.name in state.leaving]
    word = (
        t("shot_misfire") if misfire
        else t("shot_unknown") if proposal.trouble and not fallen
        else t("shot_fell_none") if not fallen
        else t("shot_fell", count=len(fallen))
    )  # fmt: skip
    leave = (
        t("shot_leave_none") if not leaving
        else t("shot_leave", count=len(leaving))
    )  # fmt: skip
    notes = [t(f"trouble_{proposal.trouble}")] if proposal.trouble else []
    notes += [t(f"note_{note}") for note in proposal.notes if find(f"cannon_page.note_{note}", language)]
    side = titles.get(proposal.side, proposal.side)
    named = {casualty.name for casualty in proposal.casualties}
    refused = ruling is not None and ruling.verdict != "allowed"
    return {
        "number": proposal.number,
        "side": proposal.side,
        "title": t("shot_title", side=side),
        "word": word,
        "misfire": misfire,
        "leave": leave,
        "said": t("shot_said", side=side, fell=word.lower(), leave=leave),
        "notes": notes,
        "option": option,
        "refused": t("shot_refused", why=ruling_view(ruling, language=language)["sentence"])
        if refused and ruling is not None
        else None,
        "casualties": [
            _casualty(casualty, proposal, state, option, language, rounder) for casualty in proposal.casualties
        ],
        "moved": [
            t("shot_moved", name=m.name, cm=number(m.cm if rounder is None else stepped_cm(m.cm), ".1f", language))
            for m in proposal.moved
        ],
        "shell": _shell(proposal, language),
        "to_name": [
            {
                "side": named,
                "text": t("shot_to_name", side=titles.get(named, named)),
                "among": [
                    {
                        "name": name,
                        "square": square_said(next(c.square for c in fallen if c.name == name), language),
                        "chosen": name in proposal.leaves,
                    }
                    for name in names
                ],
            }
            for named, names in state.to_name.items()
        ],
        "others": [
            {"name": stand.name, "square": square_said(square_of(table, stand.centre, stand.sigma_cm), language)}
            for stand in table.stands
            if stand.name not in named
        ],
        "more": t("shot_more", count=len(state.proposals) - 1) if len(state.proposals) > 1 else None,
        "zone": [_place(point, rounder) for point in proposal.zone] if info.settings.get("zone") == "banners" else [],
        "shell_xy": proposal.shell and _place(proposal.shell, rounder),
        "confirm": t("shot_confirm_miss") if not fallen else f"{t('shot_confirm')}: {leave[:1].lower()}{leave[1:]}",
        "miss": not fallen,
    }


def _place(point: Point, rounder: Rounder | None) -> list[float]:
    """Return a place of the table as finely as everybody may know it; without a rounder to a hundredth of a mm."""
    return [round(value, 3) if rounder is None else stepped_cm(value) for value in point]


def _casualty(
    casualty: Casualty, proposal: Proposal, state: CannonReading, option: str, language: str, rounder: Rounder | None
) -> dict[str, Any]:
    def t(key: str, **places: Any) -> str:
        return say(f"cannon_page.{key}", language, **places)

    stand = proposal.table.stand(casualty.name)
    stand = stand if rounder is None else rounder.stand(stand)
    leaves = casualty.name in state.leaving
    percent = round(100 * casualty.cause_confidence)
    if casualty.by_referee and casualty.cause_confidence >= 1.0:
        why = t("shot_cause_referee")
    else:
        why = t("shot_cause_sure" if percent > 50 else "shot_cause_unclear", percent=percent)
    pictures, asked = f"/cannon/shots/{proposal.number}", urlencode({"stand": casualty.name})
    return {
        "name": casualty.name,
        "side": casualty.side,
        "square": square_said(casualty.square, language),
        "fell": casualty.fell,
        "sure": None
        if casualty.by_referee
        else t("shot_sure", percent=min(99, max(1, round(100 * casualty.confidence)))),
        "cause": casualty.cause,
        "cause_said": why,
        "causes": [{"key": key, "text": t(f"shot_cause_{key}")} for key in CAUSES] if option != "i" else [],
        "leaves": leaves,
        "fate": t("shot_leaves" if leaves else "shot_stands_up" if casualty.fell else "shot_stands"),
        "before": f"{pictures}/before.jpg?{asked}" if proposal.before is not None else None,
        "after": f"{pictures}/after.jpg?{asked}" if proposal.after is not None else None,
        "rings": [[[round(x, 3), round(y, 3)] for x, y in part] for part in part_corners(stand)],
        "x": round(stand.x, 3),
        "y": round(stand.y, 3),
    }


def _shell(proposal: Proposal, language: str) -> str:
    if proposal.shell is None or not isinstance(proposal.table.board, SquareBoard):
        return say("cannon_page.shot_shell_unseen", language)
    square = square_of(proposal.table, proposal.shell, proposal.shell_sigma_cm or 0.0)
    if square is None:
        return say("cannon_page.shot_shell_off", language)
    return say("cannon_page.shot_shell", language, square=square_said(square, language))


def square_said(square: str | None, language: str) -> str:
    """Return a square as it is printed in that language; a question mark off the board."""
    return label_of(square, language) if square else "?"


def shot_headline(action: Mapping[str, Any], effects: Sequence[Effect] | None, language: str) -> str | None:
    """Return a shot that happened in a line to read from afar: "G-52 fallen - 1 loss"; None for other actions."""
    if action.get("type") != "shot" or effects is None:
        return None
    squares = [square_said(str(e.values.get("square")), language) for e in effects if e.type in LEAVING]
    if not squares:
        return say("cannon_page.headline_none", language)
    return say("cannon_page.headline", language, squares=", ".join(squares), count=len(squares))
