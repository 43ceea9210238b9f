"""A sheet of crosses at known distances: what a ruler, or the camera, should find."""

from calibration.sheets.paper import BAR_MM, Sheet

STEP_MM = 50.0


def check_sheet(paper: str = "A4", bar_mm: float = BAR_MM, title: str = "Vedette: check crosses") -> Sheet:
    """Draw crosses every 50 mm with their places in cm, and a second bar that runs the other way."""
    sheet = Sheet(paper, title, bar_mm=bar_mm)
    area = sheet.area
    sheet.new_page()
    columns, rows = 3, int((area.height - 12) // STEP_MM)
    left, bottom = area.left + 20, area.top + area.height - 8
    for column in range(columns + 1):
        for row in range(rows + 1):
            x, y = left + column * STEP_MM, bottom - row * STEP_MM
            sheet.black(x - 5, y - 0.1, 10, 0.2)
            sheet.black(x - 0.1, y - 5, 0.2, 10)
            sheet.text(x + 1, y - 1, f"{column * STEP_MM / 10:g}, {row * STEP_MM / 10:g}", 6)
    sheet.bar(area.left + 5, bottom - BAR_MM, upright=True)
    sheet.text(left + 60, bottom - 20, "Crosses every 5 cm, across and away. Their labels are x, y in cm.", 7)
    sheet.text(left + 60, bottom - 16, "Both bars are 200 mm: a printer may stretch one way only.", 7)
    return sheet
