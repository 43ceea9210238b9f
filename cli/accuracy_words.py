"""What a table is good to, on the command line: in a line, and as data."""

from typing import Any

from calibration.accuracy import Accuracy
from calibration.laid import laid_sigma_cm
from table.uncertainty import SIGMAS_95
from vision.table_view import TableView

NAMED_MM = 0.005
"""A share that is worth a word, one sigma."""


def accuracy_words(accuracy: Accuracy, view: TableView) -> str:
    """Return a table's number, of what it is made, and what would make it smaller."""
    made_of = [f"{name} {10 * SIGMAS_95 * cm:.2f}" for name, cm in accuracy.shares_cm.items() if 10 * cm >= NAMED_MM]
    line = f"Any distance on this table is good to ±{10 * accuracy.good_to_cm:.2f} mm (95 of 100"
    line += f": {', '.join(made_of)})." if made_of else ")."
    if view.frame.tape is None and view.correction is None and laid_sigma_cm(view.frame) > 0:
        line += " Its cards were laid, not measured: one length between two of them mends that ([tape] in frame.toml)."
    return line


def accuracy_json(accuracy: Accuracy) -> dict[str, Any]:
    """Return it as data: 1.96 sigma in all, and one sigma of each share."""
    return {
        "good_to_cm": accuracy.good_to_cm,
        "sigma_cm": accuracy.sigma_cm,
        **{f"{name}_sigma_cm": cm for name, cm in accuracy.shares_cm.items()},
    }
