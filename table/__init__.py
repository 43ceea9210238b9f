"""What is on a table, how it is measured, how it is written down: centimetres, degrees, one standard deviation."""
