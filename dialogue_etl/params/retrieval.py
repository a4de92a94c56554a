"""The parameters of `retrieval`: how a retrieval agent finds and rates answers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, model_validator

from dialogue_etl.parameter import Phrases, Section, parameter, unique
from dialogue_etl.params.mix import Dataset
from dialogue_etl.params.tags import Tags

SSS = "Say Something Smart"
SimilarityName = Literal["jaccard", "dice", "overlap", "jaccard_overlap", "jaccard_overlap_bigram"]
Normaliser = Literal["diacritics", "lemmas", "stems"]
Selection = Literal["weighted", "votes"]
Learning = Literal["off", "best_candidate", "best_scoring"]
WEIGHTS = (
    "answer_frequency",
    "question_similarity",
    "answer_similarity",
    "time_difference",
    "conversation_context",
)
"""The criteria, by the parameters that hold their weights."""


class Retrieval(Section):
    """An agent that answers with what was answered to something alike, and how it is measured."""

    languages: Tags = parameter(list, "tags")
    """Languages of the dataset to measure an agent of; none, the default, turns the stage off."""
    dataset: Dataset = parameter("books", "choice")
    """Whose dataset it is made of; that is built first."""
    hits: int = parameter(20, "pairs", ge=1, le=200)
    """Candidates: pairs whose trigger is most like the question."""
    normalisers: Annotated[list[Normaliser], AfterValidator(unique)] = parameter(
        lambda: ["diacritics"], "choices", source=SSS
    )
    """What is done with words before they are looked up and compared, besides lower case: marks taken off
    letters, lemmas, stems.
    """
    similarity: SimilarityName = parameter("jaccard", "choice", source=SSS)
    """How two texts are compared, by the terms they have in common."""
    similarity_weight: float = parameter(0.5, "share", ge=0, le=1)
    """Of Jaccard, where it is joined with overlap."""
    answer_frequency: float = parameter(20.0, "percent", ge=0, le=100)
    """Weight of how alike an answer is to those of the other candidates. The weights add up to 100."""
    question_similarity: float = parameter(40.0, "percent", ge=0, le=100)
    """Weight of how alike the candidate's trigger is to the question."""
    answer_similarity: float = parameter(20.0, "percent", ge=0, le=100)
    """Weight of how alike the answer is to the question, stop words and echoes apart."""
    time_difference: float = parameter(0.0, "percent", ge=0, le=100)
    """Weight of how soon the answer follows, for subtitles."""
    conversation_context: float = parameter(20.0, "percent", ge=0, le=100)
    """Weight of how alike the conversation so far is to that of the candidate."""
    interactions: int = parameter(1, "interactions", source=SSS, ge=0, le=20)
    """How many interactions before the question are compared."""
    selection: Selection = parameter("weighted", "choice", source=SSS)
    """The best answer has the highest weighted score; or most votes: each criterion gives its weight to the
    one it rates best.
    """
    exact_first: bool = parameter(False, source=SSS)
    """Where candidates have just the question's terms for a trigger, choose among them."""
    no_answer: Phrases = parameter(list, "texts", source=SSS)
    """What to say where nothing is found, one of these; none: nothing."""
    learn: Learning = parameter("off", "choice", source=SSS)
    """Learn the weights on the validation split by weighted majority: rewarded for how alike the best
    candidate's answer is to the true one, or for how well scores tell that of all candidates.
    """
    eta_factor: float = parameter(
        8.0, "number", source="Cesa-Bianchi & Lugosi 2006, theorem 2.2", ge=0.01, le=1000
    )
    """How fast weights are learnt: the rate is √(factor · ln 5 / pairs)."""
    learn_pairs: int = parameter(300, "pairs", ge=1, le=100_000)
    """Pairs they are learnt from, drawn by a hash."""
    questions: int = parameter(300, "pairs", ge=1, le=100_000)
    """Pairs of the test split whose triggers are asked, drawn by a hash."""

    @model_validator(mode="after")
    def _whole(self) -> Retrieval:
        total = sum(getattr(self, name) for name in WEIGHTS)
        if abs(total - 100) > 1e-6:
            raise ValueError(f"{', '.join(WEIGHTS)} add up to {total:g}, they must add up to 100")
        return self
