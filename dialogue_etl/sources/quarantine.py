"""The limit of the share of input that cannot be read."""

from collections.abc import Iterable
from itertools import islice

from dialogue_etl.errors import DialogueEtlError

_NAMED = 3  # in the message; the drops table has all


class TooManyError(DialogueEtlError):
    """A greater share of the input cannot be read than the parameter allows."""


def refuse_too_many(
    number: int, of: int, details: Iterable[str], *, what: str, parameter: str, limit: float
) -> None:
    """Fail if too much of the input cannot be read.

    Args:
        number: of unreadable files or records.
        of: number of all.
        details: a phrase for each unreadable one; only read for the message.
        what: their description in the message, after both numbers.
        parameter: that sets the limit.
        limit: maximum share of unreadable ones.

    Raises:
        TooManyError: the share is greater than `limit`.
    """
    if number <= limit * of:
        return
    others = f"; and {number - _NAMED:,} more" if number > _NAMED else ""
    named = "; ".join(islice(details, _NAMED))
    raise TooManyError(f"{parameter} is {limit:g}, but {number:,} of {of:,} {what}: {named}{others}")
