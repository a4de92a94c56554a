from contextlib import ExitStack

import pytest

from tests.fake_mirror import FakeMirror


@pytest.fixture
def serve():
    """Starts mirrors, which are stopped at the end."""
    with ExitStack() as closing:
        yield lambda files=None, **always: closing.enter_context(FakeMirror(files, **always))
