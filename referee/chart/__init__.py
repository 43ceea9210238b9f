"""A game's combat chart: the rows of a match out of its journal, as a page, paper and CSV."""
