"""What a check may say: where it passed, where it failed, where it is too close to call."""

Trio = tuple[str, str, str]
