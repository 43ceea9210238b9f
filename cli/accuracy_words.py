"""What a table is good to, on the command line: in a line, and as data."""

from typing import Any

from calibration.accuracy import Accuracy
from calibration.laid import laid_sigma_cm
from calibration.report_page import ENGLISH, Locale
from table.errors import Remark
from table.uncertainty import SIGMAS_95
from vision.table_view import TableView

NAMED_MM = 0.005
"""A share that is worth a word, one sigma."""


def accuracy_words(accuracy: Accuracy, view: TableView, locale: Locale = ENGLISH) -> str:
    """Return a table's number, of what it is made, and what would make it smaller."""
    names = {"cards": Remark("cards"), "tape": Remark("tape"), "heights": Remark("heights"), "camera": Remark("camera")}
    made_of = [
        f"{locale.said(names[name])} {locale.number(10 * SIGMAS_95 * cm, '.2f')}"
        for name, cm in accuracy.shares_cm.items()
        if 10 * cm >= NAMED_MM
    ]
    good_mm = 10 * accuracy.good_to_cm
    line = locale.said(
        Remark("Any distance on this table is good to ±{good_mm:.2f} mm (95 of 100: {shares}).",
               good_mm=good_mm, shares=(", " if locale.mark == "." else "; ").join(made_of))
        if made_of
        else Remark("Any distance on this table is good to ±{good_mm:.2f} mm (95 of 100).", good_mm=good_mm)
    )  # fmt: skip
    if view.frame.tape is not None or view.correction is not None or laid_sigma_cm(view.frame) <= 0:
        return line
    laid = Remark(
        "Its cards were laid, not measured: one length between two of them mends that ([tape] in frame.toml)."
    )
    return f"{line} {locale.said(laid)}"


def accuracy_json(accuracy: Accuracy) -> dict[str, Any]:
    """Return it as data: 1.96 sigma in all, and one sigma of each share."""
    return {
        "good_to_cm": accuracy.good_to_cm,
        "sigma_cm": accuracy.sigma_cm,
        **{f"{name}_sigma_cm": cm for name, cm in accuracy.shares_cm.items()},
    }
