"""The card of a dataset of threads: README.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl import __version__
from dialogue_etl.formats import card_parts
from dialogue_etl.sources.threads.names_of_languages import name_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dialogue_etl.formats.card_parts import Statistics
    from dialogue_etl.params import Params
    from dialogue_etl.sources.threads.package import Corpus

_TEXT = """
# Dialogues from threads

Conversations found in comment trees by [Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version}, by
the method of *A Large-Scale Chinese Short-Text Conversation Dataset* (LCCC; Wang, Ke, Zheng, Huang, Jiang,
Zhu & Huang, NLPCC 2020, [arXiv:2008.03946](https://arxiv.org/abs/2008.03946)): every way from the post at
the root of a tree to a comment nobody answered is a dialogue, and rules and classifiers take out what is no
conversation. It is not the LCCC dataset: its texts are those of the corpora named below.

## Statistics

{statistics}

Split by thread: all dialogues of a thread are in one split, chosen by a hash of its id. Dialogues of a thread
may begin with the same turns.

## Fields

- `id`: the thread and the last comment, and the first one if the dialogue does not begin with the post;
  `source_id`, `work_id`: the thread, which is the corpus and its root comment
- `language` (BCP-47), `corpus`, `rights` of that corpus as whoever imported it stated them; `title` is null
  and `authors` empty in threads
- `turns`: a list of `text`, `utterance_id` (the comment), `speaker` and `speaker_confidence`; `spans` is
  empty

{formats}

## What the rules took out

{dropped}

Where noise stands beside talk (addresses, mentions, tags of the platform), it was cut out and the rest kept;
where nothing was left, the dialogue was parted or left out, as the parameters say. Utterances differ from
what people wrote by these cuts and by placeholders.

## Privacy

{speakers} E-mail addresses, telephone and QQ numbers are `<EMAIL>`, `<PHONE>` and `<QQ>`{privacy}. Patterns
find most of them, not all: people still write about themselves and each other, and a text that is public
can be found again. Whoever publishes this dataset, or what was trained on it, answers for that.

## Noise

Rules and classifiers leave some noise and take some talk. Nobody has read the dialogues through: the dataset
offers size, not a gold standard. Opinions, insults and errors in it are those of the people who wrote it;
blacklists know words, not what is meant by them.

## Parameters

{parameters}

## Rights and provenance

{rights}

`corpora.tsv` lists the corpora with their licences and what each of them gave. Every row names its corpus,
licence and thread.

## Citation

    @inproceedings{{wang2020lccc,
      title     = {{A Large-Scale Chinese Short-Text Conversation Dataset}},
      author    = {{Wang, Yida and Ke, Pei and Zheng, Yinhe and Huang, Kaili and Jiang, Yong and Zhu, Xiaoyan
                   and Huang, Minlie}},
      booktitle = {{Natural Language Processing and Chinese Computing (NLPCC)}},
      year      = {{2020}}
    }}
"""

_SPEAKERS = {
    "numbers": "Speakers are numbered within a dialogue: no name of an account is published.",
    "names": "`speaker` is the name of the account, because `threads.speakers` asked for names.",
    "none": "Nobody is named as a speaker.",
}


def render(
    statistics: Statistics,
    corpora: Sequence[Corpus],
    dropped: Mapping[tuple[str, str], int],
    params: Params,
) -> str:
    """The card as Markdown with YAML front matter.

    Args:
        statistics: sizes of the dataset.
        corpora: what each gave.
        dropped: dialogues left out, by stage and reason.
        params: in force.
    """
    matter = card_parts.front_matter(
        "Dialogues from threads", ["lccc", "threads"], statistics, params.package
    )
    off = [name for name in ("emails", "phones", "qq_numbers") if getattr(params.rules, name) == "off"]
    names = {language: name_of(language) for language in statistics}
    text = _TEXT.format(
        version=__version__,
        statistics=card_parts.sizes(statistics, names, "threads"),
        formats=card_parts.forms(params.package, normalised=False),
        dropped=_dropped(dropped),
        speakers=_SPEAKERS[params.threads.speakers],
        privacy=f" (but not where {', '.join(f'`rules.{name}`' for name in off)} is off)" if off else "",
        parameters=card_parts.parameters(params, "threads"),
        rights=_rights(corpora),
    )
    return card_parts.card(matter, text)


def _dropped(dropped: Mapping[tuple[str, str], int]) -> str:
    if not dropped:
        return "No dialogue was left out."
    lines = ["| stage | reason | dialogues left out |", "|---|---|---|"]
    found = sorted(dropped.items(), key=lambda item: (item[0][0], -item[1], item[0]))
    lines += [f"| {stage} | `{reason}` | {number:,} |" for (stage, reason), number in found]
    return "\n".join(lines)


def _rights(corpora: Sequence[Corpus]) -> str:
    lines = ["| corpus | language | licence | threads | dialogues |", "|---|---|---|---|---|"]
    for corpus in corpora:
        cells = (corpus.name, corpus.language, corpus.rights or "not stated")
        lines.append(f"| {' | '.join(cells)} | {corpus.threads:,} | {corpus.dialogues:,} |")
    return "\n".join(lines) if corpora else "No corpora."
