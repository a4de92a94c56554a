"""Each form a corpus comes in: what is read of it, and what is said of what cannot be."""

import io
import json
import zipfile
from datetime import UTC, datetime

import pytest

from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters import FORMATS, blanks, blocks, json_values, sessions
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Line, Session, time_of
from dialogue_etl.sources.threads.adapters.sessions import Turns
from tests.sources.threads import test_exports_of_today, test_platforms


@pytest.fixture
def read(tmp_path):
    """Read a text, or the bytes of a file, in a form."""

    def records(form, data, name="file", language="zh", **stated):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return list(corpus_files.records(path, corpus_files.Form(form, language, **stated)))

    return records


def lines(*rows):
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def zipped(**members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"corpus/{name}.txt", text)
    return data.getvalue()


FILES = [
    (
        "tree",
        lines(
            {"id": "a", "parent": None, "author": "Ann", "text": "你好", "time": 7},
            {"id": 12, "parent": "a", "text": "早", "time": "1970-01-01T00:00:08Z"},
        ),
        [
            Comment(1, "a", None, "Ann", "你好", 7),
            Comment(2, "12", "a", None, "早", 8),
        ],
    ),
    (
        "ptt",
        "为什么下雨\t因为有云\n没人回的\t沒有資料\n无尾巴",
        [
            Session(1, ["为什么下雨", "因为有云"]),
            Bad(2, "nobody answered", "no_answer"),
            Bad(3, "no tab or comma between question and answer"),
        ],
    ),
    (
        "xiaohuangji",
        "E\nM 去哪/儿\nM 回家\nE\nM\nM 好\nX 坏\nE",
        [
            Session(2, ["去哪/儿", "回家"]),
            Bad(7, "begins neither with E nor with M"),
            Session(5, ["", "好"]),
        ],
    ),
    (
        "jsonl",
        '["你好啊朋友", "早 上好"]\n["a", 5]\n[]\n{"a": 1}',
        [
            Session(1, ["你好啊朋友", "早 上好"]),
            Bad(2, "not a list of texts"),
            Bad(3, "no utterance"),
            Bad(4, "not a list of texts; it has a"),
        ],
    ),
    (
        "chatterbot",
        """categories:
- 家
conversations:
- - 你在家吗
  - yes
  - 1984
- - 去哪
  - {北: 京}
- []
""",
        [
            Session(4, ["你在家吗", "yes", "1984"]),
            Bad(7, "not a list of texts"),
            Bad(9, "no utterance"),
        ],
    ),
    (
        "wenda",
        zipped(
            toy_lines="0 +++$+++ ann +++$+++ How to begin?\n1 +++$+++ bo +++$+++ Read.\n2 +++$+++ no text",
            toy_conversations=(
                "0 +++$+++ ann +++$+++ bo +++$+++ 2017-1-17 16:44 +++$+++ http://x +++$+++ [0, 1]\n"
                "1 +++$+++ a +++$+++ b +++$+++ d +++$+++ u +++$+++ [1, 7]"
            ),
        ),
        [
            Bad(3, "lines: neither three fields nor five"),
            Comment(1, "0.1", None, "ann", "How to begin?", None),
            Comment(1, "0.2", "0.1", "bo", "Read.", None),
            Bad(2, "conversations: there is no line 7"),
        ],
    ),
    ("ptt", 'question,answer\n"雨,又来","带伞, 走"', [Session(2, ["雨,又来", "带伞, 走"])]),
    (
        "qingyun",
        "你好吗 | 好|很\n早",
        [Session(1, ["你好吗", "好|很"]), Bad(2, "no | between question and answer")],
    ),
    (
        "tieba",
        "问 题\t回答\n\n单",
        [Session(1, ["问 题", "回答"]), Bad(3, "no tab between question and answer")],
    ),
    (
        "legacy",
        "SubId - f\nDialogId - 1\nDiff - 9\nI - a\nR - b\n\nSubId - f\nDialogId - 2\nI - c",
        [Session(1, ["a", "b"]), Bad(7, "no pair of this form: 'I - c': Diff - … is expected here")],
    ),
    ("subtitle", "E\nM 去哪/儿\nM 回家\nE", [Session(2, ["去哪儿", "回家"])]),
    ("chitchat", "你好\n早\n\n\n走吗\n走\n", [Session(1, ["你好", "早"]), Session(5, ["走吗", "走"])]),
    (
        "chitchat",
        f"a\0\nb\n\n{'c' * 2_000}\nd",
        [Bad(1, "holds NUL characters"), Session(4, ["c" * 2_000, "d"])],
    ),
    *(
        (
            form,
            "1\t今天 去 哪 ？\t去 New York 玩\n0\t今天 去 哪\t吃 了\n2\ta\tb\n1\tonly",
            [
                Session(1, ["今天去哪？", "去New York玩"]),
                Bad(2, "its response was drawn at random", "negative_response"),
                Bad(3, "does not begin with the label 0 or 1 and a tab"),
                Bad(4, "fewer than two utterances"),
            ],
        )
        for form in ("douban", "ecommerce")
    ),
    (
        "tsv",
        "吃 了 吗\t吃了 呀\nx\t\ty\nalone",
        [Session(1, ["吃了吗", "吃了呀"]), Session(2, ["x", "y"]), Bad(3, "no tab between two utterances")],
    ),
    (
        "pairs",
        "trigger,answer,source_id,number\na,b,x,0\nb,c,x,1\nd,e,x,3\nf,g,y,4\nh,i,,\nj,k,,\n",
        [
            Session(2, [*"abc"]),
            Session(4, [*"de"]),
            *(Session(5 + n, [*two]) for n, two in enumerate(("fg", "hi", "jk"))),
        ],
    ),
    (
        "lccc",
        '[["a", "b"], 5, {"x": 1}, [],\n ["c", null], ["d", "e"], ["\\ud800", "\\ud83d\\ude00"]]',
        [
            Session(1, ["a", "b"]),
            *(Bad(1, "not a list of texts"), Bad(1, "not a list of texts; it has x"), Bad(1, "no utterance")),
            Bad(2, "not a list of texts"),
            Session(2, ["d", "e"]),
            Session(2, ["\ufffd", "😀"]),
        ],
    ),
]


