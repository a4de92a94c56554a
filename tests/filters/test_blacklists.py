import re

import pytest

from dialogue_etl.filters.patterns import GONE
from dialogue_etl.filters.utterance.blacklists import NAMES, Blacklists
from tests.filters.ready import judge


def listed(folder, name, data):
    (folder / f"{name}.txt").write_bytes(data if isinstance(data, bytes) else data.encode())


def noise(name, text, lists, language="zh", **parameters):
    return judge(f"blacklist_{name}", language, lists.terms, **parameters)(text)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_five_small_lists_are_shipped_and_each_hits(language):
    lists = Blacklists.load(language)
    assert not lists.problems
    for name in NAMES:
        assert len(set(lists.terms[name])) == len(lists.terms[name])
        listed = [term for term in lists.terms[name] if not term.startswith(GONE)]
        assert 10 <= len(listed) <= 100
        for term in listed:
            found = noise(name, f"嗯，{term}，" if language == "zh" else f"so, {term}, ", lists, language)
            assert found, (name, term)


def test_another_language_has_no_terms_but_the_users(tmp_path):
    assert not any(Blacklists.load("fi").terms.values())
    listed(tmp_path, "dirty", "paha\n")
    lists = Blacklists.load("fi", tmp_path)
    assert noise("dirty", "Tämä on PAHA.", lists, "fi").detail == "PAHA"


def test_the_users_terms_come_after_those_shipped(tmp_path):
    assert Blacklists.load("zh", tmp_path / "missing") == Blacklists.load("zh")
    listed(tmp_path, "topics", "高铁\n")
    assert Blacklists.load("zh", tmp_path).terms["topics"] == (*Blacklists.load("zh").terms["topics"], "高铁")


def test_what_is_wrong_is_said_with_file_and_line_and_the_rest_is_used(tmp_path):
    lines = ["坏词", "", "# a comment", "\u3000 \u200b", "\\#tag", " 最后 "]
    data = "\r\n".join(lines).encode() + b"\r\n" + "另一个坏词".encode("gb18030")
    listed(tmp_path, "dirty", b"\xef\xbb\xbf" + data)
    lists = Blacklists.load("fi", tmp_path)
    assert lists.terms["dirty"] == ("坏词", "#tag", "最后")
    assert [(problem.line, problem.reason) for problem in lists.problems] == [
        (4, "blank_term"),
        (7, "not_utf8"),
    ]
    assert all(re.match(r"dirty\.txt:\d+: \S", str(problem)) for problem in lists.problems)


def test_a_list_of_no_known_name_is_named(tmp_path):
    listed(tmp_path, "dirt", "x")
    (problem,) = Blacklists.load("fi", tmp_path).problems
    assert str(problem).startswith("dirt.txt: no list is called so; there are dirty.txt")


def test_no_term_is_found_in_a_word_that_is_spared(tmp_path):
    listed(tmp_path, "names", "! 珠穆朗玛\n珠穆\n\\!重要\n!\n")
    lists = Blacklists.load("zh", tmp_path)
    for text in ("珠穆朗玛峰", "小红书上看到的", "老王八"):
        assert noise("names", text, lists) is None
        assert noise("names", text, lists, blacklist_names_match="substring") is None
    assert noise("names", "珠穆，你看珠穆朗玛", lists).left == "，你看珠穆朗玛"
    assert noise("names", "这是!重要，的", lists, blacklist_names_match="substring").detail == "!重要"


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("zh", "写GET_TEXT和Worzel吧", None),
        ("zh", "哭T_T了Orz", "哭了"),
        ("zh", "二○○八年", None),
        ("en", "one of:(a) or (b), snake-_-case", None),
        ("en", "so★good :)", "so good"),
    ],
)
def test_a_symbol_takes_no_text_with_it(language, text, left):
    cut = noise("symbols", text, Blacklists.load(language), language)
    assert (cut and cut.left) == left


def test_the_digest_stands_for_the_terms(tmp_path):
    listed(tmp_path, "dirty", "a\n# note\nb\n")
    one = Blacklists.load("fi", tmp_path).digest
    listed(tmp_path, "dirty", "a\nb\n\n")
    assert Blacklists.load("fi", tmp_path).digest == one
    listed(tmp_path, "dirty", "a\nc\n")
    assert Blacklists.load("fi", tmp_path).digest != one


def test_words_or_anywhere():
    lists = Blacklists({"topics": ("京大", "x")})
    assert noise("topics", "北京大学", lists) is None
    assert noise("topics", "北京大学", lists, blacklist_topics_match="substring").detail == "京大"
    assert noise("topics", "axa", lists, blacklist_topics_match="substring") is None
    parameters = {"blacklist_topics_match": "substring", "blacklist_topics_characters": 1}
    assert noise("topics", "axa", lists, **parameters).detail == "x"


def test_terms_of_the_other_script_count_where_texts_are_converted():
    lists = Blacklists({"topics": ("藥品",)})
    assert noise("topics", "买药品了", lists) is None
    assert noise("topics", "买药品了", lists, script_conversion="simplified").detail == "药品"


def test_symbols_are_cut():
    lists = Blacklists({"symbols": ("★", "^_^")})
    assert noise("symbols", "好★ ★ 的^_^", lists).left == "好 的"
    assert not noise("symbols", "★★", lists).left
    assert noise("symbols", "好的", lists) is None
