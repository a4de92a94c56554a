from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from dialogue_etl.sources.threads.classify.classifier import Card, ModelError
from dialogue_etl.sources.threads.classify.curve import Row
from dialogue_etl.sources.threads.report.models import models
from tests.sources.threads.made import params

if TYPE_CHECKING:
    from pathlib import Path

CURVE = [Row(0.0, 0.5, 1.0, 0.6667, 1.0), Row(0.5, 0.8, 0.6, 0.6857, 0.4), Row(1.0, None, 0.0, 0.0, 0.0)]


def save(folder: Path, card: Card) -> None:
    (folder / card.task).mkdir(parents=True)
    card.save(folder / card.task)


def test_a_trained_classifier_has_the_threshold_of_its_rule(tmp_path: Path) -> None:
    save(tmp_path, Card("noise", "zh", "embedded", auc=0.8, curve=CURVE))
    (model,), untrained = models(tmp_path, params({"classify.noise_threshold": 0.7}))
    assert (model.threshold, model.rule, model.reached, model.now) == (0.7, "fixed", True, CURVE[1])
    assert untrained == []
    (model,), _ = models(tmp_path, params({"classify.threshold_rule": "max_f"}))
    assert (model.threshold, model.rule) == (0.5, "max_f")


def test_classifiers_that_there_are_not_say_why(tmp_path: Path) -> None:
    save(tmp_path, Card("noise", "zh", "off"))
    save(tmp_path, Card("context", "zh", "embedded", reason="too few labels"))
    trained, untrained = models(tmp_path, params())
    assert trained == []
    assert [(card.task, card.reason) for card in untrained] == [("noise", ""), ("context", "too few labels")]


def test_without_the_stage_there_are_none(tmp_path: Path) -> None:
    assert models(tmp_path / "train", params()) == ([], [])


def test_a_damaged_card_is_named(tmp_path: Path) -> None:
    save(tmp_path, Card("noise", "zh", "off"))
    (tmp_path / "noise" / "card.json").write_text("{")
    with pytest.raises(ModelError, match=r"noise.card\.json: no model card"):
        models(tmp_path, params())
