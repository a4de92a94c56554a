"""What people can do something about."""


class DialogueEtlError(Exception):
    """Expected: its message is all people need, so commands show it without a traceback."""
