"""What is exported is read back in every form that holds dialogues."""

import pytest

from dialogue_etl.formats.forms import SPLIT_FORMS, WHOLE_FORMS, file_name, language_writer
from dialogue_etl.sources.threads import raw
from dialogue_etl.sources.threads.adapters.records import Bad
from dialogue_etl.turns import row as turn

SAID = [["今天天气很好 我们去公园吧", "好的，走 :)", "嗯"], ["你在哪里", "<NAME1> 我在家 里", "I see"]]
READ_AS = {"text": "text", "tsv": "tsv", "legacy": "legacy"}  # all others as lccc


@pytest.mark.parametrize("form", [*SPLIT_FORMS, *WHOLE_FORMS, "legacy"])
def test_an_export_is_read_back(tmp_path, form):
    with language_writer(tmp_path, "zh", ["train"], [form]) as write:
        for number, said in enumerate(SAID):
            ids = {"id": f"a:{number}", "source_id": "a", "work_id": "a", "language": "zh", "rights": "CC0"}
            turns = [turn(text, speaker=str(place % 2 + 1)) for place, text in enumerate(said)]
            write("train", {**dict.fromkeys(("corpus", "title")), "authors": [], **ids, "turns": turns})
    path = tmp_path / file_name(form, "zh", "train")
    found = list(raw.records(path, raw.Form(READ_AS.get(form, "lccc"), "zh")))
    assert not [record for record in found if isinstance(record, Bad)]
    plain = [["".join(text.split()) for text in said] for said in SAID] if form == "characters" else SAID
    assert [list(record.utterances) for record in found] == plain
    named = form in {"jsonl", "parquet"}
    assert [list(record.authors) for record in found] == ([["1", "2", "1"]] * 2 if named else [[], []])


def test_pairs_without_texts_say_so(tmp_path):
    with language_writer(tmp_path, "zh", ["train"], ["pairs"]) as write:
        ids = dict.fromkeys(("source_id", "work_id", "language", "corpus", "title", "rights"), "x")
        turns = [turn("a", speaker=None), turn("b", speaker=None)]
        write("train", {"id": "x", "authors": [], **ids, "turns": turns})
    (bad,) = raw.records(tmp_path / file_name("pairs", "zh", "train"), raw.Form("lccc", "zh"))
    assert bad.detail == "not a list of texts; it has dialogue_id, trigger, answer, interval_ms"


def test_records_of_the_legacy_form_that_are_broken_go_one_by_one(tmp_path):
    def pair(number, *said, gap=700):
        return f"SubId - f\nDialogId - {number}\nDiff - {gap}\nI - {said[0]}\nR - {said[1]}\n\n"

    path = tmp_path / "eng.txt"
    broken = "SubId - f\nDialogId - 3\nI - no time\n\n"
    path.write_text(
        pair(1, "a", "b") + pair(2, "b", "c-d") + broken + pair(4, "e", "f", gap="soon") + pair(5, "g", "h")
    )
    first, one, other, last = raw.records(path, raw.Form("legacy", "en"))
    assert [list(first.utterances), list(last.utterances)] == [["a", "b", "c-d"], ["g", "h"]]
    assert [(bad.line, isinstance(bad, Bad)) for bad in (one, other)] == [(13, True), (17, True)]
    assert "Diff - … is expected" in one.detail
    assert "whole numbers" in other.detail
