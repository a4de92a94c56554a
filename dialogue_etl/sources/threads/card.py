"""The dataset card of threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.languages.names import name_of as language_name
from dialogue_etl.sources.threads.parameters import Threads

if TYPE_CHECKING:
    from dialogue_etl.core.parameters.model import Params

__all__ = ["NAME", "TAGS", "TEXT", "language_name", "values"]

NAME = "Dialogues from threads"
TAGS = ("threads",)
TEXT = """
# Dialogues from threads

Conversations found in comment trees by [Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version}, by
the method of *A Large-Scale Chinese Short-Text Conversation Dataset* (LCCC; Wang, Ke, Zheng, Huang, Jiang,
Zhu & Huang, NLPCC 2020, [arXiv:2008.03946](https://arxiv.org/abs/2008.03946)): every path from the post at
the root of a tree to a comment without answers is a dialogue, and rules and classifiers remove noise. It is
not the LCCC dataset: its texts are those of the corpora named below.

## Statistics

{statistics}

All dialogues of a thread are in one split. Dialogues of a thread may begin with the same turns.

{splits}

## Fields

- `id`: the thread and the last comment, and the first one if the dialogue does not begin with the post;
  `source_id`, `work_id`: the thread, which is the corpus and its root comment
- `language` (BCP-47), `corpus`, `rights` of that corpus as stated at import; `title` is null and `authors`
  empty in threads
- `turns`: a list of `text`, `utterance_id` (the comment), `speaker` and `speaker_confidence`; `spans` is
  empty

{formats}

## What the rules took out

{dropped}

Noise within an utterance (addresses, mentions, tags of the platform) was cut out and the rest kept; if
nothing was left, the dialogue was split there or dropped, as the parameters say. Utterances differ from the
posted comments by these cuts and by placeholders.

## Privacy

{speakers} {privacy}

## Noise

Rules and classifiers leave some noise and remove some conversation. The dialogues were not reviewed by
people: the dataset offers size, not a gold standard. Opinions, insults and errors in it are those of the
people who wrote it; blacklists know words, not what is meant by them.

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
    "none": "Speakers are not published.",
}


def values(params: Params) -> dict[str, str]:
    """The values of the text that only this card has."""
    return {"speakers": _SPEAKERS[params[Threads].speakers]}
