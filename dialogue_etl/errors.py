"""The base class of errors that users can do something about."""


class DialogueEtlError(Exception):
    """An expected error: commands show its message without a traceback."""
