"""What a figure sees: the table from its eyes, drawn once for the page and for the evidence card."""
