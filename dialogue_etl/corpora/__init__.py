"""Published corpora that agents are trained and tested on, as datasets of ours with their own splits.

A reader a module, or a line of `FORMATS` where a map of fields is enough. Texts are left alone: noise is what
threads have rules for (`dialogue-etl threads add`, whose forms are read by the same maps).
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dialogue_etl.corpora import cornell, dailydialog, empathetic, oasst, personachat
from dialogue_etl.corpora.objects import Objects
from dialogue_etl.corpora.records import Bad, Conversation
from dialogue_etl.sources.threads.adapters import FORMATS as FORMS
from dialogue_etl.sources.threads.adapters import Adapter, comments, sessions

_OBJECTS = (".json", ".jsonl", ".parquet", ".json.gz", ".jsonl.gz", ".jsonl.zst")

_BESIDE_MULTIWOZ = ("acts.json", "_db.json", "ontology.json", "schema.json", "slot_descriptions.json")
"""Names of its files that hold no turns, of all versions."""


class Format(NamedTuple):
    """A published corpus.

    Attributes:
        title: of the corpus.
        rights: its licence, as stated by its authors.
        read: the conversations of a file; the other files of the corpus are given, too.
        is_text: whether a file of this name may hold conversations.
        lost: what its files say and the dataset does not.
        preferred: parts of names of its editions, the best one first, where several are together.
        languages: a pattern whose group is the language in a file's name.
        pieces: a pattern of names of files that have pieces of the conversations of other files.
    """

    title: str
    rights: str
    read: Callable[[Path, Sequence[Path]], Iterator[Conversation | Bad]]
    is_text: Callable[[str], bool] = lambda name: name.endswith(_OBJECTS)
    lost: str = ""
    preferred: tuple[str, ...] = ()
    languages: str = ""
    pieces: str = ""


def _of(form: str, **more: object) -> Objects:
    return Objects(FORMS[form], **more)  # type: ignore[arg-type] # as `Objects` declares them


_WITH = Adapter(sessions.read, "rows", sessions.Turns(dialog=("data", "messages")))
_SWITCHBOARD = Adapter(
    comments.read,
    "rows",
    comments.Fields(text=("text",), author=("caller",), session=("conversation_no",)),
)
FORMATS = {
    "blendedskilltalk": Format(
        "BlendedSkillTalk", "not stated", _of("blendedskilltalk"), lost="personas, contexts, suggestions"
    ),
    "cornell": Format(
        "Cornell Movie-Dialogs",
        "not stated",
        cornell.read,
        lambda name: name.endswith(("conversations.txt", *_OBJECTS)),
        lost="titles of films, names of characters",
    ),
    "dailydialog": Format(
        "DailyDialog",
        "CC BY-NC-SA 4.0",
        dailydialog.read,
        dailydialog.is_text,
        lost="topics",
        languages=dailydialog.LANGUAGES,
    ),
    "empatheticdialogues": Format(
        "EmpatheticDialogues",
        "CC BY-NC 4.0",
        empathetic.read,
        lambda name: name.endswith((".csv", *_OBJECTS)),
        lost="prompts, self-evaluations, tags",
    ),
    "meld": Format(
        "MELD",
        "GPL-3.0",
        _of("meld", labels={"meld-emotion": "Emotion", "meld-sentiment": "Sentiment"}),
        lambda name: name.endswith((".csv", *_OBJECTS)),
        lost="seasons, episodes and times",
        preferred=("sent_emo.",),
        pieces=r"_dya\.",
    ),
    "multiwoz": Format(
        "MultiWOZ",
        "MIT",
        _of("multiwoz"),
        lambda name: name.endswith(_OBJECTS) and not name.endswith(_BESIDE_MULTIWOZ),
        lost="goals, states, dialogue acts",
    ),
    "oasst": Format(
        "OpenAssistant Conversations",
        "Apache-2.0",
        oasst.read,
        lost="answers that are not ranked first, judgements",
        preferred=(".parquet", "ready"),
    ),
    "personachat": Format(
        "PersonaChat",
        "not stated",
        personachat.read,
        personachat.is_text,
        lost="personas, candidates",
        preferred=("self_original.", "self_original", "none_original", "original"),
    ),
    "soda": Format(
        "SODA",
        "CC BY 4.0",
        _of("lccc", id=("original_index",), about={"soda-relation": "relation"}),
        lost="narratives and what they were made of",
    ),
    "switchboard": Format(
        "Switchboard Dialog Act Corpus",
        "CC BY-NC-SA 3.0",
        Objects(_SWITCHBOARD, labels={"switchboard-act": "act_tag"}, joined=True),
        lambda name: name.endswith(".utt.csv"),
        lost="parts of speech, parse trees; what one speaker says in a row is one turn",
    ),
    "topicalchat": Format(
        "Topical-Chat",
        "CDLA-Sharing-1.0",
        _of("topicalchat", labels={"topicalchat-sentiment": "sentiment"}),
        lost="knowledge, ratings",
    ),
    "ultrachat": Format("UltraChat", "MIT", Objects(_WITH, id=("id", "prompt_id")), preferred=("sft",)),
    "wizardofwikipedia": Format(
        "Wizard of Wikipedia", "not stated", _of("lccc", id=()), lost="topics, knowledge, scores"
    ),
}
"""By name."""
