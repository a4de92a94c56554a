import gc

import pytest

from dialogue_etl.core.garbage_collection import paused_garbage_collection


def test_the_collector_goes_on_afterwards_whatever_happened():
    with paused_garbage_collection():
        assert not gc.isenabled()
    with pytest.raises(ValueError), paused_garbage_collection():
        raise ValueError
    assert gc.isenabled()
