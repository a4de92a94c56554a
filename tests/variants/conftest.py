"""What the tests of whole workspaces need."""

from tests.workspace.conftest import port

__all__ = ["port"]
