import pytest

from benchmarks.extraction import switches
from dialogue_etl.params import Extract


def test_every_switch_of_the_parameters_is_found_and_nothing_else():
    on = {name for name, value in Extract().model_dump().items() if isinstance(value, bool)}
    assert set(switches.switches()) == on
    assert {"join_paragraphs", "gap_both_sides"} <= on


@pytest.mark.parametrize("name", switches.switches())
def test_a_row_has_one_switch_off_and_all_others_on(name):
    whole = switches.variants()[switches.ALL_ON].model_dump()
    row = switches.variants()[f"`{name}: false`"].model_dump()
    assert {parameter: value for parameter, value in row.items() if value != whole[parameter]} == {
        name: False
    }


def test_all_on_is_without_thresholds_and_the_defaults_are_the_defaults():
    found = switches.variants()
    whole = found[switches.ALL_ON]
    assert next(iter(found)) == switches.ALL_ON
    assert all(getattr(whole, name) == 0 for name in switches.THRESHOLDS)
    assert all(getattr(whole, name) is True for name in switches.switches())
    assert found[switches.DEFAULTS] == Extract()
    assert found[switches.REFERENCE].profile == "reference"
