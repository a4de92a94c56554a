import hashlib
import json

from dialogue_etl import shards
from dialogue_etl.run import Job
from dialogue_etl.sources.threads import raw

SETTINGS = {"name": "talk/t", "problem": None, "deleted": ["[deleted]"], "language": "en"}


def read(folder, text, form):
    file, out = folder / "t.txt", folder / "out"
    file.write_text(text, "utf-8")
    out.mkdir()
    raw.read_file(Job((file,), {**SETTINGS, "format": form}), out)
    return list(shards.read(out, "raw"))


def comment(id, text, author="ann"):
    return json.dumps({"id": id, "parent": None, "author": author, "text": text}) + "\n"


def test_a_session_is_a_chain_named_by_what_it_says(tmp_path):
    rows = read(tmp_path, "hi \thello\thow are you\n", "tsv")
    root = hashlib.sha256(b"hi\x1fhello\x1fhow are you").hexdigest()[:16]
    assert [(row["id"], row["parent"], row["text"]) for row in rows] == [
        (root, None, "hi"),
        (f"{root}.2", root, "hello"),
        (f"{root}.3", f"{root}.2", "how are you"),
    ]


def test_a_digest_is_of_all_that_is_said_and_of_nothing_else(tmp_path):
    said = [("a", "x" * 5_000), ("b", "x" * 5_000), ("a", "x" * 4_999 + "y"), ("a", "x" * 5_000)]
    rows = read(tmp_path, "".join(comment(id, text) for id, text in said), "tree")
    digests = [row["digest"] for row in rows]
    assert digests[0] == digests[3] == digests[1]
    assert digests[2] != digests[0]
