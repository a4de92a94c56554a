import gc

import pytest

from dialogue_etl.collector import paused_collector


def test_the_collector_goes_on_afterwards_whatever_happened():
    with paused_collector():
        assert not gc.isenabled()
    with pytest.raises(ValueError), paused_collector():
        raise ValueError
    assert gc.isenabled()
