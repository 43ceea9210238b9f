"""One entry of a journal, and the seal that chains it to the one before."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

GENESIS = "0" * 64
"""What the first entry is chained to."""
Draft = tuple[str, int, Mapping[str, Any]]
"""An entry to be: kind, version, payload."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number from 1, UTC time (ISO 8601), kind, version of its payload, the payload's text, its seal.

    ``seal`` is the SHA-256 over all of these and ``previous``, the seal of the entry before, in hexadecimal.
    """

    sequence: int
    time: str
    kind: str
    version: int
    text: str
    previous: str
    seal: str

    @property
    def payload(self) -> dict[str, Any]:
        """The payload as it was written; raises ValueError where the text is no JSON object any more."""
        return payload_in(self.text)

    @property
    def is_sound(self) -> bool:
        """Whether the seal is the one that everything else makes."""
        try:
            return self.seal == seal_of(self.sequence, self.time, self.kind, self.version, self.text, self.previous)
        except UnicodeEncodeError:  # half a character, put there behind the journal's back
            return False


def payload_in(text: str) -> dict[str, Any]:
    """Return the payload that a text is; raises ValueError for one that is no JSON object."""
    try:
        data = json.loads(text)
    except RecursionError:  # thousands of brackets in a row
        raise ValueError("a payload is not so deep") from None
    if not isinstance(data, dict):
        raise ValueError("a payload is a JSON object")
    return data


def payload_text(payload: Mapping[str, Any]) -> str:
    """Return a payload as the one text that is stored and sealed; raises ValueError for a number that is not finite."""
    return json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def seal_of(sequence: int, time: str, kind: str, version: int, text: str, previous: str) -> str:
    """Return the seal of an entry: each part with its length before it, so that no two entries are sealed alike."""
    digest = sha256()
    for part in (previous, str(sequence), time, kind, str(version), text):
        data = part.encode("utf-8")
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()


def sealed(sequence: int, time: str, kind: str, version: int, text: str, previous: str) -> Entry:
    """Return the entry that follows the one sealed ``previous``."""
    return Entry(sequence, time, kind, version, text, previous, seal_of(sequence, time, kind, version, text, previous))
