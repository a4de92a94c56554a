"""The metrics, and where dialog-eval's released code and the papers define them differently.

The first 17 are those of dialog-eval (github.com/ricsinaruto/dialog-eval, commit af95efc), in the order of
the tables of Csáky & Recski 2021. BLEU of these tables is in `OLD_BLEU`: NLTK changed it in 3.5 and 3.6.
The others are further ones of LCCC (Wang et al. 2020, table 6) and EDOS (Welivita et al. 2021, table 7), and
those by which systems are compared elsewhere.
"""

from typing import Annotated, Literal

from pydantic import Field

from dialogue_etl.core.parameters import Section

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
OLD_BLEU = tuple(f"nltk-3.4-{name}" for name in BLEU)
CORPUS = ("corpus-bleu-2", "corpus-bleu-4", "sacrebleu", "chrf")
MODELS = ("sentence-similarity", "bertscore", "mauve")
FURTHER = ("rouge-l", *CORPUS, "ead-1", "bigram-perplexity", "perplexity", *MODELS)
METRICS = (*RELEASED, *OLD_BLEU, *FURTHER)
"""All metrics in display order."""
_TRAIN, _VECTORS = "--train", "--vectors or --encoder"
NEEDS = {
    **dict.fromkeys((*ENTROPIES, "bigram-perplexity"), _TRAIN),
    **dict.fromkeys((*DIVERGENCES, *BLEU, *OLD_BLEU, "rouge-l", *CORPUS), "--target"),
    "embedding-average": f"--target, {_TRAIN}, {_VECTORS}",
    **dict.fromkeys(("embedding-extrema", "embedding-greedy"), f"--target, {_VECTORS}"),
    "coherence": f"--source, {_TRAIN}, {_VECTORS}",
    "ead-1": f"{_TRAIN} or --vocabulary",
    "perplexity": "--probabilities",
    "sentence-similarity": "--target, --encoder",
    "bertscore": "--target, --bert-score",
    "mauve": "--target, --mauve",
}
"""The options that a metric needs; others need the responses alone."""


class Definition(Section):
    """Choices in the definitions; the defaults are those of the released code, and a paper differs in each.

    Attributes:
        average: weights of word vectors in `embedding-average` and `coherence`: a / (a + p), a = 0.001 and p
            the word's share in the training text (Arora et al. 2017), or none, as in Liu et al. 2016 and
            LCCC.
        negative: whether the best match of a word in `embedding-greedy` may be negative; the released code
            makes it 0, and ignores utterances without a positive one.
        bigrams: probability of a bigram in entropies: joint, or of the second word given the first.
        unknown: whether words outside the vocabulary are one word in `distinct`, or each its own.
        smoothing: of sentence BLEU: the number of the method of Chen & Cherry 2014, 0 for none; NLTK's 5 to 7
            are not available.
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
"""By name: as in the released code, as in the papers."""
