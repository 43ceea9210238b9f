"""Good requests made bad: bodies, addresses, methods, headers, cookies, languages, ranges, encodings."""

import json
from dataclasses import dataclass
from random import Random
from typing import Any

from serving_asks import Ask
from serving_client import Client

NAMES = (
    "1/95th Rifles", "../../etc/passwd", "", " ", "\x00", "\x1b[2J", "\x07", "\u202egnuoY", "a\u200bb", "\ud800",
    "Ω" * 300,
    "<script>alert(1)</script>", "{name}", "%s%n", "'; DROP TABLE entry; --", "\r\nSet-Cookie: x=y", "nul",
    "\U0001f3b2",
)  # fmt: skip
NUMBERS = (0, -1, -0.0, 1e308, -1e308, 2**31, 2**53 + 1, 2**64, 10**400, 1e-320, float("nan"), float("inf"), True)
ODD_NUMBERS = ("0", "-1", str(2**31), str(2**63), str(2**64), "9" * 30, "1e3", "%D9%A3", "٣", "0x1", "+1", "1.0")
OTHERS = (None, [], {}, [[]], {"": {}}, "x" * 5000, [0] * 2000, {str(k): k for k in range(500)})
METHODS = ("HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW", "get", "POST", "GET")
PLACES = ("//", "/..", "/%2e%2e/", "/%00", "/%2F", "?lang=xx", "?lang=it&lang=es", "?closely=1&v=" + "9" * 200, ";x=1",
          "/%F0%9F%8E%B2", "/%ff", "#a", "?" + "a=b&" * 300, "/" + "x" * 3000, "\\", "%")  # fmt: skip
TYPES = ("application/json; charset=utf-16", "text/plain", "application/x-www-form-urlencoded", "",
         "multipart/form-data",
         "application/json;", "APPLICATION/JSON", "application/xml")  # fmt: skip
HEADERS: tuple[tuple[str, str], ...] = (
    ("Host", "evil.example"), ("Host", ""), ("Host", "127.0.0.1:99999"), ("Host", "[::1"), ("Host", "127.0.0.1, a"),
    ("Accept-Language", "it"), ("Accept-Language", "es;q=nan,*;q=-1"), ("Accept-Language", "x-" + "a" * 3000),
    ("Range", "bytes=0-10"), ("Range", "bytes=-1,5-,9-2,0-0," * 40), ("Range", "bytes=999999999999-"),
    ("If-None-Match", "*"), ("If-Modified-Since", "yesterday"), ("Accept-Encoding", "br;q=1, *"),
    ("Accept", "no/thing"),
    ("Origin", "null"), ("Origin", "http://evil.example"), ("Origin", "http://["), ("Sec-Fetch-Site", "cross-site"),
    ("Cookie", "vedette=eyJ0aWNrZXQiOnsicm9sZSI6InJlZmVyZWUifX0.x.y"), ("Cookie", "vedette_language=zz; a=\x01"),
    ("Cookie", "vedette=" + "A" * 3000), ("X-Forwarded-For", "127.0.0.1"), ("Forwarded", "for=127.0.0.1"),
    ("X-Forwarded-Proto", "https, http"), ("X-HTTP-Method-Override", "DELETE"), ("Content-Encoding", "gzip"),
    ("Transfer-Encoding", "gzip"), ("Upgrade", "h2c"), ("Connection", "close"), ("Content-Type", "application/json"),
    ("Te", "trailers"), ("Referer", "\x80\xff"), ("User-Agent", "%00"), ("X", "y" * 6000),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spoiled:
    """A request's very bytes; ``wire`` where it is not even HTTP any more, and its connection is to be closed."""

    method: str
    path: str
    sent: bytes
    wire: bool = False


def spoiled(ask: Ask, client: Client, dice: Random) -> Spoiled:
    """Return the request with one thing wrong with it, or two, or none."""
    method, path, body, headers = ask.route.method, ask.path, ask.body, dict[str, str]()
    sent = None if body is None else _written(body)
    for _ in range(dice.choice((0, 1, 1, 1, 2))):
        match dice.randrange(6):
            case 0 if ask.body is not None:
                sent = _written(_changed(ask.body, dice))
            case 1 if sent is not None:
                sent = _torn(sent, dice)
            case 2:
                path = _moved(path, dice)
            case 3:
                method = dice.choice(METHODS)
            case 4:
                headers["Content-Type"] = dice.choice(TYPES)
            case _:
                name, value = dice.choice(HEADERS)
                headers[name] = value
    if method not in ("GET", "HEAD", "OPTIONS", "get") and sent is None:
        sent = b"{}"
    wire = "Transfer-Encoding" in headers or path.startswith(("?", "\\")) or " " in path
    raw = client.request(method, path, sent, headers)
    if dice.random() < 0.02:
        raw, wire = _cut(raw, dice), True
    return Spoiled(method, path, raw, wire)


def _changed(body: Any, dice: Random, depth: int = 0) -> Any:
    """Return a body with something else in one place."""
    if isinstance(body, dict) and body and (depth < 1 or dice.random() < 0.8):
        key = dice.choice(list(body))
        match dice.randrange(6):
            case 0:
                return {name: value for name, value in body.items() if name != key}
            case 1:
                return {**body, dice.choice(NAMES): 1}
            case _:
                return {**body, key: _changed(body[key], dice, depth + 1)}
    if isinstance(body, list) and body and dice.random() < 0.6:
        at = dice.randrange(len(body))
        return [*body[:at], _changed(body[at], dice, depth + 1), *body[at + 1 :]]
    return dice.choice(dice.choice((NAMES, NUMBERS, OTHERS)))


def _written(body: Any) -> bytes:
    return json.dumps(body).encode()  # with NaN and Infinity, as Python writes them


def _torn(sent: bytes, dice: Random) -> bytes:
    """Return a body that is no JSON, or none that anybody wants."""
    return dice.choice(
        (
            b"",
            sent[: dice.randrange(len(sent) + 1)],
            b"\xef\xbb\xbf" + sent,
            sent.decode("latin-1").encode("utf-16"),
            b"[" * 9000 + b"]" * dice.randrange(9000),
            b'{"a":' * 3000 + b"1" + b"}" * 3000,
            sent + b" " * dice.choice((100, 16_000, 20_000)),
            sent[:-1] + b', "dice": 1e999, "dice": NaN}',
            dice.randbytes(dice.randrange(1, 400)),
            sent.replace(b'"', b"'"),
            b'{"seen": ' + b"9" * 5000 + b"}",
            b"\x1f\x8b" + sent,
        )
    )


def _moved(path: str, dice: Random) -> str:
    """Return an address with something in it that no page asks for."""
    parts = path.split("/")
    at = dice.randrange(1, len(parts))
    match dice.randrange(4):
        case 0:
            return path + dice.choice(PLACES)
        case 1:
            parts[at] = "".join(f"%{byte:02X}" for byte in dice.choice(NAMES).encode("utf-8", "surrogatepass"))
        case 2:
            parts[at] = dice.choice(ODD_NUMBERS)
        case _:
            parts.insert(at, dice.choice(("", ".", "..", "%2F", "api", "static")))
    return "/".join(parts)


def _cut(raw: bytes, dice: Random) -> bytes:
    """Return a request with a stray byte in its head; it still ends."""
    at = dice.randrange(1, max(2, raw.index(b"\r\n\r\n") - 1))
    return raw[:at] + bytes([dice.choice((0, 7, 27, 128, 255, 58, 9))]) + raw[at:]
