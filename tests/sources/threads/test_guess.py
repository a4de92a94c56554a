import json

import pytest

from dialogue_etl.sources.threads.guess import guess

TREE = json.dumps({"id": "a", "parent": None, "text": "x"})


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.jsonl", f"{TREE}\n" * 3, "tree"),
        ("a.json", '{"id": "1", "body": "x", "parent_id": "t3_a"}\n', "reddit"),
        ("a", '{"id": "1", "title": "x", "selftext": ""}\n', "reddit"),
        ("a", '{"id": 1, "id_str": "1", "text": "x"}\n', "twitter"),
        ("a", '["a", "b"]\n["c", "d"]\n', "jsonl"),
        ("a", '[["a", "b"], ["c"]]', "lccc"),
        ("a", '[\n["a", "b"],\n["c"]\n]', "lccc"),
        ("a", '{"train": [["a", "b"]]}', "lccc"),
        ("a", '{\n"train": [\n["a", "b"]]}', "lccc"),
        ("a", "[]", "lccc"),
        ("a.txt", "[doge] a\tb\nc\td\n", "tsv"),
        ("a.yml", "conversations: []", "chatterbot"),
        ("a.conv", "E\nM a\nM b\n", "xiaohuangji"),
        ("a.conv", "E\nM a/b\nM b/c\n", "subtitle"),
        ("a.txt", "1\ta\tb\n0\ta\tc\n", "douban"),
        ("a.txt", "a\tb\n", "tsv"),
        ("a.txt", "17\ta comment\n", ""),  # and how many like it
        ("a.txt", "a | b\n", "qingyun"),
        ("a.txt", "a\nb\n\nc\nd\n\n", "chitchat"),
        ("a.txt", "just\nlines\n", ""),
        ("a.txt", '{"strange": 1}\n', ""),
        ("a.txt", f"{TREE}\n" * 3 + '["a"]\n' * 3, ""),
    ],
)
def test_a_form_is_told_by_how_a_file_begins(tmp_path, name, text, form):
    (tmp_path / name).write_text(text)
    assert guess(tmp_path / name, "en") == form
