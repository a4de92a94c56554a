"""The parameters of `testset`: the dataset it is drawn from, its size, and its metrics."""

from typing import Literal

from dialogue_etl.core.parameters import Section, parameter
from dialogue_etl.core.parameters.origins import Dataset

Definitions = Literal["released", "paper"]
EncoderName = Literal["none", "e5-small"]


class Testset(Section):
    """A test set of a finished dataset, with the two rows of the papers' tables that need no model."""

    source: Dataset = parameter("books", "choice")
    """Source of the dataset it is made of, which is built first."""
    max_pairs: int = parameter(10_000, "pairs", ge=1, le=1_000_000)
    """Largest number of questions and answers of the test split (if there is none, of validation), drawn at
    random.
    """
    max_train: int = parameter(200_000, "pairs", ge=1, le=100_000_000)
    """Largest number of pairs of the training split for entropies and random responses, drawn at random."""
    definition: Definitions = parameter("released", "choice", source="dialog-eval, commit af95efc")
    """Definitions of the metrics: those of dialog-eval as released, or those of the papers."""
    vectors: str = parameter("", "path", form="a file of word vectors, or nothing")
    """Word vectors in the text format of GloVe or fastText, absolute or relative to the workspace. DVC does
    not track the content: give another file another name.
    """
    encoder: EncoderName = parameter("none", "choice")
    """Also measure the similarity of whole responses with this encoder, and use its vectors if there is no
    file of them.
    """
    resamples: int = parameter(1_000, "resamples", source="Koehn 2004", ge=0, le=100_000)
    """Resamples of the bootstrap."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of the choice of pairs, responses and resamples."""
