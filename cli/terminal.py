"""The way to the terminal: whatever a command prints, nothing in it can command the terminal or hide in it."""

import re
from typing import Any, TextIO

from table.names import visible

# What Vedette itself prints: colours of `doctor`, and what a progress bar draws with.
_OWN = re.compile("(\x1b\\[(?:0|1|3[0-7])m|\x1b\\[K|\x1b\\[\\?25[lh])")
_LINES = "\n\t\r"


class Plain:
    """A text stream that shows every hidden character by its code (an old journal may hold some in its names)."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; return how many characters it had."""
        parts = _OWN.split(text)
        self._stream.write("".join(part if k % 2 else visible(part, _LINES) for k, part in enumerate(parts)))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
