"""The parameters of `turns`: how sentences become turns, turns dialogues, and what is cleaned out of them."""

from typing import Annotated, Literal

from pydantic import AfterValidator

from dialogue_etl.core.parameters import DeclaredSection, parameter, unique
from dialogue_etl.filters.rule import parameters
from dialogue_etl.sources.subtitles.edos_rules import EDOS, RULES

LISON = "Lison & Meena 2016; Welivita, Xie & Pu 2021 (EDOS), section 3.1"
Group = Literal["ngrams", "edges", "edge_bigrams", "block", "genre", "density", "quadratic"]
GROUPS: tuple[Group, ...] = ("ngrams", "edges", "edge_bigrams", "block", "genre", "density", "quadratic")
Segmenter = Literal["weights", "classifier", "cue", "sentence"]
Learner = Literal["logistic", "svm"]
Labels = Literal["screenplays", "dashes"]


class Turns(DeclaredSection, declared=parameters(RULES)):
    """How sentences of subtitles become turns and dialogues, and which of these are left out.

    Each rule of cleaning is a parameter of its own: `off`, or `remove`, which leaves the turn out; `on_bad`
    says what becomes of its dialogue.
    """

    on_bad: Literal["truncate", "split", "drop"] = parameter(
        "split", "choice", source=f"{EDOS}; benchmarks/turns.md"
    )
    """What happens to a dialogue where a turn is dropped: it is split there; or it ends there (truncate), as
    in EDOS, where removing a turn removes every later one; or it is dropped.
    """
    segmenter: Segmenter = parameter("weights", "choice", source=f"benchmarks/turns.md; {LISON}")
    """What decides, where no name or dash does, whether a sentence continues the turn of the one before:
    weights of pause, block, line, question, length and opening, measured on films whose speakers are known;
    or the classifier, with the weights where there is too little to learn from, and between blocks if it
    learnt from dashes, which are inside blocks. Or nothing: a subtitle block, or a sentence, is a turn.
    """
    change_chance: float = parameter(0.35, "chance", source="benchmarks/turns.md", ge=0, le=0.99)
    """A sentence that is another person's with a greater chance begins a turn; only for the weights. Below a
    half, since two people in one turn are worse than a turn in two parts.
    """
    min_certainty: float = parameter(0, "chance", source="benchmarks/turns.md", ge=0, le=0.99)
    """The lowest chance that a turn is one person's, and another's than the turn before: a turn that is less
    certainly one person's is left out, and dialogues are split there and before turns that less certainly
    answer. 0 turns it off.
    """
    dialogue_gap: float = parameter(5.0, "seconds", source=EDOS, ge=0, le=1_000_000)
    """A longer gap between the end of a turn and the beginning of the next one splits dialogues; a missing
    time does not.
    """
    labels: Labels = parameter("screenplays", "choice", source=LISON)
    """What the classifier learns from: screenplays in subtitles/screenplays, or dashes if none matches; or
    dashes alone, which mark the change of speaker inside a block.
    """
    features: Annotated[list[Group], AfterValidator(unique)] = parameter(
        lambda: list(GROUPS), "choices", source=LISON
    )
    """Features of two sentences for the classifier: words and word bigrams; the first and last word; the
    first and last bigram; whether they share a block, and the second begins a line of it; genres; sentences
    per minute; and all products of two features except ngrams.
    """
    learner: Learner = parameter("svm", "choice", source=LISON)
    """A linear support vector machine, as in the papers, or logistic regression."""
    regularisation: float = parameter(1.0, "C of scikit-learn", ge=1e-6, le=1e6)
    """Greater values fit the labels more closely; on subtitles of six films all values from 1 to 100 are
    equally good.
    """
    hash_bits: int = parameter(18, "bits", ge=8, le=24)
    """Number of bits of the features' hashes: the classifier has 2 to the power of this columns."""
    max_pairs: int = parameter(50_000, "pairs", ge=100, le=10_000_000)
    """Largest number of pairs of sentences to learn from, a stable choice by a hash."""
    min_pairs: int = parameter(300, "pairs", ge=10, le=1_000_000)
    """With fewer pairs of one kind no classifier is trained, and the weights decide."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of the choice of pairs and of films held out."""