@pytest.mark.parametrize(("form", "data", "expected"), FILES)
def test_what_is_read(read, form, data, expected):
    assert read(form, data) == expected


def test_every_form_is_tried():
    today = [*test_exports_of_today.TREES, *test_exports_of_today.SESSIONS]
    forms = {form for form, *_ in [*FILES, *test_platforms.FILES, *today]}
    assert forms == {*FORMATS} - {"cornell"}  # two files


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("<html><body>Sorry</body></html>", "not JSON: "),
        ('{"id": "a", "text": "cut o', "not JSON: "),
        ('"a"', "not a JSON object"),
        ('{"id": "", "text": "b"}', "no id"),
        ('{"id": true, "text": "b"}', "id is neither a text nor a whole number"),
        ('{"id": "a", "text": 5}', "text is no text"),
        ('{"id": 7.31913e+18, "text": "b"}', "id was rounded to 7.31913e+18: export it as a text"),
        ('{"id": "a", "text": "b\\u0000"}', "holds NUL characters"),
        ('{"id": "%s", "text": "b"}' % ("x" * 201), "id is longer than 200 characters"),
        ("[" * 5_000, "not JSON: "),
    ],
)
def test_a_bad_line_says_what_is_wrong_and_the_next_one_is_read(read, text, detail):
    fine = '{"id": "z", "text": "fine"}'
    _, bad, good = read("tree", f"{fine}\n{text}\n{fine}")
    assert isinstance(bad, Bad)
    assert (bad.line, bad.reason) == (2, "unreadable")
    assert bad.detail.startswith(detail)
    assert good.text == "fine"


@pytest.mark.parametrize("data", [b"PK\x03\x04 broken", zipped(other="text"), b"text"])
def test_another_zip_is_refused(read, data):
    (bad,) = read("wenda", data)
    assert bad.line == 0
    assert bad.detail.startswith("not a zip of this corpus: ")


@pytest.mark.parametrize(
    "text", ["- [", "just: this", "", "conversations: 5", "!!python/object:x {", "\x01", "[" * 9_999]
)
def test_other_yaml_is_refused(read, text):
    (bad,) = read("chatterbot", text)
    assert isinstance(bad, Bad)


def test_entities_that_multiply_are_no_danger(read):
    levels = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 20))
    text = f"a0: &a0 [x]\n{levels}\nconversations: *a19\n"
    assert all(isinstance(record, Bad) for record in read("chatterbot", text))


def test_a_line_that_can_not_be_read_takes_its_dialogue_with_it():
    said = ["M a", "", "M c", "E", "M d", "M e"]
    lines = [Line(number, text, "" if text else "not utf-8") for number, text in enumerate(said, start=1)]
    assert list(blocks.xiaohuangji(lines)) == [Bad(2, "not utf-8"), Session(5, ["d", "e"])]


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        *(
            (5, 5),
            (5.9, 5),
            (datetime(1970, 1, 2, tzinfo=UTC), 86_400),
            ("7.5", 7),
            ("1970-01-02", 86_400),
            ("1970-01-01T01:00:00+01:00", 0),
        ),
        *((nothing, None) for nothing in ("yesterday", "", 1e300, True, [1], "inf", "nan")),
    ],
)
def test_times(value, seconds):
    assert time_of(value) == seconds


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("烟台 十一 哪 好玩", "烟台十一哪好玩"),
        ("去 New York 玩 ！", "去New York玩！"),
        ("𠀀 好的", "𠀀好的"),
        ("한국 사람", "한국 사람"),
        ("你 好 ！", "你好！"),
        ("o k 好", "ok好"),
        ("<NAME1> 你 好", "<NAME1>你好"),
        ("a bc", "a bc"),
    ],
)
def test_blanks_that_were_put_in_are_taken_out(text, whole):
    assert blanks.without_blanks(text) == whole


