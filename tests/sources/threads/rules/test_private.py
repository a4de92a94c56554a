import pytest

from dialogue_etl.params import Rules
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.library_rules import LIBRARY_RULES
from tests.conftest import ends_soon


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
        ("13800001111 13900002222", "<PHONE> <PHONE>"),
        ("138-0000-1111", "<PHONE>"),
        ("138 00001111", "<PHONE>"),
        ("1380000 1111", "<PHONE>"),
        ("+86 138 0000 1111", "<PHONE>"),
        ("+8613800001111", "<PHONE>"),
        ("(+86)13800001111", "<PHONE>"),
        ("86-13800001111", "<PHONE>"),
        ("008613800001111", "<PHONE>"),
        ("tel13800001111", "tel<PHONE>"),
        ("13800001111wx同号", "<PHONE>wx同号"),
        ("010-12345678转8", "<PHONE>转8"),
        ("(010)12345678", "<PHONE>"),
        ("（010）1234 5678", "<PHONE>"),
        ("01012345678", "<PHONE>"),
        ("0755-1234567", "<PHONE>"),
        ("0755 12345678", "<PHONE>"),
        ("400-123-4567", "<PHONE>"),
        ("call (212) 555-0100 now", "call <PHONE> now"),
        ("1-212-555-0100", "<PHONE>"),
        ("212.555.0100.", "<PHONE>."),
        ("+1 555 123 4567", "<PHONE>"),
        ("+44 (0)20 7946 0000", "<PHONE>"),
        ("+49 89 12345678", "<PHONE>"),
    ],
)
def test_phones_at_either_end_and_in_any_grouping(text, expected):
    assert left("phones", text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "订单号138000011112222",
        "3f13800001111ab",
        "SN13800001111X",
        "π是3.14159265358",
        "13800001111.5",
        "1380000111",
        "1380000111122",
        "10000000000",
        "¥13800001111",
        "一共13800001111元",
        "13800001111 万",
        "+1000000",
        "+100 200",
        "200 300 400",
        "100-200-3000",
        "1,380,000,1111",
        "2020-12-31",
        "2019-2020",
        "1949 2019 2024",
        "6222 0213 8000 1380 000",
        "192.168.100.1000",
        "212-555.0100",
    ],
)
def test_prices_years_codes_and_longer_numbers_are_no_phones(text):
    assert left("phones", text) == text


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("phones", "打１３８００００１１１１给我，ＯＫ", "打<PHONE>给我，ＯＫ"),
        ("phones", "１３８－００００－１１１１", "<PHONE>"),
        ("phones", "＋８６　138　0000　1111", "<PHONE>"),
        ("phones", "（０１０）１２３４５６７８", "<PHONE>"),
        ("phones", "订单１３８００００１１１１２２２２", "订单１３８００００１１１１２２２２"),
        ("qq_numbers", "ＱＱ群：200300400，Ｏｋ", "ＱＱ群：<QQ>，Ｏｋ"),
        ("qq_numbers", "Ｑ２００３００４００", "Ｑ<QQ>"),
        ("qq_numbers", "ＩＲＡＱ 200300400", "ＩＲＡＱ 200300400"),
        ("emails", "写信给ａｂ＠ｅｘａｍｐｌｅ．ｏｒｇ，Ｏｋ", "写信给<EMAIL>，Ｏｋ"),
        ("emails", "ab＠example.org", "<EMAIL>"),
    ],
)
def test_what_is_private_is_so_in_full_width_and_the_rest_stays(name, text, expected):
    assert left(name, text) == expected


def test_evidence_is_as_it_was_written():
    noise = LIBRARY_RULES["phones"]("zh", Rules(), Blacklists({}))("打１３８００００１１１１给我")
    assert noise.evidence == "１３８００００１１１１"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("加QQ12345678吧", "加QQ<QQ>吧"),
        ("qq号：12345", "qq号：<QQ>"),
        ("扣扣 123456", "扣扣 <QQ>"),
        ("qq群号是 1234567890", "qq群号是 <QQ>"),
        ("群号：200300400", "群号：<QQ>"),
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
@pytest.mark.parametrize("piece", ["a", "1", "a@", "a.", "@", "1-", "q", " ", "86 ", "+1 ", "(", "１", "+86"])
@ends_soon
def test_a_long_line_takes_no_long_time(name, piece):
    rule = LIBRARY_RULES[name]("zh", Rules(), Blacklists({}))
    rule(piece * 1_000_000)
