"""The dataset card of subtitles."""

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.languages.names import name_of as language_name
from dialogue_etl.sources.subtitles.parameters.turns import Turns

__all__ = ["NAME", "TAGS", "TEXT", "language_name", "values"]

NAME = "Dialogues from subtitles"
TAGS = ("subtitles",)
TEXT = """
# Dialogues from subtitles

Conversations found in subtitles of films and series by
[Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version}: sentences are joined to turns, turns to
dialogues, and dialogues cleaned, by the method of *A Large-Scale Dataset for Empathetic Response Generation*
(EDOS; Welivita, Xie & Pu, EMNLP 2021). It is not the EDOS dataset: its texts are those of the films below.

## Statistics

{statistics}

All dialogues of a film, in whichever of its subtitle files in a language, are in one split.

{splits}

## Fields

- `id`: the subtitle file and the number of the dialogue's first sentence; `source_id`: the subtitle file,
  which is the film (its IMDb id, if it is known) and the id of the file; `work_id`: the film
- `language` (BCP-47), `corpus`, `title` where it is known, `rights` as stated at import
- `turns`: a list of `text`, `utterance_id` (the number of its first sentence), `start_ms` and `end_ms`
  (milliseconds from the beginning of the film; null where the subtitle gives no time), and `speaker`, where
  the subtitle names who speaks

{formats}

## How turns are found

{segmenter} Subtitles seldom name the speaker: a turn may contain the speech of two people, or half of one.
{measured}Dialogues are split at silences of more than {gap:g} seconds, which are not always
the ends of scenes.

## What was left out

{dropped}

## Privacy

{privacy}

## Parameters

{parameters}

## Rights and provenance

{rights}

Subtitles are translations and transcripts of works that others hold rights in. `films.tsv` lists the files.

## Citation

    @inproceedings{{welivita2021edos,
      title     = {{A Large-Scale Dataset for Empathetic Response Generation}},
      author    = {{Welivita, Anuradha and Xie, Yubo and Pu, Pearl}},
      booktitle = {{Proceedings of EMNLP}},
      year      = {{2021}}
    }}
    @inproceedings{{lison2016opensubtitles,
      title     = {{OpenSubtitles2016: Extracting Large Parallel Corpora from Movie and TV Subtitles}},
      author    = {{Lison, Pierre and Tiedemann, J\\"org}},
      booktitle = {{Proceedings of LREC}},
      year      = {{2016}}
    }}
"""

_SEGMENTERS = {
    "weights": "Where no name or dash states it, neighbouring sentences are joined to turns by weights of "
    "pauses, blocks, questions, lengths and openings, measured on films whose speakers are known.",
    "classifier": "A classifier decides whether two neighbouring sentences are one turn (Lison & Meena "
    "2016); with too little training data, measured weights do.",
    "cue": "A subtitle block is a turn, or as many as it marks with dashes or names.",
    "sentence": "A sentence is a turn.",
}


_MEASURED = """Measured on two films and half of a series left out of the fit (development figures): of
neighbouring sentences 76.8, 69.7 and 76.0 % are rightly one turn or two (inside blocks 97.0 and 95.7 % in
the films, across them 70.6, 64.1 and 76.1 %); of turns that join sentences 10.6, 10.7 and 30.0 % hold two
people; of neighbouring turns 65.1, 60.1 and 75.3 % are a real exchange between two.
"""


def values(params: Params) -> dict[str, object]:
    """Variables of the text that only this card has."""
    chosen = params[Turns].segmenter
    return {
        "segmenter": _SEGMENTERS[chosen],
        "measured": _MEASURED if chosen == "weights" else "",
        "gap": params[Turns].dialogue_gap,
    }
