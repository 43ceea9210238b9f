"""A field of a PDF form: what fpdf2 (2.8) has no word for yet, made of its own annotations."""

from typing import Any

from fpdf import FPDF
from fpdf.annotations import PDFAnnotation
from fpdf.output import OutputProducer
from fpdf.syntax import PDFString

_FONT = "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>"
_LOOK = "(/Helv 9 Tf 0 g)"


class _Form:
    """The document's form: its fields, and the letters they are filled in with."""

    def __init__(self, fields: list[PDFAnnotation]) -> None:
        self._fields = fields

    def serialize(self, _security_handler: object = None, _obj_id: object = None) -> str:
        listed = " ".join(field.ref for field in self._fields)
        return f"<</Fields [{listed}] /NeedAppearances true /DA {_LOOK} /DR <</Font <</Helv {_FONT}>>>>>>"


class _WithForm(OutputProducer):
    def _finalize_catalog(self, catalog_obj: Any, *args: Any, **named: Any) -> None:
        super()._finalize_catalog(catalog_obj, *args, **named)
        fields = [
            note
            for page in self.fpdf.pages.values()
            for note in page.annots or ()
            if isinstance(note, PDFAnnotation) and note.f_t == "Tx"
        ]
        if fields:
            catalog_obj.acro_form = _Form(fields)


def add_text_field(pdf: FPDF, name: str, tip: str, x: float, y: float, width: float, height: float) -> None:
    """Add a field to type one line into on the page begun last, at (x, y, width, height) in its units from its top."""
    k = pdf.k
    field = PDFAnnotation(
        "Widget", x * k, pdf.h_pt - y * k, width * k, height * k, field_type="Tx", title=name, default_appearance=_LOOK
    )
    field.t_u = PDFString(tip)  # type: ignore[attr-defined]
    pdf.pages[pdf.page].add_annotation(field)


def output_with_form(pdf: FPDF) -> bytes:
    """Return the PDF's bytes, its fields gathered in a form."""
    return bytes(pdf.output(output_producer_class=_WithForm))
