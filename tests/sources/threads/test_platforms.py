"""Data as platforms and their tools give it, field by field: excerpts of our own, with documented names."""

import json
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Session
from tests.sources.threads.trees_made import Made


def dumped(value, indent=None):
    return json.dumps(value, ensure_ascii=False, indent=indent)


def lines(*rows):
    return "\n".join(map(dumped, rows))


def user(id, name):
    return {"id": id, "screen_name": name, "followers_count": 7}


WHEN = {"created_at": "Mon Mar 02 10:00:00 +0800 2020"}
AT = 1583114400
HTML = '好看<span class="url-icon"><img alt=[doge] src="https://h5.sinaimg.cn/1.png"></span>'
REPLY = "回复<a href='/n/甲'>@甲</a>:是啊"
HOTFLOW = {
    "ok": 1,
    "data": {
        "data": [
            {
                **WHEN,
                "id": "4477",
                "rootid": "4477",
                "floor_number": 1,
                "text": HTML,
                "user": user(1, "甲"),
                "comments": [
                    {"id": "4478", "rootid": "4477", "text": REPLY, "user": user(2, "乙"), **WHEN},
                    {"id": "4481", "rootid": "4477", "reply_id": "4478", "text": "对", "user": user(1, "甲")},
                ],
            },
            {"id": "4479", "rootid": "4479", "text": "路过", "user": user(3, "丙"), "comments": False},
        ],
        "total_number": 4,
        "max_id": 0,
    },
}
HOTFLOW_READ = [
    Comment(1, "4477", None, "甲", HTML, AT),
    Comment(1, "4478", "4477", "乙", REPLY, AT, to="甲"),
    Comment(1, "4481", "4478", "甲", "对", None),
    Comment(1, "4479", None, "丙", "路过", None),
]
CHILDREN = {
    "ok": 1,
    "data": [{"id": 4482, "rootid": 4477, "text": "我也看了", "user": user(4, "丁"), "like_count": 0}],
    "rootComment": [{"id": 4477, "rootid": 4477, "text": HTML, "user": user(1, "甲")}],
}
POST = {
    "id": "4470",
    "mid": "4470",
    "text": "今天<br />看了电影",
    "isLongText": True,
    "longText": {"longTextContent": "今天<br />看了电影，讲灯塔的"},
    "user": user(9, "影评"),
}
API = {
    "comments": [
        {
            **WHEN,
            "id": 12,
            "text": "支持",
            "mid": "12",
            "user": user(2, "乙"),
            "status": {"id": 11, "text": "下雨了", "user": user(9, "气象"), **WHEN},
            "reply_comment": {"id": 13, "text": "带伞", "user": user(3, "丙")},
        },
        {"id": 13, "text": "带伞", "user": user(3, "丙"), "status": {"id": 11, "text": "下雨了"}},
    ],
    "total_number": 2,
}
SPIDER = [
    {
        "_id": "1087_Kx1y2z",
        "user_id": "1087",
        "content": "看电影",
        "weibo_url": "https://weibo.com/1087/Kx1y2z",
    },
    {
        "_id": "C_4467",
        "comment_user_id": "66",
        "content": "哪一部",
        "weibo_url": "https://weibo.com/1087/Kx1y2z?page=2",
        "created_at": "2020-03-02 10:00:00",
        "crawl_time": 1583114500,
    },
    {
        "_id": 4468,
        "content": "老的那部",
        "comment_user": {"_id": "77", "nick_name": "丁"},
        "reply_comment": {"_id": "C_4467", "text": "哪一部", "user": {"_id": "66", "nick_name": "乙"}},
    },
]


def listing(*children):
    return {"kind": "Listing", "data": {"after": None, "children": list(children)}}


def thing(kind, **data):
    return {"kind": kind, "data": data}


