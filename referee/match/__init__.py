"""A match at one table: commands become events, events are written down and applied; undo reads them."""
