"""A match as a text: headers, then an act a line, each with its dice and what came of it; read, it plays again.

    Vedette match 1
    game "GAME"
    sides ["us", "de"]
    table {"width_cm": 120, ...}

    turn 1 us
    1. shoot by Miller at Weber dice 5 6 gives allowed hit
    2. put [{"name": "Cole", ...}]
    3. end turn
    result {"result": "won", "victor": "us"}

A value is JSON, or a bare word of letters, digits, dots and dashes that is no number. What begins with # is a remark.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.journal.stands import stand_data, stand_from, table_data, table_from
from rules.replay import replayed
from table.errors import BadFile
from table.notation.battle_file import Battle, BattleAct

FIRST_LINE = "Vedette match 1"
HEADERS = ("game", "title", "sides", "settings", "known", "table")
WORDS = ("by", "at", "with", "dice", "decided", "gives", "effects", "instead", "owed", "note")
"""What an act is told by, in this order."""
_BARE = re.compile(r"(?!(?:true|false|null)\b)[^\W\d][\w.\-]*")
_LINE = re.compile(r"(\d+)\. (.+)")
_DECODER = json.JSONDecoder()


def notation_of(battle: Battle) -> str:
    """Return a battle as a text, with the turns, verdicts and outcomes that it has when it is played."""
    told = (
        battle.game, battle.title, list(battle.sides), dict(battle.settings), dict(battle.known),
        table_data(battle.snapshot),
    )  # fmt: skip
    lines = [FIRST_LINE, *(f"{key} {_json(value)}" for key, value in zip(HEADERS, told, strict=True))]
    now: tuple[int, str] | None = None
    for step in replayed(battle):
        if (step.turn, step.side) != now:
            now = step.turn, step.side
            lines += ["", f"turn {step.turn} {_word(step.side)}"]
        came = None if step.ruling is None else (step.ruling.verdict, step.ruling.outcome)
        lines.append(f"{step.act.number}. {' '.join(_parts(step.act, came))}")
    return "\n".join([*lines, f"result {_json(dict(battle.end))}", ""])


def _parts(act: BattleAct, came: tuple[str, str | None] | None) -> Iterator[str]:
    """Yield the words of an act's line."""
    if act.turn_ends:
        yield "end turn"
    elif act.action is None:
        yield f"put {_json([stand_data(stand) for stand in act.put])}"
    else:
        rest = dict(act.action)
        yield _word(rest.pop("type"))
        for word, key in (("by", "actor"), ("at", "target")):
            if isinstance(rest.get(key), str):
                yield f"{word} {_word(rest.pop(key))}"
        if rest:
            yield f"with {_json(rest)}"
        if act.dice:
            yield " ".join(("dice", *map(_word, act.dice)))
        if act.decided:
            yield f"decided {_json(dict(act.decided))}"
        if came is not None:
            yield " ".join(("gives", *(_word(word) for word in came if word is not None)))
    for key, value in (("effects", act.effects), ("instead", act.instead), ("owed", act.owed), ("note", act.note)):
        if value is not None:
            yield f"{key} {_json(value)}"


def read_notation(text: str, file: str = "match") -> Battle:
    """Return the battle that a text tells; raises BadFile naming the line."""
    headers: dict[str, Any] = {}
    acts: list[BattleAct] = []
    end: Mapping[str, Any] = {}
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadFile(file, "line 1", repr(FIRST_LINE), repr(lines[0] if lines else ""))
    for number, line in enumerate(lines[1:], start=2):
        said = line.strip()
        if not said or said.startswith(("#", "turn ")):
            continue
        try:
            if found := _LINE.fullmatch(said):
                acts.append(_act(int(found[1]), found[2]))
                continue
            key, _, rest = said.partition(" ")
            value = json.loads(rest)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadFile(file, f"line {number}", "an act or a header", f"{said[:60]!r} ({error})") from None
        if key == "result":
            end = value
        elif key in HEADERS:
            headers[key] = value
        else:
            raise BadFile(file, f"line {number}", f"one of {', '.join(HEADERS)}", repr(key))
    if missing := [key for key in HEADERS if key not in headers]:
        raise BadFile(file, missing[0], "a line that says it")
    return Battle(
        headers["game"], headers["title"], tuple(headers["sides"]), table_from(headers["table"]), tuple(acts),
        headers["settings"], headers["known"], end,
    )  # fmt: skip


def _act(number: int, said: str) -> BattleAct:
    verb, *words = _tokens(said)
    told: dict[str, list[Any]] = {}
    if verb == "put":
        put, words = tuple(map(stand_from, words[0])), words[1:]
    elif verb == "end":
        put, words = (), words[1:]
    else:
        put = ()
    key = ""
    for word in words:
        if isinstance(word, _Bare) and word in WORDS and word not in told and (key != "gives" or word != "at"):
            key = str(word)
            told[key] = []
        else:
            told[key].append(str(word) if isinstance(word, _Bare) else word)
    gives = told.get("gives", [None])
    action = None
    if verb not in ("put", "end"):
        action = {"type": str(verb)}
        action |= {name: told[word][0] for word, name in (("by", "actor"), ("at", "target")) if word in told}
        action |= told.get("with", [{}])[0]

    def one(word: str) -> Any:
        return told.get(word, [None])[0]

    def several(word: str) -> tuple[Any, ...] | None:
        return None if one(word) is None else tuple(one(word))

    return BattleAct(
        number, action, tuple(told.get("dice", ())), one("decided") or {}, put, gives[0],
        gives[1] if len(gives) > 1 else None, several("effects"), several("owed"), one("note"), verb == "end",
        several("instead"),
    )  # fmt: skip


class _Bare(str):
    """A word without quotation marks: it may begin a part of the line."""


def _tokens(said: str) -> list[Any]:
    found: list[Any] = []
    at = 0
    while at < len(said):
        if said[at] == " ":
            at += 1
        elif bare := _BARE.match(said, at):
            found.append(_Bare(bare[0]))
            at = bare.end()
        else:
            value, at = _DECODER.raw_decode(said, at)
            found.append(value)
    return found


def _word(value: object) -> str:
    """Return a name or a face: bare where nothing could take it for anything else."""
    bare = isinstance(value, str) and _BARE.fullmatch(value) and value not in WORDS
    return str(value) if bare else _json(value)


def _json(value: object) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
