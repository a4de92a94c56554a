"""The parameters of `retrieval`: how a retrieval agent finds and rates answers."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from dialogue_etl.core.parameters import Phrases, Section, parameter, unique
from dialogue_etl.core.parameters.origins import Dataset
from dialogue_etl.core.parameters.tags import Tags

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
    """An agent that answers with what was answered to something similar, and how it is measured."""

    languages: Tags = parameter(list, "tags")
    """Languages of the dataset for which an agent is evaluated; none, the default, turns the stage off."""
    dataset: Dataset = parameter("books", "choice")
    """Source of the dataset it is made of, which is built first."""
    hits: int = parameter(50, "pairs", ge=1, le=200)
    """Number of candidates: pairs whose trigger is most similar to the question."""
    normalisers: Annotated[list[Normaliser], AfterValidator(unique)] = parameter(
        lambda: ["diacritics"], "choices", source=SSS
    )
    """How words are normalised before they are looked up and compared, besides lower case: without
    diacritics, to lemmas, to stems.
    """
    similarity: SimilarityName = parameter("jaccard", "choice", source=SSS)
    """How two texts are compared, by the terms they have in common."""
    similarity_weight: float = parameter(0.5, "share", ge=0, le=1)
    """Weight of Jaccard where it is combined with overlap."""
    answer_frequency: float = parameter(15.0, "percent", ge=0, le=100)
    """Weight of an answer's similarity to those of the other candidates. The weights add up to 100."""
    question_similarity: float = parameter(50.0, "percent", ge=0, le=100)
    """Weight of the similarity of the candidate's trigger to the question."""
    rare_words: bool = parameter(True)
    """That similarity is BM25, in which rare words count for more, relative to the best candidate's."""
    answer_similarity: float = parameter(15.0, "percent", ge=0, le=100)
    """Weight of the similarity of the answer to the question, without stop words and echoes."""
    time_difference: float = parameter(0.0, "percent", ge=0, le=100)
    """Weight of how soon the answer follows, for subtitles."""
    conversation_context: float = parameter(20.0, "percent", ge=0, le=100)
    """Weight of the similarity of the conversation so far to that of the candidate."""
    interactions: int = parameter(1, "interactions", source=SSS, ge=0, le=20)
    """How many interactions before the question are compared."""
    selection: Selection = parameter("weighted", "choice", source=SSS)
    """The best answer has the highest weighted score, or the most votes: each criterion gives its weight to
    the candidate it scores best.
    """
    exact_first: bool = parameter(False, source=SSS)
    """If triggers of candidates have exactly the question's terms, choose among these."""
    whole_first: bool = parameter(False)
    """If triggers of candidates end with the whole question, but for an address, choose among these."""
    whole_answers: bool = parameter(True)
    """If candidates have answers that are not fragments (which begin in lower case, or end with a comma,
    colon or dash), choose among these.
    """
    longest_answer: int = parameter(20, "words", ge=0, le=100_000)
    """If candidates have answers of at most so many words, choose among these; 0: of any length."""
    no_answer: Phrases = parameter(list, "texts", source=SSS)
    """Answers to choose from if nothing is found; none: no answer."""
    learn: Learning = parameter("off", "choice", source=SSS)
    """Learn the weights on the validation split by weighted majority: rewarded for the similarity of the best
    candidate's answer to the true one, or for how well scores predict that of all candidates.
    """
    eta_factor: float = parameter(
        8.0, "number", source="Cesa-Bianchi & Lugosi 2006, theorem 2.2", ge=0.01, le=1000
    )
    """How fast weights are learnt: the rate is √(factor · ln 5 / pairs)."""
    learn_pairs: int = parameter(300, "pairs", ge=1, le=100_000)
    """Number of pairs the weights are learnt from, drawn by a hash."""
    questions: int = parameter(300, "pairs", ge=1, le=100_000)
    """Number of pairs of the test split whose triggers are asked, drawn by a hash."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        total = sum(getattr(self, name) for name in WEIGHTS)
        if abs(total - 100) > 1e-6:
            raise ValueError(f"{', '.join(WEIGHTS)} add up to {total:g}, they must add up to 100")
        return self


SECTIONS = {"retrieval": Retrieval}
