from contextlib import ExitStack

import pytest

from tests.web.clients import FILE, TEXT
from tests.web.faulty_mirror import FaultyMirror


@pytest.fixture
def serve():
    """Starts mirrors, which are stopped at the end."""
    with ExitStack() as closing:

        def start(files=None, **settings):
            given = {FILE: TEXT} if files is None else files
            return closing.enter_context(FaultyMirror(given, **settings))

        yield start
