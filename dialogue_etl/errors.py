"""Errors that users can do something about."""


class DialogueEtlError(Exception):
    """An expected error: commands show its message without a traceback."""


class UsageError(DialogueEtlError):
    """The options of a command are wrong: nothing is done, and it ends with 2, as for an unknown one."""
