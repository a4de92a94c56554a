"""What is raised for a file that is not a book."""

from dialogue_etl.errors import DialogueEtlError


class BadBookError(DialogueEtlError):
    """A file can't be used as a book; the message says why."""
