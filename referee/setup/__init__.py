"""Setting a match up: a folder of files, one for each step, so that any step can be left and taken up again."""
