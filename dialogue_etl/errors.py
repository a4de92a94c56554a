"""Errors that users can do something about."""

DOCTOR = "`dialogue-etl doctor` looks for the cause"
"""End of the messages about a workspace, a disk or an installation that is not as it should be."""


class DialogueEtlError(Exception):
    """An expected error: commands show its message without a traceback."""


class UsageError(DialogueEtlError):
    """The options of a command are wrong: nothing is done, and it ends with 2, as for an unknown one."""
