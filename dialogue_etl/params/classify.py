"""The parameters of `classify`: the two classifiers and their thresholds."""

from __future__ import annotations

from typing import Literal

from dialogue_etl.parameter import Section, parameter

LCCC = "Wang et al. 2020 (LCCC), section 3.2"
Backend = Literal["off", "embedded", "transformers"]
ThresholdRule = Literal["fixed", "max_f", "precision"]
Labels = Literal["annotations", "weak", "both"]


class Classify(Section):
    """Which dialogues the classifiers leave out: noisy pairs, first utterances that need a context."""

    noise: Backend = parameter("embedded", "choice", source=LCCC)
    """Classifier of noisy pairs: off; embedded, trained on two cores in a minute; or transformers, the model
    named by model_id, fine-tuned (install the extra `transformers`).
    """
    context: Backend = parameter("embedded", "choice", source=LCCC)
    """Classifier of first utterances that nobody understands without what they refer to."""
    noise_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Drop dialogues with a pair of turns that is noisy with a greater confidence, where threshold_rule is
    fixed; lower is stricter (LCCC-base), higher keeps more (LCCC-large); 1 turns it off.
    """
    context_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Drop dialogues whose first utterance needs a context with a greater confidence, where threshold_rule is
    fixed; 1 turns it off.
    """
    threshold_rule: ThresholdRule = parameter("fixed", "choice", source=LCCC)
    """Where the thresholds come from: the two parameters; or, on labels held out from training, the
    confidence of the greatest F-score, or the lowest one that reaches target_precision. Weak labels do not
    know how much noise there is: with them only `fixed` is of use.
    """
    target_precision: float = parameter(0.9, "share of labels", ge=0, le=1)
    """Share of what is dropped that has to be labelled noisy, where threshold_rule is precision."""
    labels: Labels = parameter("annotations", "choice", source=LCCC)
    """What to learn from: annotations in threads/annotations, and where there are none weak labels
    (mismatched pairs, rule hits); weak labels alone; or both.
    """
    min_labels: int = parameter(200, "labels", ge=10, le=1_000_000)
    """With fewer labels of one kind nothing is trained, and every dialogue passes."""
    max_pairs: int = parameter(60_000, "pairs", ge=100, le=10_000_000)
    """Adjacent pairs of the data to learn from at most, a stable choice by a hash."""
    model_id: str = parameter(
        "bert-base-chinese", "name", source=LCCC, form="name of a model, or a folder", min_length=1
    )
    """Model to fine-tune: its name on the Hugging Face hub, or a folder; only for transformers."""
    epochs: int = parameter(3, "passes", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1, le=100)
    """Passes over the labels; only for transformers."""
    learning_rate: float = parameter(
        2e-5, "learning rate", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1e-9, le=1
    )
    """How far a step goes, after warm-up; only for transformers."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Another seed mismatches other pairs and holds out other threads."""


UNREAD_BY_TRAINING = ("noise_threshold", "context_threshold", "threshold_rule", "target_precision")
"""Parameters that change no model and no score: thresholds are applied to stored scores."""
