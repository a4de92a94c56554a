"""Forms of ready-made dialogues."""

import json

import pytest

from dialogue_etl.sources.threads.adapters import blocks
from dialogue_etl.sources.threads.adapters.records import Bad, Line, Session


def test_chatterbot(read):
    text = """categories:
- 家
conversations:
- - 你在家吗
  - yes
  - 1984
- - 去哪
  - {北: 京}
- []
"""
    assert read("chatterbot", text) == [
        Session(4, ["你在家吗", "yes", "1984"]),
        Bad(7, "not a list of texts"),
        Bad(9, "no utterance"),
    ]


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


def test_ptt(read):
    text = "为什么下雨\t因为有云\n没人回的\t沒有資料\n无尾巴"
    assert read("ptt", text) == [
        Session(1, ["为什么下雨", "因为有云"]),
        Bad(2, "nobody answered", "no_answer"),
        Bad(3, "no tab or comma between question and answer"),
    ]
    assert read("ptt", 'question,answer\n"雨,又来","带伞, 走"') == [Session(2, ["雨,又来", "带伞, 走"])]


def test_qingyun_and_tieba(read):
    assert read("qingyun", "你好吗 | 好|很\n早") == [
        Session(1, ["你好吗", "好|很"]),
        Bad(2, "no | between question and answer"),
    ]
    assert read("tieba", "问 题\t回答\n\n单") == [
        Session(1, ["问 题", "回答"]),
        Bad(3, "no tab between question and answer"),
    ]


def test_xiaohuangji_and_subtitle(read):
    text = "E\nM 去哪/儿\nM 回家\nE\nM\nM 好\nX 坏\nE"
    assert read("xiaohuangji", text) == [
        Session(2, ["去哪/儿", "回家"]),
        Bad(7, "begins neither with E nor with M"),
        Session(5, ["", "好"]),
    ]
    assert read("subtitle", text)[0] == Session(2, ["去哪儿", "回家"])


def test_a_line_that_can_not_be_read_takes_its_dialogue_with_it():
    lines = [
        Line(1, "M a"),
        Line(2, "", "not utf-8"),
        Line(3, "M c"),
        Line(4, "E"),
        Line(5, "M d"),
        Line(6, "M e"),
    ]
    assert list(blocks.xiaohuangji(lines)) == [Bad(2, "not utf-8"), Session(5, ["d", "e"])]


def test_chitchat(read):
    text = "你好\n早\r\n\n\n走吗\n走\n"
    assert read("chitchat", text.replace("\r", "")) == [
        Session(1, ["你好", "早"]),
        Session(5, ["走吗", "走"]),
    ]
    assert read("chitchat", "a\0\nb\n\nc\nd") == [Bad(1, "holds NUL characters"), Session(4, ["c", "d"])]


@pytest.mark.parametrize("form", ["douban", "ecommerce"])
def test_labelled(read, form):
    text = "1\t今天 去 哪 ？\t去 New York 玩\n0\t今天 去 哪\t吃 了\n2\ta\tb\n1\tonly"
    assert read(form, text) == [
        Session(1, ["今天去哪？", "去New York玩"]),
        Bad(2, "its response was drawn at random", "negative_response"),
        Bad(3, "does not begin with the label 0 or 1 and a tab"),
        Bad(4, "fewer than two utterances"),
    ]


def test_jsonl(read):
    text = '["你好", "早 上"]\n["a", 5]\n[]\n{"a": 1}'
    assert read("jsonl", text) == [
        Session(1, ["你好", "早 上"]),
        Bad(2, "not a list of texts"),
        Bad(3, "no utterance"),
        Bad(4, "not a list of texts"),
    ]


def test_tsv(read):
    assert read("tsv", "吃 了 吗\t吃了 呀\nx\t\ty\nalone") == [
        Session(1, ["吃了吗", "吃了 呀"]),
        Session(2, ["x", "y"]),
        Bad(3, "no tab between two utterances"),
    ]


DIALOGUES = [["你 好", "早 啊 ！"], ["o k", "走 了"]]
FOUND = [["你好", "早啊！"], ["ok", "走了"]]


@pytest.mark.parametrize("piece", [1, 3, 50, 10_000])
@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("whole", [DIALOGUES, {"train": DIALOGUES[:1], "valid": DIALOGUES[1:]}])
def test_lccc_in_pieces_of_any_size(read, piece, indent, whole):
    text = json.dumps(whole, ensure_ascii=False, indent=indent)
    assert [record.utterances for record in read("lccc", text, piece)] == FOUND


@pytest.mark.parametrize(
    ("text", "good", "detail"),
    [
        ('[["a", "b"], ["c", "d', 1, "not JSON: "),
        ('[["a", "b"],', 1, "ends too early"),
        ('[["a", "b"], ["c"', 1, "not JSON: "),
        ('[["a", "b"]] [', 1, "goes on after its end"),
        ('{"train": [["a", "b"]]', 1, "ends too early"),
        ('{"train": 5}', 0, "no [ where one should be"),
        ('"text"', 0, "begins neither"),
        ("", 0, "begins neither"),
        ('[["a"] ["b"]]', 1, "neither a comma nor ]"),
        ("[" * 100_000, 0, "not JSON: "),
    ],
)
def test_a_cut_document_gives_what_comes_before(read, text, good, detail):
    *sessions, bad = read("lccc", text, 64)
    assert len(sessions) == good
    assert isinstance(bad, Bad)
    assert bad.detail.startswith(detail)


def test_what_is_no_dialogue_in_a_document_is_left_out(read):
    found = read("lccc", '[["a", "b"], 5, {"x": 1}, [],\n ["c", null], ["d", "e"]]')
    assert [record.line for record in found if isinstance(record, Bad)] == [1, 1, 1, 2]
    assert [record.utterances for record in found if isinstance(record, Session)] == [["a", "b"], ["d", "e"]]
