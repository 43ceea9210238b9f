"""Which numbers a lens and a board get: as few as tell where corners are in pictures that were held out."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.bundle import Bundle, solve
from calibration.charuco import BoardView
from calibration.lens_sense import is_sane
from table.errors import BadInput
from vision.arrays import Floats

_COARSE, _FINE = 1e-4, 1e-10  # the share of the misfit by which a step must better it: to compare; to keep
_PRICE = 2.0  # of a number, in misfit held out: of numbers that say nothing, one in twenty pays it by chance
_FISHEYE = 0.6  # of what a pinhole leaves is what a fisheye must leave at most
_HOPELESS = 30.0  # more misfit than the best so far: a lens of still fewer numbers would be worse yet
_SAME, _FINEST_PX = 0.1, 0.01  # weights that differ by less than this share are the same, and finer ones too
NO_LENS = (
    "no lens explains these pictures: were they all taken by one camera at one zoom, and do --squares, --square-cm and "
    "--marker-cm describe the board?"
)
_TURNS = 3  # of choosing the lens, then the board's bow, then the weights


@dataclass(frozen=True, slots=True)
class LensModel:
    """The distortion numbers that may differ from 0, by OpenCV's order, and those of the board's bow."""

    free: tuple[int, ...]
    bows: int
    fisheye: bool = False

    @property
    def size(self) -> int:
        """How many numbers that is."""
        return len(self.free) + self.bows


PINHOLES: tuple[tuple[int, ...], ...] = ((0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 1), (0,), ())
FISHEYES: tuple[tuple[int, ...], ...] = ((0, 1, 2, 3), (0, 1, 2), (0, 1), (0,), ())
BOWS = (12, 7, 3, 0)
"""All from the most numbers to the fewest: what a bow hides of the lens would be missed the other way."""
_FIRST = (LensModel((0, 1, 2, 3, 4), 12), LensModel((0, 1), 12, fisheye=True))
"""What the choice starts from."""


def best_bundle(views: Sequence[BoardView], corners_cm: Floats) -> tuple[LensModel, Bundle]:
    """Return the model that is best at the corners of each view by the lens of the others, and its fit.

    A number the pictures say nothing about only does harm where no corner was seen. Raises BadInput where no lens
    explains the views.
    """
    choice = _Choice(views, corners_cm)
    first = {model: choice.fit(model, None) for model in _FIRST}
    fits = {model: bundle for model, bundle in first.items() if bundle is not None}
    if not fits:
        raise BadInput(NO_LENS)
    model = min(fits, key=lambda model: fits[model].rms_px)
    bundle = fits[model]
    for _ in range(_TURNS):
        choice.weigh(bundle)
        before, model = model, choice.best_lens(model)
        model = choice.best([LensModel(model.free, bows, model.fisheye) for bows in BOWS], model)
        bundle = choice.fit(model, choice.tried.get(model, bundle)) or bundle
        near = np.abs(bundle.extra_px - choice.extra_px).max() < _SAME * max(choice.extra_px.max(), _FINEST_PX)
        if model.bows == before.bows and near:
            break
    return model, bundle


def refitted(views: Sequence[BoardView], corners_cm: Floats, model: LensModel, start: Bundle) -> Bundle:
    """Return the fit of a model to views; raises BadInput where there is none."""
    bundle = _Choice(views, corners_cm).fit(model, start)
    if bundle is None:
        raise BadInput(NO_LENS)
    return bundle


class _Choice:
    def __init__(self, views: Sequence[BoardView], corners_cm: Floats) -> None:
        self.views, self.corners_cm = views, corners_cm
        self.tried: dict[LensModel, Bundle] = {}
        self.known: dict[bool, Bundle] = {}  # by whether it is a fisheye's: where the next fit starts

    def fit(self, model: LensModel, start: Bundle | None) -> Bundle | None:
        """Return a model's fit under the weights that suit it."""
        return self._solved(model, start, None, _FINE)

    def weigh(self, bundle: Bundle) -> None:
        """Compare models under the weights of one of them from here on, or their misfits could not be compared."""
        self.extra_px = bundle.extra_px
        self.tried = {}

    def best_lens(self, model: LensModel) -> LensModel:
        """Return the best model of all lenses, of a board as bent as one model has it."""
        pinhole = self.best([LensModel(free, model.bows) for free in PINHOLES], model)
        fisheye = self.best([LensModel(free, model.bows, fisheye=True) for free in FISHEYES], model)
        if not (self._is_sane(fisheye) and self._is_sane(pinhole)):
            return fisheye if self._is_sane(fisheye) else pinhole
        # Where all five numbers make sense, a fisheye must do much better: a moving board bends a lens a little, too.
        usual = self._is_sane(LensModel(PINHOLES[0], model.bows))
        return fisheye if self._score(fisheye) < (_FISHEYE if usual else 1.0) * self._score(pinhole) else pinhole

    def best(self, models: Sequence[LensModel], otherwise: LensModel) -> LensModel:
        """Return the sane one that does best at views held out, where each number must pay for itself."""
        best: LensModel | None = None
        for model in models:
            if model not in self.tried:
                found = self._solved(model, self.known.get(model.fisheye), self.extra_px, _COARSE)
                self.tried |= {model: found} if found is not None else {}
            if not self._is_sane(model):
                continue
            if best is None or self._score(model) < self._score(best):
                best = model
            elif self._score(model) > self._score(best) + _HOPELESS and model.bows == best.bows:
                break
        return otherwise if best is None else best

    def _is_sane(self, model: LensModel) -> bool:
        return model in self.tried and is_sane(self.tried[model].lens)

    def _score(self, model: LensModel) -> float:
        return float(self.tried[model].held_out.sum()) + _PRICE * model.size

    def _solved(
        self, model: LensModel, start: Bundle | None, extra_px: Floats | None, enough: float
    ) -> Bundle | None:  # fmt: skip
        try:
            bundle = solve(
                self.views, self.corners_cm, model.free, start, model.bows,
                extra_px=extra_px, fisheye=model.fisheye, enough=enough,
            )  # fmt: skip
        except (cv2.error, np.linalg.LinAlgError, ValueError):
            return None
        self.known[model.fisheye] = bundle
        return bundle
