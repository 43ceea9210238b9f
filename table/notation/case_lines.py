"""Many cases in one text, as a rulebook writes its examples: a table, what is done, what comes of it.

    game skirmish
    table 120x100

    setup two men: Jack red/man 20,20; Officer blue/man 20,80 @270

    range-25: 25 cm sharp is in range, for limits are inclusive.
      with two men; Officer 20,45; bushes 10,30..12,34
      > shoot Jack Officer, dice 4; = allowed S3 hit; remove Officer

A line that begins at the margin says what holds from there on (``game``, ``table``, ``settings``, ``base KIND WxD``:
the size of a kind that gives none, and of others after commas), begins a set-up, or a case: its name, a colon, and why.
A line below it that begins with ``:`` goes on with why. The other lines below, and what follows a set-up's name and
colon, are parted by ``;``, and each part is

- a stand: name, ``side/kind`` or ``side/kind/unit``, its place (``20,30`` in cm, ``(3,-2)`` or ``(D5)`` a hex, ``A-25``
  a square), then what differs from the usual: ``@90`` its heading, ``2x1.6`` width and depth, ``±0.03`` and ``±2°``,
  ``4-6`` a counter's combat and movement, ``{fired moved_cm=4}`` its state, ``key=value`` (``z_cm=4`` how high);
- terrain: kind, then corners ``[1,2 3,4 5,6]``, the opposite corners of a rectangle ``1,2..3,4``, or hexes
  ``(1,2) (1,3)``; then its height: ``height_cm=4 top=slope crest=[4,4 6,4 6,6]``;
- ``with NAME``: a set-up's stands and terrain. A stand of it that is named again changes; ``without NAME`` takes it
  away;
- ``known us started=8``: what is known of a side, or of the ``table``; ``settings``, ``table`` and ``board`` as above;
- ``> VERB ACTOR TARGET key=value``, then ``, dice 4 2`` and ``, decided A2.3=true``: the action;
- ``= VERDICT CLAUSES OUTCOME``: what must come out; the parts after it are effects (``...`` in place of them if there
  may be any) and ``left 6 1``, the dice that nobody threw.

A value is a number, ``true``, a word, ``"a text"``, ``20,30``, ``[a list]`` or ``{a table}``.
"""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from table.errors import BadFile
from table.notation.case_words import (
    KEY,
    NUMBER,
    OPENING,
    SIZE,
    Keys,
    Wrong,
    exactly,
    keys_of,
    size_of,
    split,
    text_of,
    value_of,
    words_of,
)

MOST_SHOWN = 80
"""Letters of a mistake that its message repeats."""
VERDICTS = ("allowed", "refused", "too_close")
_PLACE = re.compile(rf"{NUMBER},{NUMBER}")
_HEX = re.compile(r"\(([^()]+)\)")
_SQUARE = re.compile(r"\d*[A-Z]+\d*-\d+")
_RECTANGLE = re.compile(rf"({NUMBER}),({NUMBER})\.\.({NUMBER}),({NUMBER})")
_COUNTER = re.compile(r"(\d+)-(\d+)")
_SIGMA = re.compile(rf"(?:±|\+-)({NUMBER})(°?)")
_CLAUSE = re.compile(r"[A-Z]+\d+(\.\d+)*")
_CASE, _SETUP = re.compile(r"([\w.+-]+): +(.*)"), re.compile(r"setup +([^:]+?)(?:: *(.+))?")


@dataclass(frozen=True, slots=True)
class WrittenCase:
    """One case of such a text: its name, why it comes out so, its line, and the keys and values of a case file."""

    name: str
    reason: str
    line: int
    data: Mapping[str, Any]


@dataclass
class _Block:
    """What is written of a set-up or a case so far; stands by their names."""

    keys: Keys = field(default_factory=dict)
    stands: dict[str, Keys] = field(default_factory=dict)
    terrain: list[Keys] = field(default_factory=list)


def parse_case_lines(text: str, file: str) -> tuple[WrittenCase, ...]:
    """Read the cases of a text, in their order; raises BadFile with the line and what was expected there."""
    return tuple(_Reader(file).read(text))


