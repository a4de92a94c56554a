import hashlib
import json

import pyarrow.parquet as pq
import pytest

from dialogue_etl import shards
from dialogue_etl.run import Job
from dialogue_etl.sources.threads import raw
from dialogue_etl.sources.threads.adapters.records import Bad, Session

SETTINGS = {"name": "talk/t", "sha256": "", "deleted": ["[deleted]"], "language": "en"}


def read(folder, text, form):
    file, out = folder / "t.txt", folder / "out"
    file.write_text(text, "utf-8")
    out.mkdir()
    result = raw.read_file(Job((file,), {**SETTINGS, "format": form}), out)
    return result, pq.read_table(out / raw.RAW_FILE).to_pylist(), shards.read(out, "drops")


def comment(id, text, author="ann"):
    return json.dumps({"id": id, "parent": None, "author": author, "text": text}) + "\n"


def test_a_session_is_a_chain_named_by_what_it_says(tmp_path):
    _, rows, _ = read(tmp_path, "hi \thello\thow are you\n", "tsv")
    root = hashlib.sha256(b"hi\x1fhello\x1fhow are you").hexdigest()[:16]
    assert [(row["id"], row["parent"], row["text"]) for row in rows] == [
        (root, None, "hi"),
        (f"{root}.2", root, "hello"),
        (f"{root}.3", f"{root}.2", "how are you"),
    ]


def test_what_is_no_comment_any_more_says_why(tmp_path):
    text = comment("a", " [deleted] ", "[deleted]") + comment("b", " ") + comment("c", "hi")
    _, rows, _ = read(tmp_path, text, "tree")
    assert [(row["gone"], row["author"]) for row in rows] == [
        ("deleted", None),
        ("empty", "ann"),
        (None, "ann"),
    ]


def test_a_digest_is_of_all_that_is_said_and_of_nothing_else(tmp_path):
    said = [("a", "x" * 5_000), ("b", "x" * 5_000), ("a", "x" * 4_999 + "y"), ("a", "x" * 5_000)]
    _, rows, _ = read(tmp_path, "".join(comment(id, text) for id, text in said), "tree")
    digests = [row["digest"] for row in rows]
    assert digests[0] == digests[3] == digests[1]
    assert digests[2] != digests[0]


def test_long_texts_lie_beside_the_rows(tmp_path):
    long = "长" * 5_000
    _, rows, _ = read(
        tmp_path, comment("a", "short") + comment("b", long) + comment("c", "z" * 4_001), "tree"
    )
    data = (tmp_path / "out" / raw.LONG_TEXTS).read_bytes()
    places = [(row["long_start"], row["long_bytes"]) for row in rows]
    assert places == [(None, None), (0, 15_000), (15_000, 4_001)]
    assert data[:15_000].decode() == long
    assert long.startswith(rows[1]["text"])


def test_bad_records_are_counted_by_what_they_are(tmp_path):
    result, rows, drops = read(tmp_path, "hi\thello\nno tab\n", "tsv")
    assert (result["totals"], len(rows)) == ({"lines": 1}, 2)
    assert [tuple(row) for row in result["dropped"]] == [("line", "unreadable", 1)]
    (drop,) = drops
    assert (drop["id"], drop["detail"]) == ("talk/t:2", "talk/t, line 2: no tab between two utterances")


@pytest.mark.parametrize(
    ("data", "sha256", "reason"),
    [(b"hi\thello\n", "0" * 64, "unusable"), (b"", "", "unusable"), (None, "", "unavailable")],
)
def test_a_file_that_can_not_be_had_is_one_record_that_says_so(tmp_path, data, sha256, reason):
    if data is not None:
        (tmp_path / "t").write_bytes(data)
    (found,) = raw.records(tmp_path / "t", "tsv", "en", sha256)
    assert isinstance(found, Bad)
    assert (found.line, found.reason) == (0, reason)


def test_a_file_whose_digest_is_right_is_read(tmp_path):
    data = b"hi\thello\n"
    (tmp_path / "t").write_bytes(data)
    assert list(raw.records(tmp_path / "t", "tsv", "en", hashlib.sha256(data).hexdigest())) == [
        Session(1, ["hi", "hello"])
    ]