NUMBER = int("kx0", 36)
OF_P1 = {"link_id": "t3_p1", "subreddit": "soup"}
LISTING = [
    listing(thing("t3", id="p1", name="t3_p1", title="Soup?", selftext="With leeks.", author="ann")),
    listing(
        thing(
            "t1",
            **OF_P1,
            id="c1",
            name="t1_c1",
            body="&gt; Soup?\n\nYes",
            parent_id="t3_p1",
            replies=listing(
                thing("t1", id="c2", body="No", parent_id="t1_c1", replies="", created_utc=9.0, **OF_P1),
                thing("more", id="c8", parent_id="t1_c1", count=2, children=["c8", "c9"]),
            ),
        )
    ),
]
LISTING_READ = [
    Comment(1, "t3_p1", None, "ann", "Soup?\nWith leeks.", None),
    Comment(1, "t1_c1", "t3_p1", None, "&gt; Soup?\n\nYes", None),
    Comment(1, "t1_c2", "t1_c1", None, "No", 9),
    Bad(1, "the comment c8 is not in it", "not_loaded"),
    Bad(1, "the comment c9 is not in it", "not_loaded"),
]
TWARC = {
    "data": [
        {
            "id": "3",
            "text": "so long it is c…",
            "note_tweet": {"text": "so long it is cut elsewhere"},
            "author_id": "9",
            "conversation_id": "2",
            "referenced_tweets": [{"type": "quoted", "id": "8"}, {"type": "replied_to", "id": "2"}],
            "created_at": "2018-10-10T20:19:25.000Z",
        }
    ],
    "includes": {
        "tweets": [{"id": "2", "text": "why", "author_id": "7"}],
        "users": [{"id": "9", "username": "ann", "name": "Ann"}, {"id": "7", "username": "bo"}],
    },
    "meta": {"result_count": 1},
    "__twarc": {"version": "2.14"},
}
TABLE = 'id,rootid,who,content\n1,1,ann,"你好,\n早"\n2,1,bo,早\n3,1\n4,0,,"再""见"\n'
MAPPED = {"fields": {"parent": ["rootid"], "author": ["who"], "text": ["content"]}}
NESTED = {
    "items": [
        {"key": 5, "words": "你好", "answers": [{"key": 6, "words": "早", "answers": []}, {"key": 7}]},
    ]
}
PLACES = {"id": ["key"], "text": ["words"], "replies": ["answers"], "inside": ["items"]}

