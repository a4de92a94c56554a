"""The document: the tables, with what they need to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.extraction import ablation, changes, markdown, profiles, speech_marks
from benchmarks.extraction.switches import THRESHOLDS, rules
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract

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

_TITLE = f"""# What the rules of extraction are worth

Written by this command; change nothing by hand:

    {_COMMAND}
"""

_ABLATION = """## Rules turned off one by one

Measured on the development half of annotated corpora: texts in which people marked direct speech, and in some
of them who speaks to whom. They are for measuring only: no text of them is in this repository, and nothing is
trained on them.

"""

_FIGURES = f"""
Thresholds ({", ".join(f"`{name}`" for name in THRESHOLDS)}) are off, except in the row *with the defaults*;
`dialogue_gap` is {Extract().dialogue_gap:,}, its default. All figures are per cent, micro averages over the
corpus, defined in `dialogue_etl/evaluation/score.py`. Characters F1: letters and digits of direct speech.
Not speech: utterances less than half of which is. Turns joined F1: turns that agree exactly, one speaker's
neighbouring ones taken as one. Same speaker: neighbours in a dialogue that one person says. Wrong pairs:
those, and neighbours of which one is of several people. Boundaries F1: where conversations end. Merged,
split: dialogues that hold two conversations, or part of one. Mixed: dialogues with an utterance of several
speakers. Clean: dialogues that are neither merged nor split, in which nobody speaks twice and everything is
speech; mixed ones among them. In brackets the difference in points from the first row; `=` is no difference.
Figures that a corpus is not annotated for are left out, and the reference where gutenberg-dialog does not
know the language. Other languages of a book are found before extraction: annotated texts do not go through
that.
"""

_RULES = """## The rules

What each parameter of `extract` does, and where it comes from.

"""

_PROFILES = """## Both profiles on real books

Books of Project Gutenberg as they come, prose and verse, header and footer off, without the pre-filter. The
reference has a gap of 150 characters, and so has the default in its first row, `boundaries: off`; the
second is the default as it stands. The reference counts only the narration that follows speech. Utterances
are shared out per book of the library, and per book that is kept. Reasons: too few speech marks
(`min_delimiters`), nothing left of it (`no_dialogues`), the reference's own rules (`min_double_delimiters`:
paragraphs with two dashes; `min_dialogues`: a hidden rule of 15 dialogues per 10,000 words).

"""

_CHANGES = """
What changed at the same gap. A rule gives as many utterances as there are fewer without it:
"""

_EFFECTS = """
All rules, as per cent of the utterances of each language (`·` is below 0.05; `=` no difference):

"""

_MARKS = """## Paragraphs that open with the book's speech mark

In the books above that the default profile keeps, with thresholds and the gap off: the paragraphs that open
with the mark that weighs most in the book, and in how many of
them a stretch of a turn begins. The others are letters, verse, titles and the like.

"""


def of_gold(corpora: Sequence[Scored]) -> str:
    """The tables of annotated corpora, and the rules."""
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
    return f"{_ABLATION}{markdown.table(header, named, words=3)}{_FIGURES}{tables}\n{_RULES}{listed}"


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
