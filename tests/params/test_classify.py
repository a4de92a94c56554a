import pytest

from dialogue_etl import params
from dialogue_etl.params.classify import UNREAD_BY_TRAINING, Classify


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"noise": "bert"}, "'off', 'embedded' or 'transformers'"),
        ({"context": True}, "'off', 'embedded' or 'transformers'"),
        ({"noise_threshold": 1.5}, "less than or equal to 1"),
        ({"context_threshold": -0.1}, "greater than or equal to 0"),
        ({"threshold_rule": "best"}, "'fixed', 'max_f' or 'precision'"),
        ({"target_precision": 2.0}, "less than or equal to 1"),
        ({"labels": "none"}, "'annotations', 'weak' or 'both'"),
        ({"min_labels": 1}, "greater than or equal to 10"),
        ({"max_pairs": 1}, "greater than or equal to 100"),
        ({"model_id": ""}, "at least 1 character"),
        ({"epochs": 0}, "greater than or equal to 1"),
        ({"learning_rate": 0.0}, "greater than or equal to 0.000000001"),
        ({"seed": -1}, "greater than or equal to 0"),
    ],
)
def test_a_wrong_value_is_refused_with_a_sentence(changes, says):
    with pytest.raises(params.ParamsError, match=says):
        params.parse({"classify": changes})


def test_what_training_does_not_read_are_parameters():
    assert set(UNREAD_BY_TRAINING) < set(Classify.model_fields)
