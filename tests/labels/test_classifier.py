import json

import pytest

from dialogue_etl.labels.classifiers.classifier import CARD, Card, ModelError, Row, load_card

ROW = Row(0.5, None, 0.25, 0.0, 0.1)


def test_a_card_is_read_as_it_was_written(tmp_path):
    card = Card("noise", "zh", "embedded", auc=0.75, curve=[ROW], labels={"train": {"adjacent": 3}})
    card.save(tmp_path)
    assert load_card(tmp_path) == card
    assert card.trained
    assert not Card("noise", "zh", "off").trained
    assert not Card("noise", "zh", "embedded", reason="3 labels").trained


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", json.dumps({"format": 9}), json.dumps({"format": 1, "x": 1})]
)
def test_what_is_no_card_is_said_to_be_none(text, tmp_path):
    with pytest.raises(ModelError, match="trains it first"):
        load_card(tmp_path)
    (tmp_path / CARD).write_text(text)
    with pytest.raises(ModelError, match=CARD):
        load_card(tmp_path)