FILES = [
    ("weibo", dumped(HOTFLOW), HOTFLOW_READ, {}),
    ("weibo", dumped(HOTFLOW, 2), HOTFLOW_READ, {}),
    (
        "weibo",
        lines(CHILDREN, {"ok": 1, "data": POST}, {"ok": 0, "msg": "还没有评论"}),
        [
            Comment(1, "4482", "4477", "丁", "我也看了", None),
            Comment(1, "4477", None, "甲", HTML, None),
            Comment(2, "4470", None, "影评", "今天<br />看了电影，讲灯塔的", None),
            Bad(3, "no text or content; it has ok, msg"),
        ],
        {},
    ),
    (
        "weibo",
        dumped(API),
        [
            Comment(1, "12", "13", "乙", "支持", AT),
            Comment(1, "13", "11", "丙", "带伞", None, aside=True),
            Comment(1, "11", None, "气象", "下雨了", AT, aside=True),
            Comment(1, "13", "11", "丙", "带伞", None),
            Comment(1, "11", None, None, "下雨了", None, aside=True),
        ],
        {},
    ),
    (
        "weibo",
        lines(*SPIDER, {"id": 9, "text": "丙说", "rootid": 7, "reply_comment": {"id": 8, "text": "乙说"}}),
        [
            Comment(1, "Kx1y2z", None, "1087", "看电影", None),
            Comment(2, "C_4467", "Kx1y2z", "66", "哪一部", 1583143200),
            Comment(3, "4468", "C_4467", "丁", "老的那部", None),
            Comment(3, "C_4467", None, "乙", "哪一部", None, aside=True),
            Comment(4, "9", "8", None, "丙说", None),
            Comment(4, "8", "7", None, "乙说", None, aside=True),
        ],
        {},
    ),
    ("reddit", dumped(LISTING), LISTING_READ, {}),
    (
        "reddit",
        lines(
            {"id": "p1", "title": "Soup?", "selftext": "With leeks.", "author": "ann", "created_utc": 5},
            {"id": "p2", "title": "Bread?", "selftext": "[removed]", "author": "[deleted]"},
            {"id": "c1", "body": "Yes", "parent_id": "t3_p1", "link_id": "t3_p1", "author": "bo"},
            {"name": "t1_c2", "body": "No", "parent_id": "c1", "link_id": "t3_p1", "created_utc": "9"},
            {"id": "c3", "body": "Top", "link_id": "t3_p1", "parent_id": None},
            {"id": "kx1", "body": "Soup", "parent_id": NUMBER, **OF_P1},
            {"id": "kx2", "body": "Stew", "parent_id": str(10**10), **OF_P1},
            {"id": "kx3", "body": "Broth", "parent_id": int("p1", 36), **OF_P1},
            {"id": "kx4", "body": "Bisque", "parent_id": None, "link_id": int("p1", 36)},
            {"id": "1007046", "body": "Digits", "parent_id": "1007045", **OF_P1},
            {"id": "x"},
        ),
        [
            Comment(1, "t3_p1", None, "ann", "Soup?\nWith leeks.", 5),
            Comment(2, "t3_p2", None, "[deleted]", "Bread?", None),
            Comment(3, "t1_c1", "t3_p1", "bo", "Yes", None),
            Comment(4, "t1_c2", "t1_c1", None, "No", 9),
            Comment(5, "t1_c3", "t3_p1", None, "Top", None),
            Comment(6, "t1_kx1", "t1_kx0", None, "Soup", None),
            Comment(7, "t1_kx2", "t1_4ldqpds", None, "Stew", None),
            Comment(8, "t1_kx3", "t3_p1", None, "Broth", None),
            Comment(9, "t1_kx4", "t3_p1", None, "Bisque", None),
            Comment(10, "t1_1007046", "t1_1007045", None, "Digits", None),
            Bad(11, "no body or title; it has id"),
        ],
        {},
    ),
    (
        "twitter",
        lines(
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
                "text": "RT @bo: so",
                "author_id": "9",
                "retweeted_status": {"id": 8, "text": "so", "in_reply_to_status_id": 7},
            },
            {"id": 4, "text": "short", "extended_tweet": {"full_text": "the long form"}},
            {"id": 5},
        ),
        [
            Comment(1, "1", None, "ann", "not cut", 1539202764),
            Comment(2, "2", "1", "44", "why", None),
            Comment(3, "3", None, "9", "RT @bo: so", None),
            Comment(3, "8", "7", None, "so", None, aside=True),
            Comment(4, "4", None, None, "the long form", None),
            Bad(5, "no full_text or text; it has id"),
        ],
        {},
    ),
    (
        "twitter",
        lines(
            TWARC, TWARC["data"][0] | {"author": {"username": "ann"}}, {"statuses": [{"id": 4, "text": "x"}]}
        ),
        [
            Comment(1, "3", "2", "ann", "so long it is cut elsewhere", 1539202765),
            Comment(1, "2", None, "bo", "why", None),
            Comment(2, "3", "2", "ann", "so long it is cut elsewhere", 1539202765),
            Comment(3, "4", None, None, "x", None),
        ],
        {},
    ),
    (
        "tree",
        TABLE,
        [
            Comment(2, "1", None, "ann", "你好,\n早", None),
            Comment(4, "2", "1", "bo", "早", None),
            Bad(5, "not a cell for each of 4 columns: id, rootid, who, content"),
            Comment(6, "4", "0", None, '再"见', None),
        ],
        MAPPED,
    ),
    (
        "twitter",
        "id,author.username,text,referenced_tweets.replied_to.id\n2,ann,so,1\n",
        [Comment(2, "2", "1", "ann", "so", None)],
        {},
    ),
    ("tree", "id\tparent\ttext\nb\ta\t早\n", [Comment(2, "b", "a", None, "早", None)], {}),
    ("tree", "你好\n早\n", [Bad(1, "neither JSON nor a table with a column text: it begins '你好'")], {}),
    (
        "tree",
        dumped(NESTED, 1),
        [
            Comment(1, "5", None, None, "你好", None),
            Comment(1, "6", "5", None, "早", None),
            Bad(1, "no words; it has key"),
        ],
        {"fields": PLACES},
    ),
    (
        "lccc",
        lines(
            ["火锅 我 在 重庆 吃 了 七八 顿", "哈哈哈哈 ！ 那 我 的 嘴巴 要 烂掉 ！"],
            {"dialog": ["好 的", "嗯"]},
        ),
        [Session(1, ["火锅我在重庆吃了七八顿", "哈哈哈哈！那我的嘴巴要烂掉！"]), Session(2, ["好的", "嗯"])],
        {},
    ),
    (
        "jsonl",
        lines(
            {
                "conversations": [
                    {"from": "human", "value": "你好 啊朋友"},
                    {"from": "gpt", "value": "早上好"},
                ]
            },
            {
                "messages": [{"role": "user", "content": "走吗"}, {"role": "assistant"}],
                "speakers": [None, "2"],
            },
            {"messages": [{"role": "user", "content": "走吗"}, {"content": "走"}], "speakers": [None, "2"]},
        ),
        [
            Session(1, ["你好 啊朋友", "早上好"], ["human", "gpt"]),
            Bad(2, "not a list of texts"),
            Session(3, ["走吗", "走"], [None, "2"]),
        ],
        {},
    ),
    (
        "jsonl",
        "post;response\n吃了吗;吃了\n",
        [Session(2, ["吃了吗", "吃了"])],
        {"fields": {"dialog": ["post", "response"]}},
    ),
    (
        "stc",
        "竟然 下雪 了\n\n人生 如 戏",
        [
            Comment(1, "stc_weibo_train_.1", None, None, "竟然下雪了", None),
            Bad(2, "an empty line"),
            Comment(3, "stc_weibo_train_.3", None, None, "人生如戏", None),
        ],
        {"name": "stc_weibo_train_post.txt"},
    ),
    (
        "stc",
        "repos-1\t我 也 是",
        [Comment(1, "stc_weibo_train_.1.answer", "stc_weibo_train_.1", None, "我也是", None)],
        {"name": "stc_weibo_train_response"},
    ),
    (
        "stc",
        "我 也 是",
        [
            Bad(
                0,
                "its name does not say whether it holds posts or responses: it should hold post or response "
                "(query, cmnt, comment, reply) once",
            )
        ],
        {},
    ),
    ("text", "走吗\n走\n", [Session(1, ["走吗", "走"])], {}),
]


