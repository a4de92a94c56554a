"""Cornell Movie-Dialogs (Danescu-Niculescu-Mizil and Lee 2011): `movie_conversations.txt`, `movie_lines.txt`.

Speakers are the ids of characters (`u0`). It has no splits. On the Hub a row has both characters and a list
of texts, without who says which: they alternate. Sources: README.txt of the corpus;
huggingface.co/datasets/cornell_movie_dialog.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from dialogue_etl.corpora.objects import checked, objects
from dialogue_etl.corpora.records import Bad, Conversation, Turn
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters.records import Bad as Unreadable
from dialogue_etl.sources.threads.adapters.records import Comment


def read(path: Path, _others: Sequence[Path]) -> Iterator[Conversation | Bad]:
    """The conversations of a file, each a line.

    Raises:
        DialogueEtlError: there is no file of lines beside it, or one of them cannot be read.
    """
    if path.suffix != ".txt":
        yield from _of_rows(path)
        return
    found = corpus_files.records(path, corpus_files.Form("cornell", "en"))
    for line, group in groupby(found, key=lambda record: record.line):
        for bad in (records := list(group)):
            if isinstance(bad, Unreadable):
                if not line:
                    raise DialogueEtlError(f"{path} and its lines: {bad.detail}")
                yield Bad(line, bad.detail)
        turns = [Turn(one.text.strip(), one.author or "") for one in records if isinstance(one, Comment)]
        if turns:
            yield checked(Conversation(line, str(line), turns))


def _of_rows(path: Path) -> Iterator[Conversation | Bad]:
    for number, row in enumerate(objects(path, "lccc"), 1):
        if isinstance(row, Bad):
            yield row
            continue
        said = row.value.get("utterance")
        texts = said.get("text") if isinstance(said, dict) else None
        both = [row.value.get(f"characterID{who}") or "AB"[who - 1] for who in (1, 2)]
        turns = [Turn(text.strip(), both[place % 2]) for place, text in enumerate(texts or ())]
        yield checked(Conversation(row.line, str(number), turns))