class _Reader:
    """Reads a text line by line; ``usual`` is what holds for the cases from here on."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.usual = _Block()
        self.bases: dict[str, tuple[float, float]] = {}
        self.setups: dict[str, _Block] = {}
        self.names: set[str] = set()

    def read(self, text: str) -> Iterator[WrittenCase]:
        block, case = None, None
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                if line[0].isspace():
                    if block is None:
                        raise Wrong("a case or a set-up before a line that is moved in", line.strip())
                    if line.lstrip().startswith(":") and case is not None:
                        case = (case[0], f"{case[1]} {line.strip().removeprefix(':').strip()}", case[2])
                    else:
                        self.parts(block, line.strip())
                    continue
                if case is not None and block is not None:
                    yield self.whole(block, case)
                block, case = self.begin(line, number)
            except Wrong as wrong:
                expected, got = wrong.args
                raise BadFile(self.file, f"line {number}", expected, repr(got[:MOST_SHOWN])) from None
        if case is not None and block is not None:
            yield self.whole(block, case)

    def begin(self, line: str, number: int) -> tuple[_Block | None, tuple[str, str, int] | None]:
        """Read a line at the margin; return the block that the lines below it go into, and the case it is."""
        if found := _SETUP.fullmatch(line.strip()):
            self.setups[found[1]] = block = _Block()
            if found[2]:
                self.parts(block, found[2])
            return block, None
        if found := _CASE.fullmatch(line.strip()):
            if found[1] in self.names:
                raise Wrong("a name that no other case of this text has", found[1])
            self.names.add(found[1])
            return deepcopy(self.usual), (found[1], found[2], number)
        word, _, rest = line.strip().partition(" ")
        if word == "base":
            for each in split(rest, ","):
                kind, size = exactly(words_of(each), (2,), "a kind and its size, as infantry 2.5x2")
                self.bases[text_of(kind)] = size_of(size)
        elif word == "game":
            self.usual = _Block({"game": rest})
            self.bases, self.setups = {}, {}
        else:
            self.part(self.usual, line.strip())
        return None, None

    def whole(self, block: _Block, case: tuple[str, str, int]) -> WrittenCase:
        """Return a case that ends here; raises BadFile for one that lacks its action."""
        name, reason, line = case
        for key, missing in (("game", "a line 'game ...' above"), ("action", "an action: '> VERB ...'")):
            if key not in block.keys:
                raise BadFile(self.file, f"line {line}, {name}", missing)
        for stand in block.stands.values():
            width, depth = self.bases.get(stand["kind"], (0, 0))
            for key, usual in (("width_cm", width), ("depth_cm", depth)):
                if usual:
                    stand.setdefault(key, usual)
        data = {**block.keys, "stand": list(block.stands.values()), "terrain": block.terrain}
        return WrittenCase(name, reason, line, data)

    def parts(self, block: _Block, line: str) -> None:
        """Take the parts of a line in."""
        for part in split(line, ";"):
            self.part(block, part)

    def part(self, block: _Block, part: str) -> None:
        """Take one part of a line in."""
        if part.startswith(">"):
            block.keys |= _action(part[1:])
        elif part.startswith("="):
            block.keys["expect"] = _expected(part[1:])
        elif "expect" in block.keys:
            _expect_effect(block.keys["expect"], part)
        else:
            self.lay_out(block, part)

    def lay_out(self, block: _Block, part: str) -> None:
        """Take in a part that says something of the table."""
        first, *rest = words_of(part)
        if first == "table":
            width, depth = size_of(exactly(rest, (1,), "the table's size, as 120x100")[0])
            block.keys["table"] = {"width_cm": width, "depth_cm": depth}
        elif first in ("settings", "board"):
            block.keys[first] = {**block.keys.get(first, {}), **keys_of(rest)}
        elif first == "known":
            known = block.keys.setdefault("side", {}).setdefault(rest[0] if rest else "", {})
            known.update(keys_of(rest[1:]))
        elif first == "with":
            self.take_setup(block, part.removeprefix("with").strip())
        elif first == "without":
            for name in rest:
                if block.stands.pop(name, None) is None:
                    raise Wrong(f"a stand of the set-up ({', '.join(block.stands)})", name)
        elif first in block.stands:
            _change(block.stands[first], rest)
        elif rest and "/" in rest[0] and rest[0][0] not in OPENING:
            block.stands[first] = _stand(first, rest)
        else:
            block.terrain.append(_terrain(first, rest))

    def take_setup(self, block: _Block, name: str) -> None:
        """Put a set-up's stands, terrain and the rest into a case."""
        if name not in self.setups:
            raise Wrong(f"a set-up of this text ({', '.join(self.setups) or 'there is none'})", name)
        setup = deepcopy(self.setups[name])
        block.stands |= setup.stands
        block.terrain += setup.terrain
        block.keys |= setup.keys


def _stand(name: str, words: list[str]) -> Keys:
    side, kind, *unit = exactly(split(words[0], "/"), (2, 3), "side/kind or side/kind/unit")
    stand: Keys = {"name": text_of(name), "side": text_of(side), "kind": text_of(kind)}
    if unit:
        stand["unit"] = text_of(unit[0])
    _change(stand, words[1:])
    if not {"x", "hex", "square"} & set(stand):
        raise Wrong("a stand's place: 20,30 in cm, (3,-2) a hex or A-25 a square", " ".join([name, *words]))
    return stand