@pytest.mark.parametrize(("form", "data", "expected", "stated"), FILES)
def test_what_is_read(tmp_path, form, data, expected, stated):
    path = tmp_path / stated.get("name", "file")
    path.write_text(data, "utf-8")
    form = corpus_files.Form(form, "zh", fields=stated.get("fields", {}))
    assert list(corpus_files.records(path, form)) == expected


def test_a_parquet_file_of_comments(tmp_path):
    """Numbers of parents are floating where some are missing, and times are times."""
    when = pa.array([datetime(2020, 1, 1, tzinfo=UTC), None], pa.timestamp("us"))
    columns = {"id": [1, 2], "parent": pa.array([None, 1.0]), "text": ["你好", "早"], "time": when}
    pq.write_table(pa.table(columns), tmp_path / "c.parquet")
    assert list(corpus_files.records(tmp_path / "c.parquet", corpus_files.Form("tree", "zh"))) == [
        Comment(1, "1", None, None, "你好", 1577836800),
        Comment(2, "2", "1", None, "早", None),
    ]


def test_dialogues_are_as_people_read_them_and_nothing_is_lost(tmp_path):
    made = Made(tmp_path)
    corpora = {
        "weibo": {
            "hotflow.json": dumped(HOTFLOW, 1),
            "children.jsonl": lines(CHILDREN),
            "api.json": dumped(API),
        },
        "reddit": {"listing.json": dumped(LISTING)},
        "twitter": {"twarc.jsonl": lines(TWARC, TWARC)},
        "stc": {"a_post": "竟然 下雪 了\n人生 如 戏", "a_response": "我 也 是\n全 靠 演技"},
        "lccc": {"l.jsonl": lines({"dialog": ["火锅 我 在 重庆 吃 了", "那 我 的 嘴巴 要 烂掉 ！"]})},
    }
    for form, files in corpora.items():
        made.add(form, files, form, "zh")
    out = made.run(language="zh")
    texts = {tuple(turn["text"] for turn in row["turns"]) for row in out.rows("extract", "dialogues")}
    assert texts == {
        (HTML, REPLY, "对"),
        (HTML, "我也看了"),
        ("下雨了", "带伞", "支持"),
        ("Soup?\nWith leeks.", "&gt; Soup?\n\nYes", "No"),
        ("why", "so long it is cut elsewhere"),
        ("竟然下雪了", "我也是"),
        ("人生如戏", "全靠演技"),
        ("火锅我在重庆吃了", "那我的嘴巴要烂掉！"),
    }
    assert out.metrics("ingest")["dropped"] == {"comments": {"duplicate": 5}, "lines": {"not_loaded": 2}}
    assert [row["detail"] for row in out.rows("extract", "drops")] == ["路过"]
    out.balanced()
