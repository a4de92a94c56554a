"""What stands in texts in place of what is private. No rule takes it for noise, no reader for a tag."""

from __future__ import annotations

import re

EMAIL = "<EMAIL>"
PHONE = "<PHONE>"
QQ = "<QQ>"

NAME = re.compile(r"<NAME(\d{1,9})>")
PLACEHOLDER = re.compile(r"<(?:EMAIL|PHONE|QQ|NAME\d{1,9})>")


def name(number: int) -> str:
    """The placeholder of the name with this number in its dialogue."""
    return f"<NAME{number}>"
