"""Emotions: the dialogues of another source, with an emotion or intent and how sure it is for every turn."""

from dialogue_etl.sources.base import Source
from dialogue_etl.sources.figures import OF_EVERY_SOURCE, ONE_LABEL

_FORMS = """\
Files of these forms, UTF-8; `-train`, `-valid` or `-test` at the end of a name says what labels are for.

- `.txt`: `<number> <SEP> text`, as the sentences of EmpatheticIntents
- `.csv`: with the header of EmpatheticIntents, EmpatheticDialogues, EDOS or MELD; or of `label` and `text`
- `.tsv`: as GoEmotions
- `.jsonl`: `{"label": …, "text": …}` or `{"label": …, "turns": [oldest, …, last]}`

`labels.txt` (`label,number` a line) tells the numbers; without it they are those of EDOS.
"""
SENTENCES = f"""\
# Labelled sentences

The weak labeller learns from these (`emotions.annotations: workspace`).

{_FORMS}"""
DIALOGUES = f"""\
# Labelled dialogues

What people agreed on: the label is that of the last turn. They grow, and the classifier learns from them
(`emotions.annotations: workspace`).

{_FORMS}"""

ELSEWHERE = f"""\
# Labels from elsewhere

The classifier is scored on these, each file in a row of the report, and learns from them only how sure it may
be: best from random turns of the dataset itself (`dialogue-etl emotions tasks --random 100`).

{_FORMS}"""

SOURCE = Source(
    name="emotions",
    unit="dialogue",
    about="an emotion or intent for every turn of a dataset, learnt from labels by people",
    reads=("emotions.dataset",),
    language_list="emotions.languages",
    sections=("emotions", "gates", "package", "report"),
    documents=("dataset", ""),
    last_stage="dataset",
    package_stage="dataset",
    figures=(*OF_EVERY_SOURCE, ONE_LABEL),
    files={
        "emotions/sentences/README.md": SENTENCES,
        "emotions/dialogues/README.md": DIALOGUES,
        "emotions/elsewhere/README.md": ELSEWHERE,
    },
    trade_offs={
        "emotions.dataset": "the dialogues that get labels",
        "emotions.initial": "higher: more dialogues to label, less certain ones",
        "emotions.similarity": "higher: fewer labels by similarity, fewer wrong ones",
        "emotions.min_precision": "higher: fewer self-labelled dialogues, fewer wrong ones",
    },
)