@pytest.mark.parametrize(
    ("texts", "cut"),
    [
        (["火锅 我 在 重庆 成都 吃 了 七八 顿 火锅", "哈哈哈哈 ！ 那 我 的 嘴巴 可能 要 烂掉 ！"], True),
        (["你 好 吗"], True),
        (["H e l l o", "o k"], True),
        (["今天天气很好 我们去公园吧", "好的 走"], False),
        (["한국 사람", "I see a cat"], False),
        (["好"], False),
    ],
)
def test_whether_a_file_is_cut_into_words(texts, cut):
    assert blanks.is_cut(texts) is cut


DIALOGUES = [["你 好", "早 啊 ！"], ["o k", "走 了"]]
FOUND = [["你好", "早啊！"], ["ok", "走了"]]


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("whole", [DIALOGUES, {"train": DIALOGUES[:1], "valid": DIALOGUES[1:]}])
def test_lccc_in_pieces_of_any_size(read, indent, whole):
    text = json.dumps(whole, ensure_ascii=False, indent=indent)
    assert [record.utterances for record in read("lccc", text)] == FOUND
    for piece in (1, 3, 50):
        rows = json_values.document(
            (text[start : start + piece] for start in range(0, len(text), piece)), Turns().nesting
        )
        assert [one.utterances for one in sessions.read(rows, Turns())] == DIALOGUES


@pytest.mark.parametrize(
    ("text", "good", "detail"),
    [
        ('[["a", "b"], ["c", "d', 1, "not JSON: "),
        ('[["a", "b"],', 1, "not JSON: it ends too early"),
        ('[["a", "b"]] [', 1, "not JSON: it ends too early"),
        ('[["a", "b"]] x', 1, "not JSON: "),
        ('[["a", "b"]] ]', 1, "not JSON: a bracket or comma too many"),
        ('{"train": [["a", "b"]]', 1, "not JSON: it ends too early"),
        ("[" * 100_000, 0, "not JSON: "),
    ],
)
def test_a_cut_document_gives_what_comes_before(text, good, detail):
    *rows, bad = json_values.document(
        (text[start : start + 64] for start in range(0, len(text), 64)), Turns().nesting
    )
    assert [bool(row.problem) for row in rows] == [False] * good
    assert bad.problem.startswith(detail)


GOOD = [json.dumps({"id": f"{n}", "text": f"number {n}"}) for n in range(6)]


@pytest.mark.parametrize(
    "bad",
    [
        '{"id": "x", "text": "a \\x"}',
        '{"id": "x", "text": "a \\x", "parts": [{"b": 1}, {"c": 2}]}',
        '{"id": "x", "text": "not closed}',
        '{"id": "x", "text": "not closed, "b": "c"}',
        '{"id": "x" "text": "b"}',
        '{"id": "x", "text": nan}',
        '{"id": "x", "text": "a\tb"}',
        "x",
    ],
)
@pytest.mark.parametrize("between", [",", ",\n  ", "\n"])
@pytest.mark.parametrize("page", [True, False])
def test_a_bad_record_costs_itself_alone(read, bad, between, page):
    """In JSON Lines, in lists and in pages, on one line or on many."""
    rows = between.join([*GOOD[:3], bad, *GOOD[3:]])
    text = rows if between == "\n" else f"[{rows}]"
    if page:
        text = f'{{"name": "a room", "items": [{rows}]}}' if between != "\n" else rows
    found = read("tree", text, fields={"inside": ["items"]})
    assert [one.id for one in found if isinstance(one, Comment)] == [*"012345"]
    assert len(found) == 7


@pytest.mark.parametrize("row", ['x,"not closed', 'x,"a" b,c', "x", 'x,"two\nlines'])
def test_a_bad_row_of_a_table_costs_itself_alone(read, row):
    rows = [f'{n},"number ""{n}"", and\nmore"' for n in range(6)]
    found = read("tree", "\n".join(["id,text", *rows[:3], row, *rows[3:]]))
    assert [one.text for one in found if isinstance(one, Comment)] == [
        f'number "{n}", and\nmore' for n in range(6)
    ]
    assert len(found) == 7 + row.count("\n")


def test_a_large_object_is_read_in_pieces(read, monkeypatch):
    monkeypatch.setattr(json_values, "LARGE", 200)
    chats = [{"id": n, "messages": [{"id": i, "text": f"{n} {i}"} for i in range(20)]} for n in (1, 2)]
    text = json.dumps({"about": "x", "chats": {"list": chats}})
    found = read("tree", text, fields={"inside": ["chats.list", "messages"], "page": ["id"]})
    assert [(one.id, one.text) for one in found] == [
        (f"{n}/{i}", f"{n} {i}") for n in (1, 2) for i in range(20)
    ]
