import time

import pytest

from dialogue_etl.params import Rules
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.library_rules import LIBRARY_RULES


def left(name, text, language="zh"):
    noise = LIBRARY_RULES[name](language, Rules(), Blacklists({}))(text)
    return text if noise is None else noise.left


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("写信给ab.c-1@mail.example.com吧", "写信给<EMAIL>吧"),
        ("a@b.cn", "<EMAIL>"),
        ("write to me@example.org.", "write to <EMAIL>."),
        ("@小明 你好", "@小明 你好"),
        ("a @ b.com", "a @ b.com"),
        ("me@home", "me@home"),
    ],
)
def test_emails(text, expected):
    assert left("emails", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("13800001111", "<PHONE>"),
        ("打13800001111给我", "打<PHONE>给我"),
        ("13800001111打给我", "<PHONE>打给我"),
        ("打给我13800001111", "打给我<PHONE>"),
        ("13800001111,13900002222", "<PHONE>,<PHONE>"),
        ("+86 138 0000 1111", "<PHONE>"),
        ("010-12345678转8", "<PHONE>转8"),
        ("call (212) 555-0100 now", "call <PHONE> now"),
        ("订单号138000011112222", "订单号138000011112222"),
        ("π是3.14159265358", "π是3.14159265358"),
        ("1380000111", "1380000111"),
        ("2020-12-31", "2020-12-31"),
    ],
)
def test_phones_at_either_end_and_not_inside_longer_numbers(text, expected):
    assert left("phones", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("加QQ12345678吧", "加QQ<QQ>吧"),
        ("qq号：12345", "qq号：<QQ>"),
        ("扣扣 123456", "扣扣 <QQ>"),
        ("qq群号是 1234567890", "qq群号是 <QQ>"),
        ("花了12345678", "花了12345678"),
        ("QQ1234", "QQ1234"),
        ("iraq 12345678", "iraq 12345678"),
    ],
)
def test_qq_numbers_behind_a_word_for_them(text, expected):
    assert left("qq_numbers", text) == expected


@pytest.mark.parametrize("name", ["emails", "phones", "qq_numbers"])
def test_placeholders_are_no_noise(name):
    assert left(name, "<EMAIL> <PHONE> QQ<QQ>") == "<EMAIL> <PHONE> QQ<QQ>"


@pytest.mark.parametrize("name", ["emails", "phones", "qq_numbers"])
@pytest.mark.parametrize("piece", ["a", "1", "a@", "a.", "@", "1-", "q", " ", "86 "])
def test_a_long_line_takes_no_long_time(name, piece):
    rule = LIBRARY_RULES[name]("zh", Rules(), Blacklists({}))
    began = time.process_time()
    rule(piece * 200_000)
    assert time.process_time() - began < 2
