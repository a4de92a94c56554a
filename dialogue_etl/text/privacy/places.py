"""Places in a text, and whether one is inside a web address."""

import re

Place = tuple[int, int]
"""Start and end in characters."""

_WEB_ADDRESS = re.compile(r"(?:https?://|ftp://|www\.)[!-~]*$", re.IGNORECASE)
_WEB_CHARACTERS = 300


def is_in_url(found: re.Match[str]) -> bool:
    """Whether a number is part of a web address: ids of pages have as many digits."""
    before = found.string[max(0, found.start() - _WEB_CHARACTERS) : found.start()]
    return bool(_WEB_ADDRESS.search(before))
