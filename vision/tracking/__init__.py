"""Following every marker from frame to frame: what is where, what moved and how far, when the table is still."""
