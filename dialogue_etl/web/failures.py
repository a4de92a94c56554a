"""Why a file cannot be downloaded."""

from dataclasses import dataclass

from dialogue_etl.errors import DialogueEtlError


class UnavailableError(DialogueEtlError):
    """A file is not available; the message says why."""


class MissingError(UnavailableError):
    """The file does not exist."""


class NotAllowedError(UnavailableError):
    """The server refuses the request: one of the answers 400 to 499."""


class ForbiddenError(UnavailableError):
    """The server's robots.txt forbids the request."""


class NoAnswerError(UnavailableError):
    """A server did not answer at any attempt: it may be down."""


class StoppedError(DialogueEtlError):
    """The client was stopped and makes no more requests."""


@dataclass(eq=False)
class TemporaryError(Exception):
    """A request failed in a way that a retry may help with; never leaves the client.

    Attributes:
        reason: why.
        answered: whether the server sent an answer at all.
        overloaded: whether the whole server has trouble, not this file alone.
        retry_after: seconds the server asks to wait (RFC 9110, section 10.2.3).
    """

    reason: str
    answered: bool = True
    overloaded: bool = False
    retry_after: float = 0.0

    def __str__(self) -> str:
        return self.reason
