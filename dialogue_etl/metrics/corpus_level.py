"""BLEU and chrF of all responses together, by sacreBLEU (Post 2018; Popović 2015), with its signature."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

_ORDERS = (2, 4)  # Wang et al. 2020 (LCCC), table 6
_PER_CENT = 100


class CorpusScore(NamedTuple):
    """A score: of `sacrebleu` and `chrf` as sacreBLEU's own command prints it, of the others from 0 to 1."""

    value: float
    signature: str = ""


def scores(
    said: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    spell: Callable[[str], str],
    lower_case: bool = False,
    language: str = "",
) -> dict[str, CorpusScore]:
    """`corpus-bleu-2` and `-4` of the words, without smoothing; `sacrebleu` and `chrf` of the texts.

    Args:
        said: responses.
        references: sets of as many; an empty text of a further set is no reference.
        spell: separates words by blanks, for corpus BLEU; sacreBLEU has its own tokenisation.
        lower_case: whether sacreBLEU ignores case.
        language: its tokenisation is that of Chinese for zh, for others 13a.
    """
    from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415 - a quarter of a second, only with targets
    from sacrebleu.metrics.chrf import CHRF  # noqa: PLC0415

    found = {}
    apart = [list(map(spell, lines)) for lines in (said, *references)]
    for order in _ORDERS:
        exact = BLEU(tokenize="none", smooth_method="none", max_ngram_order=order, force=True)
        found[f"corpus-bleu-{order}"] = CorpusScore(exact.corpus_score(apart[0], apart[1:]).score / _PER_CENT)
    tokenize = "zh" if language.partition("-")[0] == "zh" else "13a"
    bleu, chrf = BLEU(lowercase=lower_case, tokenize=tokenize, force=True), CHRF(lowercase=lower_case)
    for name, metric in (("sacrebleu", bleu), ("chrf", chrf)):
        score = metric.corpus_score(said, references).score
        found[name] = CorpusScore(score, metric.get_signature().format())
    return found
