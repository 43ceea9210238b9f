"""Terrain in the picture from above: where a piece ends and the table's ground begins."""
