"""Words of a line of written cases: split at spaces, with values in them."""

import json
import re
from typing import Any

Keys = dict[str, Any]

NUMBER = r"[+-]?(?:\d{1,20}\.?\d{0,20}|\.\d{1,20})(?:[eE][+-]?\d{1,3})?"
SIZE = re.compile(rf"({NUMBER})x({NUMBER})")
KEY = re.compile(r'([\w.-]+|"(?:[^"\\]|\\.)*")=(.*)')
DEEPEST = 20
OPENING, CLOSING = "[{(", "]})"
_WHOLE = re.compile(r"[+-]?\d+")
_NUMBERS = re.compile(rf"{NUMBER}(,{NUMBER})*")


class Wrong(Exception):  # noqa: N818
    """What was expected in a part of a line, and what is there."""


def keys_of(words: list[str]) -> Keys:
    """Return ``key=value`` pairs; a key alone is true."""
    found: Keys = {}
    for word in words:
        pair = KEY.fullmatch(word)
        if pair is None and not word.isidentifier():
            raise Wrong("key=value", word)
        found[text_of(pair[1]) if pair else word] = value_of(pair[2]) if pair else True
    return found


def value_of(text: str) -> Any:
    """Return a number, truth, text, list or table."""
    if text.startswith('"'):
        return text_of(text)
    if text[:1] == "[" and text.endswith("]"):
        return [value_of(word) for word in words_of(text[1:-1])]
    if text[:1] == "{" and text.endswith("}"):
        return keys_of(words_of(text[1:-1]))
    if _NUMBERS.fullmatch(text):
        numbers = [int(each) if _WHOLE.fullmatch(each) else float(each) for each in text.split(",")]
        return numbers if len(numbers) > 1 else numbers[0]
    return {"true": True, "false": False}.get(text, text)


def text_of(word: str) -> str:
    """Return a word, or what stands in its quotes."""
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        raise Wrong("a text in double quotes", word) from None


def size_of(text: str) -> tuple[float, float]:
    """Return width and depth."""
    found = SIZE.fullmatch(text)
    if found is None:
        raise Wrong("a size, width by depth, as 2x1.6", text)
    return value_of(found[1]), value_of(found[2])


def exactly(words: list[str], counts: tuple[int, ...], expected: str) -> list[str]:
    """Return the words if they are so many; raises Wrong."""
    if len(words) not in counts:
        raise Wrong(expected, " ".join(words))
    return words


def words_of(text: str) -> list[str]:
    """Return the words of a text; what stands in brackets or quotes is one."""
    return split(text, " ")


def split(text: str, mark: str) -> list[str]:
    """Split a text at a mark, not within brackets or quotes; what is empty is left out."""
    parts, start, depth, quoted, k = [], 0, 0, False, 0
    while k < len(text):
        if quoted:
            k += text[k] == "\\"
            quoted = text[k : k + 1] != '"'
        elif text[k] == '"':
            quoted = True
        elif text[k] in OPENING:
            depth += 1
            if depth > DEEPEST:
                raise Wrong(f"brackets in brackets {DEEPEST} times at most", text[:k])
        elif text[k] in CLOSING:
            depth -= 1
        elif depth == 0 and text.startswith(mark, k):
            parts.append(text[start:k])
            start = k + len(mark)
        k += 1
    if quoted or depth:
        raise Wrong("brackets and quotes that are closed", text)
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