def _change(stand: Keys, words: list[str]) -> None:
    """Put what some words say of a stand into its keys."""
    for word in words:
        place = _place(word)
        if place:
            for key in ("x", "y", "hex", "square"):
                stand.pop(key, None)
            stand |= place
        elif word.startswith("@"):
            stand["heading_deg"] = value_of(word[1:])
        elif found := _SIGMA.fullmatch(word):
            stand["sigma_deg" if found[2] else "sigma_cm"] = value_of(found[1])
        elif SIZE.fullmatch(word):
            stand["width_cm"], stand["depth_cm"] = size_of(word)
        elif found := _COUNTER.fullmatch(word):
            stand["combat"], stand["movement"] = int(found[1]), int(found[2])
        elif word.startswith("{"):
            stand["state"] = value_of(word)
        else:
            stand |= keys_of([word])


def _place(word: str) -> Keys:
    """Return where a word puts a stand; nothing for a word that is no place."""
    if _PLACE.fullmatch(word):
        return dict(zip(("x", "y"), value_of(word), strict=True))
    if found := _HEX.fullmatch(word):
        return {"hex": value_of(found[1])}
    return {"square": word} if _SQUARE.fullmatch(word) else {}


def _terrain(kind: str, words: list[str]) -> Keys:
    piece: Keys = {"kind": text_of(kind)}
    for word in words:
        if found := _RECTANGLE.fullmatch(word):
            left, near, right, far = (value_of(text) for text in found.groups())
            piece["polygon"] = [[left, near], [right, near], [right, far], [left, far]]
        elif word.startswith("["):
            piece["polygon"] = value_of(word)
        elif found := _HEX.fullmatch(word):
            piece.setdefault("hexes", []).append(value_of(found[1]))
    if not {"polygon", "hexes"} & set(piece):
        raise Wrong("a stand (name side/kind place) or terrain (kind corners)", " ".join([kind, *words]))
    return piece | keys_of([word for word in words if KEY.fullmatch(word)])


def _action(text: str) -> Keys:
    """Return what ``> shoot us-1 de-1, dice 4 2`` says: an action, dice, the referee's word."""
    what, *more = split(text, ", ") or [""]
    words = words_of(what)
    named = [word for word in words if not KEY.fullmatch(word)]
    if not 1 <= len(named) <= 3:
        raise Wrong("a verb, and who acts on whom: > shoot us-1 de-1", what)
    action: Keys = dict(zip(("type", "actor", "target"), map(value_of, named), strict=False))
    found: Keys = {"action": action | keys_of([word for word in words if word not in named])}
    for each in more:
        first, *rest = words_of(each)
        if first == "dice":
            found["dice"] = {"given": [value_of(word) for word in rest]}
        elif first == "decided":
            found["referee"] = {"decided": _decided(rest)}
        else:
            raise Wrong("', dice ...' or ', decided ...'", each)
    return found


def _decided(words: list[str]) -> dict[str, bool]:
    pairs = [word.rpartition("=") for word in words]
    if any(value not in ("true", "false") for _, _, value in pairs):
        raise Wrong("a clause and the referee's word, as A2.3=true", " ".join(words))
    return {text_of(clause): value == "true" for clause, _, value in pairs}


def _expected(text: str) -> Keys:
    """Return what ``= allowed A2.3 hit`` expects; effects are read after it."""
    words = words_of(text.strip())
    if not words or words[0] not in VERDICTS:
        raise Wrong("allowed, refused or too_close", text.strip())
    clauses = [word for word in words[1:] if _CLAUSE.fullmatch(word)]
    outcomes = [word for word in words[1:] if word not in clauses]
    if len(outcomes) > 1:
        raise Wrong("one outcome", " ".join(outcomes))
    expect: Keys = {"verdict": words[0], "clauses": clauses, "effects": []}
    return expect | ({"outcome": text_of(outcomes[0])} if outcomes else {})


def _expect_effect(expect: Keys, part: str) -> None:
    if part == "...":
        if expect.pop("effects", None) != []:
            raise Wrong("'...' in place of all effects", part)
        return
    kind, *words = words_of(part)
    if kind == "left":
        expect["left"] = [value_of(word) for word in words]
        return
    stand = {"stand": text_of(words.pop(0))} if words and not KEY.fullmatch(words[0]) else {}
    expect["effects"].append({"type": kind, **stand, **keys_of(words)})
