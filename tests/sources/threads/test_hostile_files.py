"""Files that are no corpora, and lines that are no comments: named, counted, and the run goes on."""

import gzip

import pytest

from dialogue_etl.sources.quarantine import TooManyError
from dialogue_etl.sources.threads import decoding
from tests.sources.threads.trees_made import Made, comment, tree_lines

PAGE = b"<!DOCTYPE html><html><body>Too many requests</body></html>"
GOOD = tree_lines(comment("a"), comment("b", "a"))


@pytest.fixture
def made(tmp_path):
    return Made(tmp_path)


@pytest.mark.parametrize(
    ("file", "reason", "says", "comments"),
    [
        (b"", "unusable", "the file is empty", 0),
        (b" \n\n", "unusable", "the file is empty", 0),
        (PAGE, "unusable", "a web page, not a corpus", 0),
        (b"\0" * 4_000, "undecodable", "NUL", 0),
        (b"%PDF-1.7 x", "unusable", "a PDF document", 0),
        (b"PK\x05\x06" + b"\0" * 18, "unusable", "a zip archive", 0),
        (gzip.compress(GOOD.encode() * 20_000)[:-300], "cut", "cut off or damaged", 2),
        (gzip.compress(PAGE), "unusable", "a web page", 0),
        (b"\x1f\x8b broken", "cut", "cut off or damaged", 0),
    ],
    ids=["empty", "blank", "page", "zeros", "pdf", "zip", "cut", "packed page", "broken"],
)
def test_a_file_that_is_no_corpus_is_named_and_the_run_goes_on(made, file, reason, says, comments):
    made.add("bad", {"bad/x.jsonl": file})
    made.add("good", {"good.jsonl": GOOD})
    out = made.run()
    (row,) = [row for row in out.rows("ingest", "drops") if row["unit"] == "file"]
    assert (row["id"], row["source_id"], row["reason"]) == ("bad/bad/x.jsonl", "bad/bad/x.jsonl", reason)
    assert says in row["detail"]
    assert out.metrics("ingest")["comments"] == comments + 2
    out.balanced()


def test_files_that_are_none(made, tmp_path):
    (tmp_path / "secret.jsonl").write_text(GOOD)
    names = ["link.jsonl", "folder", "gone.jsonl"]
    made.add("bad", {name if name != "folder" else "folder/x": GOOD for name in names})
    rows = (made.corpora / "catalogue.csv").read_text().replace("folder/x", "folder")
    (made.corpora / "catalogue.csv").write_text(rows)
    (made.corpora / "link.jsonl").unlink()
    (made.corpora / "link.jsonl").symlink_to(tmp_path / "secret.jsonl")
    (made.corpora / "gone.jsonl").unlink()
    out = made.run()
    assert {row["id"]: (row["reason"], row["detail"]) for row in out.rows("ingest", "drops")} == {
        "bad/link.jsonl": ("unavailable", "bad/link.jsonl: leads out of its folder"),
        "bad/folder": ("unavailable", "bad/folder: a directory, not a file"),
        "bad/gone.jsonl": ("missing", "bad/gone.jsonl: no such file"),
    }
    out.balanced()


def test_bad_lines_are_numbered(made, monkeypatch):
    monkeypatch.setattr(decoding, "LONGEST_LINE", 2_000)
    long = '{"id": "l", "text": "' + "x" * 5_000 + '"}'
    text = f'{GOOD}{long}\nnot json\n\n{{"id": "n", "text": "a\0"}}\n'.encode() + b'{"id": "\xff"}\n'
    made.add("talk", {"t.jsonl": text + tree_lines(comment("c", "a")).encode()})
    out = made.run()
    details = {row["id"]: row["detail"] for row in out.rows("ingest", "drops")}
    expected = {
        3: "longer than 2,000 bytes",
        4: "not JSON: ",
        6: "not JSON: ",
        7: "not utf-8: invalid start byte",
    }
    assert len(details) == len(expected)
    for line, says in expected.items():
        assert details[f"talk/t.jsonl:{line}"].startswith(f"talk/t.jsonl, line {line}: {says}")
    assert out.said() == [["a", "b"], ["a", "c"]]
    out.balanced()


def test_too_much_that_can_not_be_read_stops_the_stage_and_says_so(made):
    made.add("talk", {"t.jsonl": GOOD + "x\n" * 3})
    with pytest.raises(TooManyError, match=r"threads\.max_quarantined is 0\.4, but 3 of 6 records and files"):
        made.run(max_quarantined=0.4)
    assert not (made.folder / "out").exists()
    assert made.run(max_quarantined=0.5).metrics("ingest")["lines"] == 2


def test_what_a_corpus_itself_marks_is_not_quarantined(made):
    made.add("douban", {"d.txt": "1\ta\tb\n0\ta\tc\n0\ta\td\n"}, "douban")
    out = made.run(max_quarantined=0)
    assert out.metrics("ingest")["dropped"] == {"lines": {"negative_response": 2}}
