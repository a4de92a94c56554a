"""BERTScore (Zhang et al. 2020) and MAUVE (Pillutla et al. 2021), by `bert-score` and `mauve-text`: an extra.

Texts are scored as they are in the files, since models have their own tokenisation.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

import numpy as np

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.metrics.vectors import Matrix

_FEW = 1_000  # responses; MAUVE's authors advise at least as many
log = logging.getLogger("dialogue_etl")


class Models(NamedTuple):
    """Names on the Hugging Face hub, or folders, of the models to measure by; empty: not measured.

    Attributes:
        bert: for BERTScore.
        layer: of that model; 0: the one `bert-score` chose for it by its correlation with human judgement.
        mauve: for MAUVE; the paper has gpt2-large.
    """

    bert: str = ""
    layer: int = 0
    mauve: str = ""


NO_MODELS = Models()


def bert_score(
    models: Models, said: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
) -> tuple[list[Matrix], str]:
    """F1 of each response of each system, without idf and without rescaling, and the signature.

    Args:
        models: that of BERTScore.
        said: responses of each system.
        references: sets of as many; of several the best one counts, an empty text of a further set never.

    Raises:
        DialogueEtlError: the extra or the model is missing.
    """
    library = _library("bert_score")
    given = [[text for text in one if text.strip()] or [""] for one in zip(*references, strict=True)]
    with _readable("--bert-score", models.bert):
        try:
            scorer = library.BERTScorer(model_type=models.bert, num_layers=models.layer or None)
        except KeyError:
            raise ValueError("bert-score has no layer for it; name one with --bert-layer") from None
        found = [scorer.score(list(lines), given)[2].double().numpy() for lines in said]
        return found, scorer.hash


def mauve(models: Models, said: Sequence[str], references: Sequence[str], seed: int) -> tuple[float, str]:
    """How close the responses are to the references as distributions, from 0 to 1, and the signature.

    Args:
        models: that of MAUVE.
        said: responses of a system.
        references: the first set.
        seed: of the clusters.

    Raises:
        DialogueEtlError: the extra or the model is missing, or there are too few responses.
    """
    os.environ.setdefault("DISABLE_TQDM", "1")
    library = _library("mauve")
    if len(said) < _FEW:
        log.warning("mauve: of %s responses; below %s it says little", f"{len(said):,}", f"{_FEW:,}")
    how: dict[str, Any] = {"featurize_model_name": models.mauve, "max_text_length": 256, "seed": seed}
    with _readable("--mauve", models.mauve):
        found = library.compute_mauve(p_text=list(references), q_text=list(said), **how)
    same = np.array_equal(found.p_hist, found.q_hist)  # where the library's unstable sort may give 0.75
    signature = f"{models.mauve}|buckets:{found.num_buckets}|seed:{seed}|version:{version('mauve-text')}"
    return 1.0 if same else float(found.mauve), signature


def _library(name: str) -> Any:
    try:
        import_module("transformers").utils.logging.disable_progress_bar()
        return import_module(name)
    except ImportError as error:
        raise DialogueEtlError(
            f"BERTScore and MAUVE need an extra that is not installed ({error}): "
            "pip install 'dialogue-etl[metrics]'"
        ) from None


@contextmanager
def _readable(option: str, model: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, AssertionError, KeyError, AttributeError) as error:
        raise DialogueEtlError(f"{option} {model}: {str(error).splitlines()[0]}") from error
