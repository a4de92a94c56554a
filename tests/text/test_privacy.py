"""What is masked in a text, and what is no address and no number of a person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books import gutenberg
from dialogue_etl.text.encoding import decode
from dialogue_etl.text.privacy import KINDS, mask, masked_name, masking
from dialogue_etl.text.privacy.finding import find
from dialogue_etl.text.privacy.reading import as_read
from tests.conftest import ends_soon
from tests.shared_data import BOOKS, needs

MASKED = {
    "EMAIL": {
        "写信给ab.c-1@mail.example.com吧": "写信给<EMAIL>吧",
        "a@b.cn": "<EMAIL>",
        "write to me@example.org.": "write to <EMAIL>.",
        "写信给ａｂ＠ｅｘａｍｐｌｅ．ｏｒｇ，Ｏｋ": "写信给<EMAIL>，Ｏｋ",
        "müller@bücher.de, user@例子.中国": "<EMAIL>, <EMAIL>",
        "ann (at) example (dot) com; ann[at]example.com": "<EMAIL>; <EMAIL>",
        "ann (at) host dot de, ann -at- host -dot- de": "<EMAIL>, <EMAIL>",
        "[to](mailto:ann@example.org), mailto:ann%40example.org": "[to](mailto:<EMAIL>), mailto:<EMAIL>",
        "_ann_lee@example.org_, **a@example.org**, ann\\_lee@example.org": "_<EMAIL>_, **<EMAIL>**, <EMAIL>",
        "ann arroba example punto es, ann.lee AT example.org": "<EMAIL>, <EMAIL>",
        "ann@\nexample.org, ann.lee@example.\norg, ann@gmail,com": "<EMAIL>, <EMAIL>, <EMAIL>",
        "ann.lee @ example . org, ann@192.0.2.7": "<EMAIL>, <EMAIL>",
        "ann AT example DOT org": "<EMAIL>",
        "write ann at example dot com": "write <EMAIL>",
        "I am ann.lee at gmail.com": "I am <EMAIL>",
        "ann @ example.org": "<EMAIL>",
        "user&#64;example.com, user&#x40;example&#46;com": "<EMAIL>, <EMAIL>",
        '"ann lee"@example.com, ann@[192.0.2.7]': "<EMAIL>, <EMAIL>",
        "an\u200bn@exam\u00adple.org here": "<EMAIL> here",
        "12345#qq.com": "<EMAIL>",
        "https://example.org/?mail=ann@example.org&y=1": "https://example.org/?mail=<EMAIL>&y=1",
    },
    "IDCARD": {
        "我的110101199003071234别丢": "我的<IDCARD>别丢",
        "身份证号码：11010119900307123x。": "身份证号码：<IDCARD>。",
        "110101 19900307 1234, 110101 1990 0307 1234": "<IDCARD>, <IDCARD>",
        "身份證 110105491231002": "身份證 <IDCARD>",
        "１１０１０１１９９００３０７１２３Ｘ": "<IDCARD>",
    },
    "WECHAT": {
        "微信号：helloworld好": "微信号：<WECHAT>好",
        "加我微信abc_12345吧": "加我微信<WECHAT>吧",
        "vx：abc123456 wx abc-9876": "vx：<WECHAT> wx <WECHAT>",
        "微信12345678": "微信<WECHAT>",
        "加我V：abcdefg +V abc12345": "加我V：<WECHAT> +V <WECHAT>",
        "my WeChat ID: bob_smith.": "my WeChat ID: <WECHAT>.",
        "ＷｅＣｈａｔ：ｂｏｂ１２３４": "ＷｅＣｈａｔ：<WECHAT>",
        "WeChat: **bob_smith**, wechat (bob_smith1)": "WeChat: **<WECHAT>**, wechat (<WECHAT>)",
        "V信:bob_smith": "V信:<WECHAT>",
        "my wechat id is bobsmith": "my wechat id is <WECHAT>",
    },
    "PHONE": {
        "13800001111": "<PHONE>",
        "打13800001111给我": "打<PHONE>给我",
        "13800001111 13900002222": "<PHONE> <PHONE>",
        "138-0000-1111, 139- 0000 - 2222": "<PHONE>, <PHONE>",
        "+86 138 0000 1111": "<PHONE>",
        "(+86)13800001111": "<PHONE>",
        "tel13800001111": "tel<PHONE>",
        "13800001111wx同号": "<PHONE>wx同号",
        "010-12345678转8": "<PHONE>转8",
        "（010）1234 5678": "<PHONE>",
        "01012345678": "<PHONE>",
        "0755 12345678": "<PHONE>",
        "400-123-4567": "<PHONE>",
        "call (212) 555-0100 now": "call <PHONE> now",
        "212.555.0100.": "<PHONE>.",
        "+44 (0)20 7946 0000": "<PHONE>",
        "打１３８００００１１１１给我，ＯＫ": "打<PHONE>给我，ＯＫ",
        "＋８６　138　0000　1111": "<PHONE>",
        "+49 30 901820, +49 (0)30 901820, +49-30-901820": "<PHONE>, <PHONE>, <PHONE>",
        "+49\u00a030\u2011901820, +4915123456789, 0049 30 901820": "<PHONE>, <PHONE>, <PHONE>",
        "030/901820 12, (030) 9018 2020, 0151 23456789": "<PHONE>, <PHONE>, <PHONE>",  # Germany
        "01 23 45 67 89, 01.23.45.67.89": "<PHONE>, <PHONE>",  # France
        "020 7946 0958, 07700 900123": "<PHONE>, <PHONE>",  # Great Britain
        "912 34 56 78, 91 234 56 78": "<PHONE>, <PHONE>",  # Spain
        "333 1234567, 06 1234 5678": "<PHONE>, <PHONE>",  # Italy
        "601-234-567, 22 123 45 67": "<PHONE>, <PHONE>",  # Poland
        "06-30-123-4567, 08-123 456 78": "<PHONE>, <PHONE>",  # Hungary, Sweden
        "040 123 4567": "<PHONE>",  # Finland
        "020-1234567, (11) 91234-5678": "<PHONE>, <PHONE>",  # the Netherlands, Brazil
        "Tel. 555-0100, phone: 12 34 56 78": "Tel. <PHONE>, phone: <PHONE>",
        "https://wa.me/4915112345678": "https://wa.me/<PHONE>",
        "&#43;49 30 901820": "<PHONE>",
        "+49 _30_ 901820, **+49** 30 901820, _+49 30 901820_": "<PHONE>, <PHONE>, _<PHONE>_",
        "004930901820, 008613800138000, + 49 30 901820": "<PHONE>, <PHONE>, <PHONE>",
        "+49  30  901820, (415)\n555-2671, 415-\n555-2671": "<PHONE>, <PHONE>, <PHONE>",
        "415-555-2671x12, 138.0013.8000": "<PHONE>, <PHONE>",
        "my number is 5552671, call me at 4155552671": "my number is <PHONE>, call me at <PHONE>",
    },
    "QQ": {
        "加QQ12345678吧": "加QQ<QQ>吧",
        "qq号：12345": "qq号：<QQ>",
        "qq群号是 1234567890": "qq群号是 <QQ>",
        "ＱＱ群：200300400，Ｏｋ": "ＱＱ群：<QQ>，Ｏｋ",
        "加q 12345678": "加q <QQ>",
        "my QQ is 12345678, QQ number: 12345678, (QQ) 12345678": "my QQ is <QQ>, QQ number: <QQ>, (QQ) <QQ>",
    },
    "IP": {
        "192.168.1.10, 203.0.113.5:80, 10.0.0.1": "<IP>, <IP>:80, <IP>",
        "my IP is 1.2.3.4, 10.0.0.1": "my IP is <IP>, <IP>",
        "203.0.113[.]77, 203(.)0(.)113(.)77, 203 . 0 . 113 . 77": "<IP>, <IP>, <IP>",
        "_203.0.113.77_, ip203.0.113.77": "_<IP>_, ip<IP>",
        "IP是192.168.1.10哦": "IP是<IP>哦",
        "http://192.0.2.44/x": "http://<IP>/x",
        "2001:db8::1, fe80::1, [2001:db8::7]:443": "<IP>, <IP>, [<IP>]:443",
        "2001:0db8:85a3:0000:0000:8a2e:0370:7334": "<IP>",
    },
    "IBAN": {
        "DE89 3704 0044 0532 0130 00 und dann": "<IBAN> und dann",
        "DE89370400440532013000 AT611904300234573201": "<IBAN> <IBAN>",
        "gb82 west 1234 5698 7654 32": "<IBAN>",
        "我的GB82 WEST 1234 5698 7654 32你": "我的<IBAN>你",
        "**DE89** 3704 *0044* 0532 0130 00, IBANDE89370400440532013000": "<IBAN>, IBAN<IBAN>",
        "IBAN: FR14-2004-1010-0505-0001-3M02-606": "IBAN: <IBAN>",
        "DE12 3456 7890 1234 5678 90": "<IBAN>",  # misprinted, but in groups of four
    },
    "CARD": {
        "4111 1111 1111 1111 12/26": "<CARD> 12/26",
        "4111.1111.1111.1111, 4111 - 1111 - 1111 - 1111": "<CARD>, <CARD>",
        "5500000000000004, 3782 822463 10005": "<CARD>, <CARD>",
        "6222-0212-3456-7890-128": "<CARD>",
    },
}
KEPT = [
    *("@小明 你好", "a @ b.com", "me@home", "<EMAIL> <PHONE> QQ<QQ>", "good@bob.Thanks a lot"),
    *("look at example dot com", "we met at 5.30 dot", "https://example.org/@ann", "3 @ 4.99"),
    *("订单号110101199003071234567", "110101199013071234", "010101199003071234", "3.110101199003071234"),
    *("身份证丢了", "<IDCARD>", "110105491231002"),
    *("微信群里有100000人", "加微信吧", "WeChat is popular", "微信hello", "微信红包888888元", "wxyz_12345"),
    *("微信号：<WECHAT>", "微信 Android8.0.1版", "1+v abc12345678901234567890123"),
    *("订单号138000011112222", "3f13800001111ab", "SN13800001111X", "π是3.14159265358", "1380000111"),
    *("10000000000", "一共13800001111元", "13800001111 万", "+1000000", "100-200-3000", "2020-12-31"),
    *("1949 2019 2024", "192.168.100.1000", "订单１３８００００１１１１２２２２", "+1 000 000 000 people"),
    *(
        "+12 345 678",
        "+++ 2015-11-27 12:16",
        "+2015-11-27 12",
        "ISBN 0-394-53305-7",
        "ISBN 978-0-306-40615-7",
    ),
    *("13.01.1999 12:30", "01.02.2003 04.05", "04 08 15 16 23 42", "1 234 567 890 dollars", "0123456789"),
    *("00:01:02,345 --> 00:01:04,567", "CP 06230221 5 CN", "pp. 023-045, 067", "in 1914-1918 and 1939-1945"),
    *("Telefon 1906-1908", "1.2.3.4 Scope", "see section 10.12.3.40", "version 10.0.0.1", "v2.40.0.1"),
    *("§ 10.2.40.1", "12:30:05", "std::abs", "ab::cd", "96.0.4664.110", "a 1.2.3 and 4.5.6"),
    *("UPC 036000291452", "the UPC is 036000291452", "iOS 10.3.3.1", "10.0.0.1 Scope", "Chrome 10.2.44.1"),
    *("qq10000a.com", "138****1234", "4111 **** **** 1111", "4 * 1111 * 2222", "32. 33. 34. 35"),
    *("花了12345678", "QQ1234", "iraq 12345678", "ＩＲＡＱ 200300400", "Q40831"),
    *(
        "4111111111111112",
        "1234567812345678",
        "DE 89 people and more of them",
        "at 10 people were there today",
    ),
    *(
        "https://example.org/item?id=13812345678&card=4111111111111111",
        "00000000-0000-0000-0000-000000000000",
    ),
]
PIECES = [
    *(
        "微信",
        "身份证",
        "110101199",
        "a",
        "1",
        "a@",
        "a.",
        "@",
        "1-",
        "q",
        " ",
        "86 ",
        "+1 ",
        "(",
        "１",
        "+86",
    )
]
PIECES += [
    "1.",
    "a:",
    "::",
    "(at)",
    " at ",
    " dot ",
    "DE12",
    "4",
    "0 ",
    "&#64;",
    "&#",
    "\u200b",
    "é@",
    '"',
    "x",
    "w",
]
PIECES += ["http://1", "tel ", "[", "0049 ", "IP 1.1.1.1", "\n1", "号", "#qq.com"]


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, of in MASKED.items() for text in of])
def test_it_is_masked_and_a_second_pass_changes_nothing(kind, text):
    left, counts = mask(text)
    assert left == MASKED[kind][text]
    assert counts == {kind: left.count(f"<{kind}>")}
    assert mask(left) == (left, {})


@pytest.mark.parametrize("text", KEPT)
def test_it_stays(text):
    assert mask(text) == (text, {})


def test_every_kind_is_tried():
    assert set(MASKED) == set(KINDS)


def test_nothing_is_masked_if_it_is_off():
    assert masking("off")("ann@example.org") == ("ann@example.org", {})
    assert masking("mask")("ann@example.org")[0] == "<EMAIL>"


def test_accounts_stay_apart():
    names = ["ann@example.org", "bob@example.org", "13800001111", "ann"]
    masked = list(map(masked_name, names))
    assert len(set(masked)) == len(names)
    assert [name.partition(" ")[0] for name in masked] == ["<EMAIL>", "<EMAIL>", "<PHONE>", "ann"]


TRIED = [text for of in MASKED.values() for text in of]


@given(st.lists(st.sampled_from([*PIECES, *TRIED, "\n", "好", "ab "]), max_size=6).map("".join))
def test_a_masked_text_holds_nothing_any_more(text):
    left, counts = mask(text)
    assert not find(left)
    assert sum(counts.values()) <= len(text)


@given(st.text(st.sampled_from("a1@\u200b\u00ad＠&#64;é\u00a0"), max_size=30))
def test_places_in_what_is_read_are_places_in_the_text(text):
    view = as_read(text)
    places = [view.place(at) for at in range(len(view.text) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(text)
    for at, shown in enumerate(view.text):
        if (shown.isascii() and shown.isalnum()) or shown == "é":
            piece = text[places[at] : places[at + 1]]
            assert shown in piece or piece.startswith("&#")


@ends_soon
def test_a_long_line_takes_no_longer_than_its_length():
    for piece in [*PIECES, *(next(iter(of)) for of in MASKED.values())]:
        mask(piece * (20_000 // len(piece)))


@needs(BOOKS)
def test_nothing_in_a_novel_is_taken_for_an_address_or_a_number():
    """Not a section, a year, a sum or a verse."""
    paths = sorted(BOOKS.glob("*/*.txt"))[::12]
    assert paths
    assert [find(gutenberg.strip(decode(path.read_bytes())[0])) for path in paths] == [[]] * len(paths)
