"""The hall: every table of a club on one page, as it is played."""
