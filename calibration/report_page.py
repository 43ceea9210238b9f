"""The furniture of a `--report` page: one HTML file that needs nothing else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from table.errors import Remark

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2321; --soft: #5d6b66; --paper: #fbfaf6; --line: #cfd6d2; --good: #2f7d5b;
  --poor: #b3541e; --cell: #3a8f6b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ece9; --soft: #9dada6; --paper: #161a19; --line: #3a4441;
  --good: #6cc79c; --poor: #f0965a; --cell: #4fae85; } }
body { margin: 2rem auto; max-width: 56rem; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
svg { width: 100%; height: auto; display: block; } figcaption, .soft { color: var(--soft); font-size: .9rem; }
figure { margin: 1rem 0; }
table { border-collapse: collapse; } td, th { padding: .15rem .9rem .15rem 0; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; } .big { font-size: 1.25rem; }
.mind { font-weight: 600; }
text { fill: var(--ink); font: 12px system-ui, sans-serif; }
"""


@dataclass(frozen=True, slots=True)
class Locale:
    """A reader's language: what says a `Remark` in it, the mark before its decimals, and paragraphs of HTML in it."""

    language: str = "en"
    said: Callable[[str], str] = str
    mark: str = "."

    def number(self, value: float, form: str) -> str:
        """Return a number as the language has it."""
        return format(value, form).replace(".", self.mark)

    def paragraph(self, text: str, kind: str = "") -> str:
        """Return a paragraph of HTML."""
        return f"<p{f' class={kind}' if kind else ''}>{escape(self.said(text))}</p>"

    def heading(self, text: str) -> str:
        """Return a heading of HTML."""
        return f"<h2>{escape(self.said(text))}</h2>"

    def warnings(self, texts: Sequence[str]) -> list[str]:
        """Return a paragraph for each warning."""
        return [self.paragraph(Remark("Mind: {warning}.", warning=text), "mind") for text in texts]


ENGLISH = Locale()


def page(title: str, body: Sequence[str], language: str = "en") -> str:
    """Return a whole page; ``body`` is HTML."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width, initial-scale=1"><title>{escape(title)} - Vedette</title><style>{_STYLE}</style>'
        f"</head><body><h1>{escape(title)}</h1>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def figure(svg: str, caption: str) -> str:
    """Return a drawing with words under it."""
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of texts; numbers stand to the right."""

    def cells(row: Sequence[str], tag: str) -> str:
        numeric = [tag == "td" and cell.lstrip("+-").replace(",", ".").replace(".", "", 1).isdigit() for cell in row]
        return "".join(
            f"<{tag}{' class=n' if right else ''}>{escape(cell)}</{tag}>"
            for cell, right in zip(row, numeric, strict=True)
        )

    return f"<table><tr>{cells(head, 'th')}</tr>" + "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows) + "</table>"


def svg(width: float, height: float, parts: Sequence[str], label: str) -> str:
    """Return a drawing of SVG parts as wide as the page; ``label`` says what it shows to those who cannot see it."""
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{escape(label)}">'
        + "".join(parts)
        + "</svg>"
    )
