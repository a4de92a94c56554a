"""What is exported is read back in every form that holds dialogues."""

from itertools import islice, pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml

from dialogue_etl.cli.source_commands.threads import add_corpus
from dialogue_etl.core import shards
from dialogue_etl.core.tables import INTERACTIONS
from dialogue_etl.core.turns import row as turn
from dialogue_etl.formats.forms import PAIR_FORMS, SPLIT_FORMS, WHOLE_FORMS, file_name, language_writer
from dialogue_etl.formats.pair_files import pairs_of_row
from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters.records import Bad
from tests.conftest import quick_runtime
from tests.sources.threads.building import Build, values

SAID = [["今天天气很好 我们去公园吧", "好的，走 :)", "嗯"], ["你在哪里", "<NAME1> 我在家 里", "I see"]]
READ_AS = {name: name for name in ("text", "tsv", "legacy")} | {
    "json": "pairs",
    "xml": "pairs",
}  # others as lccc
NAMED = {"jsonl": ["1", "2", "1"], "parquet": ["1", "2", "1"], "sharegpt": ["human", "gpt", "human"]}
DIALOGUES = [form for form in SPLIT_FORMS if form != "prompts"]  # a last message of the user is not in it


def dialogues():
    for number, said in enumerate(SAID):
        ids = {"id": f"a:{number}", "source_id": "a", "work_id": "a", "language": "zh", "rights": "CC0"}
        turns = [turn(text, speaker=str(place % 2 + 1)) for place, text in enumerate(said)]
        yield {**dict.fromkeys(("corpus", "title")), "authors": [], **ids, "turns": turns}


def exported(folder, form, **options):
    with language_writer(folder, "zh", ["train"], [form], **options) as write:
        for row in dialogues():
            write("train", row)
    return folder / file_name(form, "zh", "train")


@pytest.mark.parametrize("form", [*DIALOGUES, *WHOLE_FORMS, *PAIR_FORMS, "json pretty", "xml pretty"])
def test_an_export_is_read_back(tmp_path, form):
    form, _, pretty = form.partition(" ")
    found = list(
        corpus_files.records(
            exported(tmp_path, form, pretty=bool(pretty)), corpus_files.Form(READ_AS.get(form, "lccc"), "zh")
        )
    )
    assert not [record for record in found if isinstance(record, Bad)]
    plain = [["".join(text.split()) for text in said] for said in SAID] if form == "characters" else SAID
    assert [list(record.utterances) for record in found] == plain
    assert [list(record.authors) for record in found] == [NAMED.get(form, [])] * 2


@pytest.mark.parametrize("form", ["json", "xml", "interactions", "parallel"])
def test_exports_of_pairs_are_added_and_become_the_same_dialogues(tmp_path, monkeypatch, form):
    """In the two files of `parallel` a pair does not say whether it continues another one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dialogue_etl.workspace.programs.track", lambda *_: None)
    given = values({"threads.source": "corpora", "threads.languages": ["zh"]})
    Path("dvc.yaml").write_text("")
    Path("params.yaml").write_text(yaml.safe_dump(given.model_dump()), "utf-8")
    export = exported(tmp_path / "made", "parallel" if form == "interactions" else form)
    if form == "interactions":
        rows = [
            pair for row in dialogues() for pair in pairs_of_row(row, [one["text"] for one in row["turns"]])
        ]
        rows = [pair | {side: pair[side]["text"] for side in ("trigger", "answer")} for pair in rows]
        export = tmp_path / "pairs.parquet"
        pq.write_table(pa.Table.from_pylist(rows, INTERACTIONS), export)
    together, read_as = (export.parent, "stc") if form == "parallel" else (export, "pairs")
    add_corpus.add([together], "ours", "zh", "CC0", read_as)
    build = Build(tmp_path, given, quick_runtime(), corpora=Path("threads/corpora")).run("ingest", "extract")
    found = [
        [said["text"] for said in row["turns"]]
        for row in shards.read(build.stages / "extract/zh", "dialogues")
    ]
    same = [[*pair] for said in SAID for pair in pairwise(said)] if form == "parallel" else SAID
    assert sorted(found) == sorted(same)


def test_what_is_no_pair_says_so(tmp_path):
    (bad,) = islice(corpus_files.records(exported(tmp_path, "pairs"), corpus_files.Form("pairs", "zh")), 1)
    assert bad.detail == "trigger is no text"  # but the number of a turn
    path = tmp_path / "pairs.xml"
    sides = "<trigger><text>a</text></trigger><answer><text>b</text></answer>"
    pairs = f'<pair number="one">{sides}</pair>\n<pair>{sides}</pair>\n<pair><trigger>'
    path.write_text(f'<?xml version="1.0"?>\n<pairs>\n{pairs}', "utf-8")
    one, whole, cut = corpus_files.records(path, corpus_files.Form("pairs", "en"))
    assert (one.line, one.detail) == (3, "number is no whole number")
    assert list(whole.utterances) == ["a", "b"]
    assert (cut.line, cut.detail.endswith("what follows is not read")) == (4, True)


def test_records_of_the_legacy_form_that_are_broken_go_one_by_one(tmp_path):
    def pair(number, *said, gap=700):
        return f"SubId - f\nDialogId - {number}\nDiff - {gap}\nI - {said[0]}\nR - {said[1]}\n\n"

    path = tmp_path / "eng.txt"
    broken = "SubId - f\nDialogId - 3\nI - no time\n\n"
    path.write_text(
        pair(1, "a", "b") + pair(2, "b", "c-d") + broken + pair(4, "e", "f", gap="soon") + pair(5, "g", "h")
    )
    first, one, other, last = corpus_files.records(path, corpus_files.Form("legacy", "en"))
    assert [list(first.utterances), list(last.utterances)] == [["a", "b", "c-d"], ["g", "h"]]
    assert [(bad.line, isinstance(bad, Bad)) for bad in (one, other)] == [(13, True), (17, True)]
    assert "Diff - … is expected" in one.detail
    assert "whole numbers" in other.detail
