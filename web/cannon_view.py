"""What the page shows of the cannons: levers, the last shot, what waits, the proposal and each figure in it."""

from dataclasses import dataclass, replace
from typing import Any, get_args
from urllib.parse import urlencode

from referee.cannon.cannon_status import CannonReading
from referee.cannon.causes import CauseWord
from referee.cannon.proposal import Casualty, Proposal, square_of
from referee.match_info import MatchInfo
from referee.ruling_view import ruling_view
from referee.shots.cocked import CannonState
from referee.shots.record import Estimate, ShotRecord
from referee.words.cannon import cannon_said, faults_said, safety_lines
from referee.words.languages import number
from referee.words.translation import find, say
from rules.board_cells import label_of
from rules.ruling import Ruling
from table.frame import SquareBoard
from table.terrain import Point
from table.uncertainty import SIGMAS_95
from web.plan_view import Rings, rings_of, titles_of
from web.rounder import Rounder, stepped_cm

CAUSES: tuple[CauseWord, ...] = get_args(CauseWord)


@dataclass(frozen=True, slots=True, kw_only=True)
class CannonView:
    """A side's cannon: its lever, since when it is cocked, how many shells are left; ``rig``: a line leads to it."""

    side: str
    title: str
    state: CannonState
    text: str
    cocked: bool
    since_s: float | None
    limit_s: float
    heard: bool
    by_hand: bool
    rig: bool
    left: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LastShotView:
    """The newest shot: what was measured of it, in lines; ``counts`` is the referee's word, None before it."""

    side: str
    title: str
    lines: tuple[str, ...]
    faults: tuple[str, ...]
    misfire: bool
    counts: bool | None


@dataclass(frozen=True, slots=True)
class CauseView:
    """Why a figure may have fallen, as its button says it."""

    key: CauseWord
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyView:
    """A figure that a shot touched: what became of it, how sure that is, and where its pictures are."""

    name: str
    side: str
    square: str
    fell: bool
    sure: str | None
    cause: CauseWord
    cause_said: str
    causes: tuple[CauseView, ...]
    leaves: bool
    fate: str
    before: str | None
    after: str | None
    rings: Rings
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class NamedView:
    """A figure that a commander may name; ``chosen``: it is named."""

    name: str
    square: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ToNameView:
    """Whom a side's commander names, and among whom."""

    side: str
    text: str
    among: tuple[NamedView, ...]
    nobody: str | None
    """What is said for naming nobody; None where the players do not allow that."""
    nobody_chosen: bool


@dataclass(frozen=True, slots=True)
class OtherView:
    """A figure that did not fall, and where it stands."""

    name: str
    square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalView:
    """What a shot seems to have done, for the referee to confirm or amend; places are in table cm.

    ``option`` is how losses are counted, ``others`` are those who stand, ``shell_xy`` is where the shell lies.
    """

    number: int
    side: str
    title: str
    word: str
    misfire: bool
    leave: str
    said: str
    notes: tuple[str, ...]
    option: str
    refused: str | None
    casualties: tuple[CasualtyView, ...]
    moved: tuple[str, ...]
    shell: str
    to_name: tuple[ToNameView, ...]
    others: tuple[OtherView, ...]
    more: str | None
    zone: tuple[Point, ...]
    shell_xy: Point | None
    confirm: str
    miss: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CannonsView:
    """The cannons of a match; ``waiting`` says what a shot waits for, ``again``: the last can be looked at again."""

    cannons: tuple[CannonView, ...]
    safety: tuple[str, ...]
    last: LastShotView | None
    waiting: str | None
    waits: bool
    proposal: ProposalView | None
    again: bool
    rehearsal: bool


def cannon_view(
    state: CannonReading, info: MatchInfo, language: str, rounder: Rounder | None, *, pictures: bool
) -> CannonsView:
    """Return the cannons as the page shows them, their sentences in that language.

    With a ``rounder`` no place is told more finely than everybody may know it; ``pictures``: the camera's may be seen.
    """
    titles = titles_of(info, language)

    def t(key: str, **places: Any) -> str:
        return say(f"cannon_page.{key}", language, **places)

    cannons = tuple(
        CannonView(
            side=side,
            title=titles.get(side, side),
            state=status.state,
            text=cannon_said(status, language=language).state,
            cocked=status.cocked,
            since_s=None if status.cocked_s is None else round(state.now_s - status.cocked_s, 3),
            limit_s=status.limit_s,
            heard=status.heard,
            by_hand=side in state.by_hand,
            rig=bool(state.cannons[side].port),
            left=status.left,
        )
        for side, status in state.levers.items()
    )
    waiting = state.waiting[0] if state.waiting else None
    told = None
    if waiting is not None:
        told = t("shot_waits", side=titles.get(waiting.side, waiting.side))
    elif state.comparing is not None:
        told = t("shot_looking", side=titles.get(state.comparing.side, state.comparing.side))
    return CannonsView(
        cannons=cannons,
        safety=safety_lines(language=language),
        last=None if state.newest is None else _last(state.newest, titles, language),
        waiting=told,
        waits=waiting is not None,
        proposal=None
        if state.proposal is None
        else _proposal(_bare_of_pictures(state.proposal, pictures), state, info, titles, language, rounder),
        again=state.again,
        rehearsal=state.rehearsal,
    )


