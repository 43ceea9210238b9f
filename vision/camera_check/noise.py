"""A camera's noise by grey level, from frames of a still scene, and whether the camera smooths it away."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Grey, Indices

_BLOCK = 16  # px a side: what is told of a grey level is told by such blocks
_MOST_ROWS = 30  # rows of blocks, over the whole height: a 4K picture tells no more than they do
_FEW, _FEW_BLOCKS = 4, 12  # frames; blocks of a level
_FLAT = 0.5  # of the blocks of a level, the flattest: where light does not change, a shake of the camera shows nothing
_LEVELS = np.arange(0, 257, 16)
_MOST = 12.0  # grey levels: no camera has more noise; something moves there
_BLACK, _WHITE = 4, 250  # levels at which a picture is cut off, and its noise with it


@dataclass(frozen=True)
class Noise:
    """Noise by grey level: ``levels`` and their ``sigmas``, in grey levels of 255, from one frame to another.

    ``neighbours`` is how alike (correlation) the noise of two pixels side by side is: what was smoothed, or made of
    colours that lie apart. ``frames`` the same of one pixel in two frames in a row: what was steadied by the frame
    before; None where no two frames in a row are known.
    """

    levels: tuple[float, ...]
    sigmas: tuple[float, ...]
    neighbours: float
    frames: float | None

    @property
    def usual(self) -> float:
        """The middle of the sigmas over all levels seen."""
        return float(np.median(self.sigmas))


def noise_of(frames: Sequence[Grey], in_a_row: bool = True) -> Noise | None:
    """Return the noise of some frames (H, W) of a still scene; None where they are too few, or nothing lies still."""
    if len(frames) < _FEW:
        return None
    height, width = frames[0].shape
    rows = np.unique(np.linspace(0, height // _BLOCK - 1, min(_MOST_ROWS, height // _BLOCK)).astype(int))
    wide = width // _BLOCK * _BLOCK
    if not len(rows) or not wide:
        return None
    at = (rows[:, None] * _BLOCK + np.arange(_BLOCK)).ravel()
    stack = np.stack([frame[at, :wide] for frame in frames]).astype(np.float32)
    mean = stack.mean(axis=0)
    left = stack - mean
    # The light of each row may differ from frame to frame: exposure that hunts, lamps that pulse.
    left -= mean * ((left * mean).sum(axis=2) / np.maximum(np.square(mean).sum(axis=1), 1))[..., None]
    count = len(frames)
    # Frames far apart share nothing, whatever the camera keeps of the one before.
    far = np.square(left[count // 2 :] - left[: -(count // 2)]).mean(axis=0)
    variance = _by_block(far / 2).mean(axis=(1, 3)).ravel()
    beside = _by_block((left[:, :, :-1] * left[:, :, 1:]).sum(axis=0) / (count - 1), 1).mean(axis=(1, 3)).ravel()
    after = _by_block(np.square(left[1:] - left[:-1]).mean(axis=0) / 2).mean(axis=(1, 3)).ravel()
    blocks = _by_block(mean)
    level, uneven = blocks.mean(axis=(1, 3)).ravel(), blocks.std(axis=(1, 3)).ravel()
    chosen = [_flattest(np.flatnonzero((level >= low) & (level < low + 16)), level, uneven) for low in _LEVELS[:-1]]
    chosen = [some for some in chosen if len(some) >= _FEW_BLOCKS and np.median(variance[some]) < _MOST**2]
    if not chosen:
        return None
    sigmas = [float(np.sqrt(np.median(variance[some]))) for some in chosen]
    flat = np.concatenate(chosen)
    flat = flat[variance[flat] > 0]
    if not len(flat):
        return Noise(tuple(float(np.median(level[some])) for some in chosen), tuple(sigmas), 0.0, None)
    steadied = 1 - float(np.median(after[flat] / variance[flat]))
    return Noise(
        tuple(float(np.median(level[some])) for some in chosen), tuple(sigmas),
        float(np.median(beside[flat] / variance[flat])), min(max(steadied, 0.0), 1.0) if in_a_row else None,
    )  # fmt: skip


def _by_block(picture: Floats, short: int = 0) -> Floats:
    """Return a picture as blocks (rows, 16, columns, 16); one that is ``short`` of columns gets its last once more."""
    whole = np.concatenate([picture, picture[:, -short:]], axis=1) if short else picture
    return whole.reshape(len(whole) // _BLOCK, _BLOCK, -1, _BLOCK)


def _flattest(some: Indices, level: Floats, uneven: Floats) -> Indices:
    some = some[(level[some] > _BLACK) & (level[some] < _WHITE)]
    return some[np.argsort(uneven[some], kind="stable")[: max(int(_FLAT * len(some)), 1)]] if len(some) else some
