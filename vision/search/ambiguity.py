"""Whether what is bare of a marker tells it from the others: of half a pattern two ids may be left."""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LEAST = 2  # modules in which any other must differ from what is seen, beyond those that are wrong


def unmistakable(
    ids: NDArray[np.intp], untold: NDArray[np.bool_], wrong: Floats, bits: Floats, others: Collection[int]
) -> NDArray[np.bool_]:
    """Return which of K markers (ids (K,)) can be none of the ``others``, however turned, by the modules that are bare.

    ``untold`` (K, n + 2, n + 2) are the modules, the margin's among them, that do not tell their shade; ``wrong``
    (K,) how many are not as they should be and nothing covers them; ``bits`` (ids, n, n) the dictionary's patterns.
    One whose modules all tell their shade is none of the others.
    """
    clear = np.ones(len(ids), np.bool_)
    some = np.flatnonzero(untold[:, 1:-1, 1:-1].any(axis=(1, 2)))
    rivals = np.array(sorted(others), np.intp)
    if not len(some) or not len(rivals):
        return clear
    turned = np.concatenate([np.rot90(bits[rivals], turn, axes=(1, 2)) for turn in range(4)])
    turned = turned.reshape(len(turned), -1)
    bare = ~untold[some, 1:-1, 1:-1].reshape(len(some), -1)
    own = bits[ids[some]].reshape(len(some), -1)
    apart = (bare * own).sum(axis=1, keepdims=True) + (bare * (1 - 2 * own)) @ turned.T
    apart[np.equal.outer(ids[some], np.tile(rivals, 4))] = np.inf
    clear[some] = apart.min(axis=1) >= _LEAST + wrong[some] - 0.5
    return clear