def _last(record: ShotRecord, titles: dict[str, str], language: str) -> LastShotView:
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
    return LastShotView(
        side=record.side,
        title=t("cannon_last", side=titles.get(record.side, record.side)),
        lines=tuple(lines),
        faults=faults_said(record, language=language),
        misfire=record.misfire,
        counts=record.counts,
    )


def _with_sigma(told: Estimate, unit: str, language: str) -> str:
    """Return a measured number with its ±, which holds 95 % of what could be."""
    value, sigma = told
    return f"{number(value, '.1f', language)} ±{number(SIGMAS_95 * sigma, '.1f', language)} {unit}"


def _bare_of_pictures(proposal: Proposal, pictures: bool) -> Proposal:
    return proposal if pictures else replace(proposal, before=None, after=None)


def _proposal(
    proposal: Proposal, state: CannonReading, info: MatchInfo, titles: dict[str, str], language: str,
    rounder: Rounder | None,
) -> ProposalView:  # fmt: skip
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
    return ProposalView(
        number=proposal.number,
        side=proposal.side,
        title=t("shot_title", side=side),
        word=word,
        misfire=misfire,
        leave=leave,
        said=t("shot_said", side=side, fell=word.lower(), leave=leave),
        notes=tuple(notes),
        option=option,
        refused=None if ruling is None or ruling.verdict == "allowed" else _refused(ruling, language),
        casualties=tuple(
            _casualty(casualty, proposal, state, option, language, rounder) for casualty in proposal.casualties
        ),
        moved=tuple(
            t("shot_moved", name=m.name, cm=number(m.cm if rounder is None else stepped_cm(m.cm), ".1f", language))
            for m in proposal.moved
        ),
        shell=_shell(proposal, language),
        to_name=tuple(
            ToNameView(
                side=named,
                text=t("shot_to_name", side=titles.get(named, named)),
                among=tuple(
                    NamedView(
                        name=name,
                        square=square_said(next(c.square for c in fallen if c.name == name), language),
                        chosen=name in proposal.leaves,
                    )
                    for name in names
                ),
                nobody=t("shot_to_nobody") if info.settings.get("nobody_may_leave", True) else None,
                nobody_chosen=named in proposal.nobody,
            )
            for named, names in state.to_name.items()
        ),
        others=tuple(
            OtherView(stand.name, square_said(square_of(table, stand.centre, stand.sigma_cm), language))
            for stand in table.stands
            if stand.name not in named
        ),
        more=t("shot_more", count=len(state.proposals) - 1) if len(state.proposals) > 1 else None,
        zone=tuple(_place(p, rounder) for p in proposal.zone) if info.settings.get("zone") == "banners" else (),
        shell_xy=None if proposal.shell is None else _place(proposal.shell, rounder),
        confirm=t("shot_confirm_miss") if not fallen else f"{t('shot_confirm')}: {leave[:1].lower()}{leave[1:]}",
        miss=not fallen,
    )


def _refused(ruling: Ruling, language: str) -> str:
    return say("cannon_page.shot_refused", language, why=ruling_view(ruling, language=language).sentence)


def _place(point: Point, rounder: Rounder | None) -> Point:
    """Return a place of the table as finely as everybody may know it; without a rounder to a hundredth of a mm."""
    x, y = (round(value, 3) if rounder is None else stepped_cm(value) for value in point)
    return x, y


def _casualty(
    casualty: Casualty, proposal: Proposal, state: CannonReading, option: str, language: str, rounder: Rounder | None
) -> CasualtyView:
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
    return CasualtyView(
        name=casualty.name,
        side=casualty.side,
        square=square_said(casualty.square, language),
        fell=casualty.fell,
        sure=None if casualty.by_referee else t("shot_sure", percent=min(99, max(1, round(100 * casualty.confidence)))),
        cause=casualty.cause,
        cause_said=why,
        causes=tuple(CauseView(key, t(f"shot_cause_{key}")) for key in CAUSES) if option != "i" else (),
        leaves=leaves,
        fate=t("shot_leaves" if leaves else "shot_stands_up" if casualty.fell else "shot_stands"),
        before=f"{pictures}/before.jpg?{asked}" if proposal.before is not None else None,
        after=f"{pictures}/after.jpg?{asked}" if proposal.after is not None else None,
        rings=rings_of(stand),
        x=round(stand.x, 3),
        y=round(stand.y, 3),
    )


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
