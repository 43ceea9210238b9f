"""The cannon's shots: what is known of each, what a cannon's history says, and the words of its handling."""
