import pytest

from dialogue_etl.audit.categories import KINDS, NO_ERROR, SCHEMES


@pytest.mark.parametrize("kind", KINDS)
def test_the_papers_figures_add_up(kind):
    scheme = SCHEMES[kind]
    assert sum(scheme.paper_types.values()) == scheme.paper_units
    named = sum(category.paper or 0 for category in scheme.categories)
    unnamed = 2 if kind == "pair" else 0  # two minor types of pairs, one case each
    assert sum(number * units for number, units in scheme.paper_types.items()) == named + unnamed
    keys = [NO_ERROR, *scheme.keys]
    assert len(set(keys)) == len(keys) <= 10  # a number key for each


def test_the_shares_of_the_preprint_are_those_of_the_counts():
    """Section 3.3 of the preprint gives some of the same counts as shares."""
    shares = {
        category.key: (category.paper or 0) / SCHEMES["dialogue"].paper_units
        for category in SCHEMES["dialogue"].categories
    }
    assert shares["conversation_split"] == 0.34
    assert shares["several_conversations"] == 0.10
    assert shares["same_speaker"] == 0.14
    assert shares["non_conversational"] == 0.08
