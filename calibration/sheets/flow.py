"""Cards side by side, row by row, page by page."""

from calibration.sheets.paper import Sheet


class Flow:
    """Hands out places row by row, beginning new pages as they fill."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.area = sheet, sheet.area
        self.x = self.y = self.row_height = 0.0
        self.started = False

    def place(self, width: float, height: float) -> tuple[float, float]:
        """Return the top left corner of the next free place, mm."""
        if self.started and self.x + width > self.area.left + self.area.width + 1e-6:
            self.x, self.y, self.row_height = self.area.left, self.y + self.row_height, 0.0
        if not self.started or self.y + height > self.area.top + self.area.height + 1e-6:
            self.sheet.new_page()
            self.x, self.y, self.row_height, self.started = self.area.left, self.area.top, 0.0, True
        place = (self.x, self.y)
        self.x, self.row_height = self.x + width, max(self.row_height, height)
        return place
