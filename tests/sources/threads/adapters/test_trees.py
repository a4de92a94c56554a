"""Forms that name comments and what each answers: tree, reddit, twitter, wenda."""

import io
import json
import zipfile

import pytest

from dialogue_etl.sources.threads.adapters.records import Bad, Comment


def lines(*rows):
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def test_tree(read):
    text = lines(
        {"id": "a", "parent": None, "author": "Ann", "text": "你好", "time": 7},
        {"id": 12, "parent": "a", "text": "早", "time": "1970-01-01T00:00:08Z"},
    )
    assert read("tree", text) == [
        Comment(1, "a", None, "Ann", "你好", 7),
        Comment(2, "12", "a", None, "早", 8),
    ]


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("<html><body>Sorry</body></html>", "not JSON: "),
        ('{"id": "a", "text": "cut o', "not JSON: "),
        ('["a", "b"]', "not a JSON object"),
        ('{"text": "b"}', "no id"),
        ('{"id": "", "text": "b"}', "no id"),
        ('{"id": 1.5, "text": "b"}', "id is neither a text nor a whole number"),
        ('{"id": true, "text": "b"}', "id is neither a text nor a whole number"),
        ('{"id": "a", "text": ["b"]}', "text is no text"),
        ('{"id": "a", "text": "b\\u0000"}', "holds NUL characters"),
        ('{"id": "a", "text": "\\ud83d"}', "not JSON: "),
        ('{"id": "%s", "text": "b"}' % ("x" * 201), "id is longer than 200 characters"),
        ("[" * 5_000, "not JSON: "),
    ],
)
def test_a_bad_line_says_what_is_wrong_and_the_next_one_is_read(read, text, detail):
    bad, good = read("tree", f'{text}\n{{"id": "z", "text": "fine"}}')
    assert isinstance(bad, Bad)
    assert (bad.line, bad.reason) == (1, "unreadable")
    assert bad.detail.startswith(detail)
    assert good.text == "fine"


@pytest.mark.parametrize("time", ["yesterday", "", 1e300, -1e300, True, [1], "٣", "inf", "nan"])
def test_a_time_that_says_nothing_is_none(read, time):
    (comment,) = read("tree", lines({"id": "a", "text": "b", "time": time}))
    assert comment.time is None or time == "٣"


def test_reddit(read):
    text = lines(
        {"id": "p1", "title": "Soup?", "selftext": "With leeks.", "author": "ann", "created_utc": 5},
        {"id": "p2", "title": "Bread?", "selftext": "[removed]", "author": "[deleted]"},
        {"id": "c1", "body": "Yes", "parent_id": "t3_p1", "link_id": "t3_p1", "author": "bo"},
        {"name": "t1_c2", "body": "No", "parent_id": "c1", "link_id": "t3_p1", "created_utc": "9"},
        {"id": "c3", "body": "Top", "link_id": "t3_p1"},
        {"id": "c4", "body": "lost"},
        {"id": "x"},
    )
    assert read("reddit", text) == [
        Comment(1, "t3_p1", None, "ann", "Soup?\nWith leeks.", 5),
        Comment(2, "t3_p2", None, "[deleted]", "Bread?", None),
        Comment(3, "t1_c1", "t3_p1", "bo", "Yes", None),
        Comment(4, "t1_c2", "t1_c1", None, "No", 9),
        Comment(5, "t1_c3", "t3_p1", None, "Top", None),
        Bad(6, "no parent_id"),
        Bad(7, "neither a comment (body) nor a submission (title)"),
    ]


def test_twitter(read):
    text = lines(
        {
            "id_str": "1",
            "id": 1,
            "text": "cut…",
            "full_text": "not cut",
            "user": {"screen_name": "ann"},
            "created_at": "Wed Oct 10 20:19:24 +0000 2018",
        },
        {"id": 2, "text": "why", "in_reply_to_status_id": 1, "user": {"id": 44}},
        {
            "id": "3",
            "text": "so",
            "author_id": "9",
            "referenced_tweets": [{"type": "quoted", "id": "8"}, {"type": "replied_to", "id": "2"}],
            "created_at": "2018-10-10T20:19:25.000Z",
        },
        {"id": 4, "text": "short", "extended_tweet": {"full_text": "the long form"}},
        {"id": 5},
    )
    assert read("twitter", text) == [
        Comment(1, "1", None, "ann", "not cut", 1539202764),
        Comment(2, "2", "1", "44", "why", None),
        Comment(3, "3", "2", "9", "so", 1539202765),
        Comment(4, "4", None, None, "the long form", None),
        Bad(5, "no text"),
    ]


def zipped(**members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"corpus/{name}.txt", text)
    return data.getvalue()


def test_wenda(read):
    between = " +++$+++ "
    said = [["0", "ann", "How do I begin?"], ["1", "bo", "Read the book."], ["2", "no text"]]
    held = [["0", "ann", "bo", "2017-1-17 16:44", "http://x", "[0, 1]"], ["1", "a", "b", "d", "u", "[1, 7]"]]
    data = zipped(
        toy_lines="\n".join(map(between.join, said)), toy_conversations="\n".join(map(between.join, held))
    )
    assert read("wenda", data) == [
        Bad(3, "lines: not three fields"),
        Comment(1, "0.1", None, "ann", "How do I begin?", None),
        Comment(1, "0.2", "0.1", "bo", "Read the book.", None),
        Bad(2, "conversations: there is no line 7"),
    ]


@pytest.mark.parametrize("data", [b"PK\x03\x04 broken", zipped(other="text"), b"text"])
def test_another_zip_is_refused(read, data):
    (bad,) = read("wenda", data)
    assert bad.line == 0
    assert bad.detail.startswith("not a zip of this corpus: ")
