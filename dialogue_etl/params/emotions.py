"""The parameters of `emotions`: what is labelled, by which classifier, and how labels grow."""

from typing import Annotated, Literal

from pydantic import Field

from dialogue_etl.parameter import Section, parameter
from dialogue_etl.params.mix import Dataset
from dialogue_etl.params.tags import Tags

EDOS = "Welivita, Xie & Pu 2021, section 3"
RELEASED = "the released code and data of EDOS"
ENCODERS = r"^(none|minilm|e5-small|hf:.+)$"


class Emotions(Section):
    """Which dialogues are labelled with emotions and intents, and how."""

    dataset: Dataset = parameter("subtitles", "choice")
    """The dataset whose turns are labelled: that of a source, or of the mix."""
    languages: Annotated[Tags, Field(min_length=1)] = parameter(lambda: ["en"], "tags")
    """Languages of the dialogues that are labelled, as BCP-47 tags; they should be those of the labels that
    people gave, or near to them with a multilingual encoder.
    """
    annotations: Literal["sample", "workspace"] = parameter("sample", "choice")
    """Where labels that people gave come from: the embedded sample, or the workspace's folders
    emotions/sentences and emotions/dialogues.
    """
    backend: Literal["embedded", "transformers"] = parameter("embedded", "choice")
    """The classifiers: linear ones over n-grams and vectors of a sentence encoder, on any machine; or a model
    of the Hugging Face hub, fine-tuned (model_id; wants a GPU).
    """
    encoder: Annotated[str, Field(pattern=ENCODERS)] = parameter(
        "minilm", "choice", form="none, minilm, e5-small, or hf: and a name of the Hugging Face hub"
    )
    """What turns sentences to vectors: minilm is for English, e5-small for a hundred languages and slower;
    all need an extra (dialogue-etl[encoder]; hf: dialogue-etl[transformers]). With none there are only
    n-grams, and dialogues are alike by these.
    """
    decay: float = parameter(0.5, "share", source=EDOS, ge=0, le=1)
    """How much a turn weighs of what the next one does, in the vector of a dialogue and in the context of a
    turn: 0.5 halves it; 1 weighs all alike; 0 looks at one turn alone.
    """
    initial: int = parameter(1_000_000, "dialogues", source=EDOS, ge=1, le=1_000_000_000)
    """How many dialogues are taken up to be labelled, by the confidence of the weak labeller."""
    aggregation: Literal["first", "mean", "max"] = parameter("first", "choice", source="EDOS, table 9")
    """The confidence of a dialogue: that of its first turn, the mean of its turns, or their greatest."""
    similarity: float = parameter(0.92, "cosine", source=EDOS, ge=0, le=1)
    """An unlabelled dialogue that is at least so like a labelled one gets its label."""
    second_similarity: float = parameter(0.9, "cosine", source=RELEASED, ge=0, le=1)
    """The same in the second round, for those that are like self-labelled ones; the paper has 0.92."""
    self_labelling: Literal["both", "confidence", "top_k", "off"] = parameter("both", "choice")
    """Dialogues that a first classifier labels: those it is sure enough of (`confidence`, the paper), the
    surest of each label (`top_k`, the released data), the surest of each that it is sure enough of, or none.
    """
    self_labelled: int = parameter(100, "dialogues per label", source=RELEASED, ge=1, le=1_000_000)
    """How many at most, by `top_k` and `both`."""
    min_confidence: float = parameter(0.9, "confidence", source=EDOS, ge=0, le=1)
    """How sure it must be, by `confidence` and `both`."""
    ablations: bool = parameter(True, source=EDOS)
    """Train the classifier without context, with all turns weighing alike, and without grown labels too, and
    tell how good each is: takes four times as long.
    """
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Another seed deals the labelled dialogues anew to training, validation and test."""
    model_id: Annotated[str, Field(min_length=1)] = parameter("roberta-base", "name", source=EDOS)
    """Model of the Hugging Face hub, or a folder with one; only for transformers."""
    learning_rate: float = parameter(2e-5, "number", source=EDOS, gt=0, le=1)
    """Of Adam; only for transformers."""
    epochs: int = parameter(5, "passes", source=RELEASED, ge=1, le=100)
    """Passes over the labels; only for transformers."""
