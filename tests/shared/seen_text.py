"""Texts that people see, as hypothesis thinks them up: what files may hold (table/names.py)."""

from hypothesis import strategies as st

SEEN = st.characters(exclude_categories=["C", "Zl", "Zp"])


def seen(least: int = 0, most: int | None = None) -> st.SearchStrategy[str]:
    """Return texts of so many letters; those that must not be blank where there must be one."""
    texts = st.text(SEEN, min_size=least, max_size=most)
    return texts.filter(str.strip) if least else texts
