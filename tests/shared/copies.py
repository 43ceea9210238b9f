"""Deep copies of what holds stands, for tests that begin at a state that takes seconds to reach."""

import copy
import copyreg
from types import MappingProxyType
from typing import TypeVar

import pytest

T = TypeVar("T")


def deep_copy(original: T) -> T:
    """Return a copy that shares nothing: also of a stand's state, a read-only view, which ``copy`` does not know."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(copyreg.dispatch_table, MappingProxyType, lambda view: (MappingProxyType, (dict(view),)))
        return copy.deepcopy(original)
