"""What a statement of rights allows: the one place that knows the words for the public domain."""

from __future__ import annotations

import re

_PUBLIC_DOMAIN = re.compile(
    r"(?<!not )(?<!not in )(?<!not in the )public domain|\bcc0\b|\bpdm\b", re.IGNORECASE
)


def is_public_domain(statement: str) -> bool:
    """Whether a work is in the public domain, by what is said of its rights; no if nothing is said.

    Project Gutenberg says `Public domain in the USA.` or `Copyrighted. …`; libraries also give CC0 and the
    Public Domain Mark of Creative Commons.
    """
    return bool(_PUBLIC_DOMAIN.search(statement))
