"""The parameters of `testset`: what responses are drawn and measured of which dataset."""

from typing import Literal

from dialogue_etl.parameter import Section, parameter
from dialogue_etl.params.mix import Dataset

Definitions = Literal["released", "paper"]
EncoderName = Literal["none", "e5-small"]


class Testset(Section):
    """A test set of a finished dataset, with the two rows of the papers' tables that need no model."""

    source: Dataset = parameter("books", "choice")
    """Whose dataset it is made of; that is built first."""
    max_pairs: int = parameter(10_000, "pairs", ge=1, le=1_000_000)
    """Questions and answers of the test split (without one of validation), drawn at random if it has more."""
    max_train: int = parameter(200_000, "pairs", ge=1, le=100_000_000)
    """Those of the training split that entropies and random responses are made of, drawn at random."""
    definition: Definitions = parameter("released", "choice", source="dialog-eval, commit af95efc")
    """Whose definitions of the metrics hold: those of dialog-eval as released, or of the papers."""
    vectors: str = parameter("", "path", form="a file of word vectors, or nothing")
    """Vectors of words in the text form of GloVe or fastText, absolute or relative to the workspace. DVC does
    not look at what is in it: another file wants another name.
    """
    encoder: EncoderName = parameter("none", "choice")
    """Measures the similarity of whole responses too, and gives vectors where there is no file of them."""
    resamples: int = parameter(1_000, "resamples", source="Koehn 2004", ge=0, le=100_000)
    """Of the bootstrap."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Another seed draws other pairs, responses and resamples."""
