"""The report: all tables with explanations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.extraction import ablation, changes, markdown, profiles, speech_marks
from benchmarks.extraction.switches import THRESHOLDS, rules
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.extraction.ablation import Scored
    from benchmarks.extraction.profiles import Measured
    from benchmarks.extraction.speech_marks import Opened

_COMMAND = "python -m benchmarks.extraction --gold FOLDER --books FOLDER --output benchmarks/extraction.md"

_KNOWN = {
    "aads": "Deezer AADS, French (Durandard et al. 2023)",
    "conha19": "CONHA19, Spanish-American novels (Henny-Krahmer 2021)",
    "litbank": "LitBank (Sims & Bamman 2020)",
    "openboek": "OpenBoek (van Cranenburgh & van Noord 2022)",
    "pdnc": "Project Dialogism Novel Corpus (Vishnubhotla, Hammond & Hirst 2022)",
    "rwk": "Redewiedergabe (Brunner et al. 2020)",
}
"""Published corpora by the name of their folder; others are named by it."""

_TITLE = f"""# Effect of the rules of extraction

Written by this command; do not edit:

    {_COMMAND}
"""

_ABLATION = """## Rules turned off one by one

Measured on the development half of annotated corpora: texts in which people annotated direct speech, and in
some of them speakers and addressees. The corpora are used for measuring only: this repository contains none
of their texts, and nothing is trained on them.

"""

_FIGURES = f"""
Thresholds ({", ".join(f"`{name}`" for name in THRESHOLDS)}) are off, except in the row *with the defaults*;
`dialogue_gap` is {Extract().dialogue_gap:,}, its default. All figures are per cent, micro averages over the
corpus, defined in `dialogue_etl/evaluation/score.py`. Characters F1: letters and digits of direct speech.
Not speech: utterances of which less than half is speech. Turns joined F1: turns that agree exactly, where
neighbouring turns of one speaker count as one. Same speaker: neighbouring turns in a dialogue with the same
speaker. Wrong pairs: those, and neighbouring turns of which one has several speakers. Boundaries F1: ends of
conversations. Merged, split: dialogues that contain two conversations, or a part of one. Mixed: dialogues
with an utterance of several speakers. Clean: dialogues that are neither merged nor split, in which nobody
speaks twice in a row and everything is speech; they may be mixed. In parentheses: the difference in points
from the first row; `=` is no difference. Figures are left out if a corpus does not have the annotation, the
reference if gutenberg-dialog does not support the language. Passages in other languages are removed from
books before extraction, but not from annotated texts.
"""

_CERTAINTY = """## Certainty

`extract.min_certainty` on texts with speakers and addressees, with the defaults. Rules were tuned on the half
`tuning` (`benchmarks/extraction/halves.py`), and nothing on the half `published`. The second table has the
dialogues in ten parts of equal number, by certainty: the stated certainty, and the share of their decisions
that is right. A turn is right if it is speech of one speaker, not that of the turn before, and in
the same conversation; an end, if another conversation begins there.

"""

_RULES = """## The rules

The parameters of `extract` that turn rules on and off, and the sources of the rules.

"""

_PROFILES = """## Both profiles on real books

Books of Project Gutenberg, prose and verse, without header and footer, and without the pre-filter. The
reference has a gap of 150 characters, and so has the default in its first row, with `boundaries: off`; its
second row has the default parameters. The reference counts only narration that follows speech. Utterances are
given per book of the library, and per book that is kept. Reasons for lost books: too few speech marks
(`min_delimiters`), no dialogue left (`no_dialogues`), rules of the reference (`min_double_delimiters`:
paragraphs with two dashes; `min_dialogues`: an undocumented rule of 15 dialogues per 10,000 words).

"""

_CHANGES = """
The differences at the same gap. A rule adds as many utterances as there are fewer without it:
"""

_EFFECTS = """
All rules, in per cent of the utterances of each language (`·` is below 0.05; `=` is no difference):

"""

_MARKS = """## Paragraphs that begin with the book's speech mark

In books that the default profile keeps, without thresholds and gap: the paragraphs that begin with the most
frequent speech mark of the book, and those in which a span of a turn begins. The others are letters, verse,
titles and the like.

"""


def of_gold(corpora: Sequence[Scored], certainties: str) -> str:
    """The tables of annotated corpora, those of `certainty.tables`, and the rules."""
    header = ["corpus", "language", "licence", "texts", "million characters"]
    named = [
        [
            f"{_KNOWN.get(corpus.corpus, corpus.corpus)}: `{corpus.corpus}`",
            LANGUAGES[corpus.language.partition("-")[0]].name,
            corpus.licence or "not stated",
            f"{corpus.texts:,}",
            f"{corpus.size / 1e6:.2f}",
        ]
        for corpus in corpora
    ]
    tables = "".join(f"\n### {corpus.corpus}\n\n{ablation.table(corpus)}" for corpus in corpora)
    listed = markdown.table(["parameter", "what it does", "source"], map(_rule_cells, rules()), words=3)
    corpora_tables = f"{_ABLATION}{markdown.table(header, named, words=3)}{_FIGURES}{tables}"
    return f"{corpora_tables}\n{_CERTAINTY}{certainties}\n{_RULES}{listed}"


def _rule_cells(rule: tuple[str, str, str]) -> list[str]:
    name, description, source = rule
    return [f"`{name}`", description, source]


def of_books(measured: Sequence[Measured], opened: Sequence[Opened]) -> str:
    """The tables of real books."""
    said = "".join(f"\n{paragraph}\n" for paragraph in changes.paragraphs(measured))
    return "".join(
        [
            *(_PROFILES, profiles.table(measured)),
            *(_CHANGES, said),
            *(_EFFECTS, changes.table(measured)),
            *("\n", _MARKS, speech_marks.table(opened)),
        ]
    )


def whole(parts: Sequence[str]) -> str:
    """The document of its parts."""
    return "\n".join([_TITLE, *parts])
