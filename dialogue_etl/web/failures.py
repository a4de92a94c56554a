"""Why a file can't be had."""

from __future__ import annotations

from dialogue_etl.errors import DialogueEtlError


class UnavailableError(DialogueEtlError):
    """A file can't be had; the message says why."""


class MissingError(UnavailableError):
    """There is no such file."""


class NotAllowedError(UnavailableError):
    """The server does not want us to have it: one of the answers 400 to 499."""


class ForbiddenError(UnavailableError):
    """Robot rules forbid to ask for it."""


class RefusedError(UnavailableError):
    """It leads where nobody allowed us to go."""


class NoAnswerError(UnavailableError):
    """A server did not answer, at any attempt: it may be gone."""


class StoppedError(DialogueEtlError):
    """The work is being ended; nothing more is asked for."""


class TryAgainError(Exception):
    """Asking again may help.

    Attributes:
        why: a sentence on what went wrong.
        answered: whether the server said anything at all.
        busy: whether the whole server has trouble, not this file alone.
        after: seconds the server asks to be left alone; None if it does not say.
        sha256: of what came, where the server says it is the file, and it does not look it.
    """

    def __init__(
        self,
        why: str,
        *,
        answered: bool = True,
        busy: bool = False,
        after: float | None = None,
        sha256: str = "",
    ) -> None:
        super().__init__(why)
        self.why = why
        self.answered = answered
        self.busy = busy
        self.after = after
        self.sha256 = sha256
