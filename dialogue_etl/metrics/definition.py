"""Which metrics there are, and where the released definition and the papers' differ.

The first 17 are those of dialog-eval (github.com/ricsinaruto/dialog-eval, commit af95efc), in the order of
the tables of Csáky & Recski 2021; the others are those of LCCC (Wang et al. 2020, table 6) and EDOS (Welivita
et al. 2021, table 7) that these do not hold.
"""

from typing import Annotated, Literal

from pydantic import Field

from dialogue_etl.parameter import Section

ENTROPIES = (
    "per-unigram-entropy",
    "per-bigram-entropy",
    "utterance-unigram-entropy",
    "utterance-bigram-entropy",
)
DIVERGENCES = ("unigram-kl-div", "bigram-kl-div")
EMBEDDINGS = ("embedding-average", "embedding-extrema", "embedding-greedy", "coherence")
DISTINCT = ("distinct-1", "distinct-2")
BLEU = ("bleu-1", "bleu-2", "bleu-3", "bleu-4")
RELEASED = ("length", *ENTROPIES, *DIVERGENCES, *EMBEDDINGS, *DISTINCT, *BLEU)
CORPUS_BLEU = ("corpus-bleu-2", "corpus-bleu-4")
FURTHER = (*CORPUS_BLEU, "bigram-perplexity", "perplexity", "sentence-similarity")
METRICS = (*RELEASED, *FURTHER)
"""All, in the order in which they are shown."""


class Definition(Section):
    """What the released code does by default; each field is a place where a paper says something else.

    Attributes:
        average: what vectors of words are weighted by in `embedding-average` and `coherence`: a / (a + p),
            a = 0.001 and p the word's share in the training text (Arora et al. 2017), or nothing, as in Liu
            et al. 2016 and LCCC.
        negative: whether the best match of a word in `embedding-greedy` may be below 0; as released it is 0
            then, and an utterance with nothing above 0 is left out.
        bigrams: probability of a bigram in entropies: that of both words, or of the second after the first.
        unknown: whether words outside of the vocabulary are one word in `distinct`, or each its own.
        smoothing: of sentence BLEU: the number of the method of Chen & Cherry 2014, 0 for none; NLTK's 5 to 7
            are not here.
        t: half a confidence interval is t times the standard error.
    """

    average: Literal["frequency", "plain"] = "frequency"
    negative: bool = False
    bigrams: Literal["joint", "conditional"] = "joint"
    unknown: Literal["one", "each"] = "one"
    smoothing: Annotated[int, Field(ge=0, le=4)] = 4
    t: Annotated[float, Field(gt=0, le=100)] = 1.97


DEFINITIONS = {
    "released": Definition(),
    "paper": Definition(average="plain", negative=True, bigrams="conditional", unknown="each", t=1.96),
}
"""By name: as the code does it, as the papers have it."""
