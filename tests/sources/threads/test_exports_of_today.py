"""What sites and messengers export: excerpts of our own with documented names, and who answers whom."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.records import Bad, Session
from dialogue_etl.sources.threads.detection import told
from tests.sources.threads.trees_made import Made


def message(id, said, who="Ann", **more):
    return {"id": id, "type": "message", "from": who, "from_id": f"user{who}", "text": said, **more}


def at(minute):
    return {"date_unixtime": str(1_700_000_000 + 60 * minute)}


SERVICE = {"id": 3, "type": "service", "actor": "Bo", "action": "invite_members", "text": ""}
RICH = ["Have you read ", {"type": "bold", "text": "Oblomov"}, "?"]
CHATS = [
    {
        "name": "Chess",
        "type": "private_group",
        "id": 77,
        "messages": [
            message(1, "Who plays white?", **at(0)),
            message(2, "I do", "Bo", **at(1)),
            SERVICE,
            message(4, "As always", "Bo", **at(2)),
            message(3, "", "Cy", media_type="sticker", sticker_emoji="x", **at(2)),
            message(5, "Tomorrow, then?", "Cy", **at(900)),
            message(6, "At ten", "Ann", reply_to_message_id=1, **at(901)),
        ],
    },
    {
        "name": "Books",
        "type": "personal_chat",
        "id": 78,
        "messages": [message(1, RICH, **at(0)), message(2, "Twice", "Bo", **at(1))],
    },
]
TELEGRAM_READ = [
    ("77/1", None, "Ann", "Who plays white?"),
    ("77/2", "77/1", "Bo", "I do\nAs always"),
    ("77/5", None, "Cy", "Tomorrow, then?"),
    ("77/6", "77/1", "Ann", "At ten"),
    ("78/1", None, "Ann", "Have you read Oblomov?"),
    ("78/2", "78/1", "Bo", "Twice"),
    "joined",
    "other_kind",
    "other_kind",
]
RUNS = {"runs": [{"text": "hello "}, {"emoji": {"emojiId": "x", "shortcuts": [":wave:"]}}]}


def live(id, who, runs, second):
    item = {"id": id, "message": runs, "authorName": {"simpleText": who}, "timestampUsec": f"{second}000000"}
    action = {"addChatItemAction": {"item": {"liveChatTextMessageRenderer": item}}}
    return {"replayChatItemAction": {"actions": [action], "videoOffsetTimeMsec": "5"}}


def bluesky(rkey, text, parent=None):
    record = {"$type": "app.bsky.feed.post", "text": text, "createdAt": "2024-05-01T10:00:00.000Z"}
    if parent:
        record["reply"] = {"parent": {"uri": parent, "cid": "c"}, "root": {"uri": parent, "cid": "c"}}
    return {
        "uri": f"at://did:a/app.bsky.feed.post/{rkey}",
        "author": {"handle": "ann.test"},
        "record": record,
    }


def jet(collection, rkey, record, did="did:b"):
    commit = {"operation": "create", "collection": collection, "rkey": rkey, "record": record}
    return {"did": did, "time_us": 1714557600000000, "kind": "commit", "commit": commit}


POST, PLAIN = "at://did:a/app.bsky.feed.post/1", "at///did/a/app.bsky.feed.post/1"
THREAD = {
    "thread": {"post": bluesky(1, "毎朝走ってる?"), "replies": [{"post": bluesky(2, "雨の日以外は", POST)}]}
}
LIKE = {"subject": {"uri": POST}}
HN = [
    {"id": 1, "type": "story", "by": "ann", "title": "Show HN: A kettle", "text": "It boils.", "kids": [2]},
    {"id": 2, "type": "comment", "by": "bo", "parent": 1, "text": "How <i>fast</i>?", "time": 1160418111},
]
ALGOLIA = {
    "hits": [{"objectID": "3", "author": "cy", "comment_text": "Slowly", "parent_id": 2, "children": [9]}]
}
LEMMY = {
    "comments": [
        {
            "comment": {
                "id": n,
                "post_id": 5,
                "content": said,
                "path": path,
                "published": "2024-01-01T00:00:00Z",
            },
            "creator": {"name": who},
            "post": {"id": 5, "name": "Welches Brot?", "body": "Und wo?"},
        }
        for n, said, path, who in ((6, "Roggen", "0.6", "bo"), (7, "Vom Markt", "0.6.7", "cy"))
    ],
    "post_view": {"post": {"id": 5, "name": "Welches Brot?", "body": "Und wo?"}, "creator": {"name": "ann"}},
}
QUOTE = '<a href="#p{0}" class="quotelink">&gt;&gt;{0}</a><br>'
FOURCHAN = {
    "posts": [
        {
            "no": 10,
            "resto": 0,
            "sub": "Tea",
            "com": "Black or green?",
            "time": 1700000000,
            "name": "Anonymous",
        },
        {"no": 11, "resto": 10, "com": "Green"},
        {"no": 12, "resto": 10, "com": QUOTE.format(11) + "Why?", "id": "q9"},
    ]
}
SNIPPET = {"textDisplay": "Super!", "textOriginal": "Super!", "authorDisplayName": "@ann"}
TUBE_API = {
    "items": [
        {
            "id": "T1",
            "snippet": {"videoId": "v", "topLevelComment": {"id": "T1", "snippet": SNIPPET}},
            "replies": {"comments": [{"id": "T1.a", "snippet": SNIPPET | {"parentId": "T1"}}]},
        }
    ]
}
TUBE = {
    "id": "v",
    "title": "A film",
    "comments": [
        {"id": "U1", "text": "First", "author": "@ann", "parent": "root", "timestamp": 5},
        {"id": "U1.x", "text": "Second", "author": "@bo", "parent": "U1", "timestamp": 6},
    ],
}
CRAWLED = [
    {"note_id": "n1", "title": "周末去哪", "desc": "想爬山", "nickname": "阿紫", "time": 1700000000000},
    {"comment_id": "c1", "note_id": "n1", "content": "去香山", "nickname": "小乙", "parent_comment_id": 0},
    {"comment_id": "c2", "note_id": "n1", "content": "人太多", "nickname": "阿紫", "parent_comment_id": "c1"},
]
REPLY = {
    "rpid": 21,
    "parent": 20,
    "root": 20,
    "content": {"message": "真的"},
    "member": {"uname": "乙"},
    "ctime": 9,
}
BILIBILI = {
    "code": 0,
    "data": {
        "replies": [
            {
                "rpid": 20,
                "parent": 0,
                "root": 0,
                "content": {"message": "好听"},
                "member": {"uname": "甲", "mid": "1"},
                "replies": [REPLY | {"replies": None}],
            }
        ]
    },
}
ZHIHU = {
    "data": [
        {
            "id": 30,
            "content": "<p>为什么</p>",
            "author": {"name": "甲"},
            "reply_comment_id": "0",
            "child_comments": [
                {"id": 31, "content": "因为", "author": {"name": "乙"}, "reply_comment_id": "30"}
            ],
        }
    ],
    "paging": {"is_end": True},
}
XML = """<?xml version="1.0" encoding="utf-8"?>
<posts>
  <row Id="1" PostTypeId="1" Title="Knots?" Body="&lt;p&gt;Which?&lt;/p&gt;" OwnerUserId="5" />
  <row Id="2" PostTypeId="2" ParentId="1" Body="A bowline" OwnerUserId="6" />
  <row Id="3" PostTypeId="4" Body="about the tag" />
  <row Id="9" PostId="2" Text="Thanks" UserId="5" />
</posts>"""
TREE = {
    "message_tree_id": "m1",
    "tree_state": "ready_for_export",
    "prompt": {
        "message_id": "m1",
        "parent_id": None,
        "text": "¿Qué hora es?",
        "role": "prompter",
        "replies": [
            {"message_id": "m2", "parent_id": "m1", "text": "Las dos", "role": "assistant", "replies": []}
        ],
    },
}


def node(id, parent, role=None, *parts):
    said = {
        "author": {"role": role},
        "content": {"content_type": "text", "parts": [*parts]},
        "create_time": 5.5,
    }
    return {id: {"id": id, "parent": parent, "message": said if role else None, "children": []}}


GPT = [
    {
        "title": "x",
        "mapping": {
            **node("r", None),
            **node("s", "r", "system", ""),
            **node("u", "s", "user", "How far is it?"),
            **node("t", "u", "tool", "lookup"),
            **node("a", "t", "assistant", "Ten miles"),
        },
    }
]
IRC = """[23:59] <ann> anyone awake?
[00:01] <bo> yes
=== cy [n=cy@host] has joined #kettles
[00:02] *** ann waves
[00:03] <ann> good
"""
WHATSAPP = """13/01/2024, 21:05 - Messages and calls are end-to-end encrypted.
13/01/2024, 21:05 - Ann: Kommst du?
13/01/2024, 21:06 - Bo: Ja
um acht
14/01/2024, 23:30 - Ann: Wo warst du?
"""
IOS = (
    "[1/13/24, 9:05:10\u202fPM] Ann: Are you in?\n\u200e[1/13/24, 9:06:00\u202fPM] Bo: \u200eimage omitted\n"
)
MESSENGER = {
    "participants": [{"name": "Ann"}],
    "messages": [
        {"sender_name": "Ann", "timestamp_ms": 1700000120000, "content": "Na h\u00c3\u00b6r mal"},
        {"sender_name": "Ann", "timestamp_ms": 1700000060000, "photos": [{"uri": "a.jpg"}]},
        {"sender_name": "J\u00c3\u00b6rg", "timestamp_ms": 1700000000000, "content": "Kommst du?"},
    ],
    "thread_path": "inbox/ann",
}
LOCALES = {
    "ar": "١٣/١/٢٠٢٤، ٩:٠٥ م - {}: أين أنت؟",
    "zh": "2024/1/13 下午9:05 - {}: 你在哪？",
    "ko": "[2024. 1. 13. 오후 9:05:00] {}: 어디야?",
    "hu": "2024. 01. 13. 21:05 - {}: Hol vagy?",
    "fi": "13.1.2024 klo 21.05 - {}: Missä olet?",
    "fr-CA": "2024-01-13 21 h 05 - {}: Où es-tu?",
    "es": "13/1/2024 9:05 p.\u00a0m. - {}: ¿Dónde estás?",
}
NOTHING = [
    "<Medien ausgeschlossen>",
    "<メディアなし>",
    "a-1.jpg (Datei angehängt)",
    "Diese Nachricht wurde gelöscht.",
    "\u200eBild weggelassen",
]
MBOX = """From ann@example.org Mon Jan  1 10:00:00 2024
Message-ID: <1@example.org>
From: Ann <ann@example.org>
Date: Mon, 01 Jan 2024 10:00:00 +0000
Content-Type: text/plain; charset=utf-8

Where is the meeting?
--\x20
Ann

From bo@example.org Mon Jan  1 11:00:00 2024
Message-ID: <2@example.org>
In-Reply-To: <1@example.org>
From: bo@example.org

On Monday Ann wrote:
> Where is the meeting?
In the library.
"""
MATRIX = {
    "messages": [
        {"type": "m.room.message", "event_id": "$1", "sender": "@a:x", "content": {"body": "Ready?"}},
        {"type": "m.room.member", "event_id": "$2", "sender": "@b:x", "content": {"membership": "join"}},
        {
            "type": "m.room.message",
            "event_id": "$3",
            "sender": "@b:x",
            "content": {
                "body": "> <@a:x> Ready?\n\nYes",
                "m.relates_to": {"m.in_reply_to": {"event_id": "$1"}},
            },
        },
    ]
}


def signal(author, sent, **item):
    return {"chatItem": {"chatId": "4", "authorId": author, "dateSent": str(sent), **item}}


def standard(said, **more):
    return {"standardMessage": {"text": {"body": said}, **more}}


SIGNAL = [
    {"version": "1", "backupTimeMs": "1700000000000"},
    {"recipient": {"id": "2", "contact": {"profileGivenName": "Ann"}}},
    signal("2", 1_700_000_000_000, **standard("Hast du den Schlüssel?")),
    signal("1", 1_700_000_060_000, updateMessage={"simpleUpdate": {}}),
    signal("1", 1_700_000_120_000, **standard("Welchen?")),
    signal(
        "1",
        1_700_900_000_000,
        **standard("Ja", quote={"targetSentTimestamp": "1700000000000", "authorId": "2"}),
    ),
]
SIGEXPORT = [
    {"date": "2024-01-01T10:00:00.5", "sender": "Me", "body": "Tea?  ", "quote": "", "call": False},
    {"date": "2024-01-01T10:01:00", "sender": "Bo", "body": "Missed voice call  ", "call": True},
    {"date": "2024-01-01T10:02:00", "sender": "Bo", "body": "Green  ", "quote": "", "call": False},
]
SLACK = [
    {
        "type": "message",
        "user": "U1",
        "ts": "1700000000.0001",
        "text": "Lunch?",
        "thread_ts": "1700000000.0001",
    },
    {"type": "message", "subtype": "channel_join", "user": "U3", "ts": "1700000001.0001", "text": "joined"},
    {"type": "message", "user": "U2", "ts": "1700090000.0001", "text": "Yes", "thread_ts": "1700000000.0001"},
]
DISCORD = {
    "guild": {"id": "1", "name": "Guild"},
    "channel": {"id": "2", "name": "general"},
    "messages": [
        {
            "id": "5",
            "type": "Default",
            "timestamp": "2024-01-01T10:00:00+00:00",
            "content": "Salut",
            "author": {"name": "ann"},
        },
        {"id": "6", "type": "GuildMemberJoin", "content": "Joined the server.", "author": {"name": "cy"}},
        {
            "id": "7",
            "type": "Reply",
            "timestamp": "2024-02-01T10:00:00+00:00",
            "content": "Bonjour",
            "author": {"name": "bo"},
            "reference": {"messageId": "5", "channelId": "2"},
        },
    ],
}
MASTODON = {
    "ancestors": [{"id": "1", "in_reply_to_id": None, "content": "<p>Bok!</p>", "account": {"acct": "ann"}}],
    "descendants": [{"id": "2", "in_reply_to_id": "1", "content": "<p>Bok.</p>", "account": {"acct": "bo"}}],
}
MELD = """Sr No.,Utterance,Speaker,Emotion,Dialogue_ID,Utterance_ID
1,Hi,Ann,joy,0,0
2,Hello,Bo,joy,0,1
3,So?,Cy,joy,1,0
"""
TWEETS = """window.YTD.tweets.part0 = [
  {"tweet": {"id_str": "1", "full_text": "one"}},
  {"tweet": {"id_str": "2", "full_text": "two", "in_reply_to_status_id_str": "1"}}
]"""


def dumped(*values):
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values)


TREES = [
    ("telegram", dumped({"about": "x", "chats": {"about": "y", "list": CHATS}}), TELEGRAM_READ),
    ("telegram", dumped(CHATS[1]), TELEGRAM_READ[4:6]),
    (
        "discord",
        dumped(DISCORD),
        [("2/5", None, "ann", "Salut"), ("2/7", "2/5", "bo", "Bonjour"), "other_kind"],
    ),
    (
        "slack",
        dumped(SLACK),
        [
            ("room/1700000000.0001", None, "U1", "Lunch?"),
            ("room/1700090000.0001", "room/1700000000.0001", "U2", "Yes"),
            "other_kind",
        ],
    ),
    ("matrix", dumped(MATRIX), [("$1", None, "@a:x", "Ready?"), ("$3", "$1", "@b:x", "Yes"), "other_kind"]),
    (
        "signal",
        dumped(*SIGNAL),
        [
            ("4/1.1700000120000", "4/2.1700000000000", "1", "Welchen?"),
            ("4/1.1700900000000", "4/2.1700000000000", "1", "Ja"),
            ("4/2.1700000000000", None, "2", "Hast du den Schlüssel?"),
            "other_kind",
            "other_kind",
            "other_kind",
        ],
    ),
    (
        "signal",
        dumped(*SIGEXPORT),
        [
            ("room/Bo.2024-01-01T10/02/00", "room/Me.2024-01-01T10/00/00.5", "Bo", "Green  "),
            ("room/Me.2024-01-01T10/00/00.5", None, "Me", "Tea?  "),
            "other_kind",
        ],
    ),
    (
        "hackernews",
        dumped(*HN, ALGOLIA, {"id": 9, "parent": 1, "deleted": True, "type": "comment"}),
        [
            ("1", None, "ann", "Show HN: A kettle\nIt boils."),
            ("2", "1", "bo", "How <i>fast</i>?"),
            ("3", "2", "cy", "Slowly"),
            "not_loaded",
            "other_kind",
        ],
    ),
    (
        "lemmy",
        dumped(LEMMY),
        [
            ("comment 6", "post 5", "bo", "Roggen"),
            ("comment 7", "comment 6", "cy", "Vom Markt"),
            ("post 5", None, "ann", "Welches Brot?\nUnd wo?"),
        ],
    ),
    ("mastodon", dumped(MASTODON), [("1", None, "ann", "<p>Bok!</p>"), ("2", "1", "bo", "<p>Bok.</p>")]),
    (
        "bluesky",
        dumped(THREAD, {"$type": "app.bsky.feed.defs#notFoundPost", "uri": "at://x", "notFound": True}),
        [
            "other_kind",
            (PLAIN, None, "ann.test", "毎朝走ってる?"),
            (f"{PLAIN[:-1]}2", PLAIN, "ann.test", "雨の日以外は"),
        ],
    ),
    (
        "bluesky",
        dumped(
            jet("app.bsky.feed.post", "5", bluesky(5, "hi", POST)["record"]),
            jet("app.bsky.feed.like", "6", LIKE),
            {"did": "did:c", "kind": "identity", "identity": {}},
        ),
        [("at///did/b/app.bsky.feed.post/5", PLAIN, "did:b", "hi"), "other_kind", "other_kind"],
    ),
    (
        "4chan",
        dumped(FOURCHAN),
        [
            ("10", None, None, "Black or green?"),
            ("11", "10", None, "Green"),
            ("12", "11", "q9", QUOTE.format(11) + "Why?"),
        ],
    ),
    ("youtube", dumped(TUBE), [("U1", None, "@ann", "First"), ("U1.x", "U1", "@bo", "Second")]),
    (
        "youtube",
        dumped(
            {"cid": "C", "text": "a", "author": "@x", "time": "2 days ago"},
            {"cid": "C.d", "text": "b", "author": "@y"},
        ),
        [("C", None, "@x", "a"), ("C.d", "C", "@y", "b")],
    ),
    ("youtube", dumped(TUBE_API), [("T1", None, "@ann", "Super!"), ("T1.a", "T1", "@ann", "Super!")]),
    (
        "livechat",
        dumped(
            live("l1", "Ann", RUNS, 1_700_000_000),
            live("l2", "Bo", {"runs": [{"text": "hi"}]}, 1_700_000_009),
        ),
        [("l1", None, "Ann", "hello :wave:"), ("l2", "l1", "Bo", "hi")],
    ),
    (
        "mediacrawler",
        dumped(CRAWLED),
        [
            ("post n1", None, "阿紫", "周末去哪\n想爬山"),
            ("c1", "post n1", "小乙", "去香山"),
            ("c2", "c1", "阿紫", "人太多"),
        ],
    ),
    ("bilibili", dumped(BILIBILI), [("20", None, "甲", "好听"), ("21", "20", "乙", "真的")]),
    ("zhihu", dumped(ZHIHU), [("30", None, "甲", "<p>为什么</p>"), ("31", "30", "乙", "因为")]),
    (
        "stackexchange",
        XML,
        [
            ("1", None, "5", "Knots?\n<p>Which?</p>"),
            ("2", "1", "6", "A bowline"),
            ("2#9", "2", "5", "Thanks"),
            "other_kind",
        ],
    ),
    (
        "oasst",
        dumped(TREE),
        [("m1", None, "prompter", "¿Qué hora es?"), ("m2", "m1", "assistant", "Las dos")],
    ),
    ("chatgpt", dumped(GPT), [("u", None, "user", "How far is it?"), ("a", "u", "assistant", "Ten miles")]),
    (
        "meld",
        MELD,
        [
            ("room/file/0.0", None, "Ann", "Hi"),
            ("room/file/0.1", "room/file/0.0", "Bo", "Hello"),
            ("room/file/1.0", None, "Cy", "So?"),
        ],
    ),
    (
        "empathetic",
        "conv_id,utterance_idx,speaker_idx,utterance\nh1,1,4,Well_comma_ no\nh1,2,5,Why?\n",
        [("h1.1", None, "4", "Well, no"), ("h1.2", "h1.1", "5", "Why?")],
    ),
    (
        "irc",
        IRC,
        [
            ("room/file#1", None, "ann", "anyone awake?"),
            ("room/file#2", "room/file#1", "bo", "yes"),
            ("room/file#5", "room/file#2", "ann", "good"),
            "other_kind",
            "other_kind",
        ],
    ),
    (
        "ubuntu",
        "2007-03-27T14:02:00.000Z\tann\t\tno sound\n2007-03-27T14:03:00.000Z\tbo\tann\tcards?\nx\n",
        [
            ("room/file#1", None, "ann", "no sound"),
            ("room/file#2", "room/file#1", "bo", "cards?"),
            "unreadable",
        ],
    ),
    (
        "whatsapp",
        WHATSAPP,
        [
            ("room/file#2", None, "Ann", "Kommst du?"),
            ("room/file#3", "room/file#2", "Bo", "Ja\num acht"),
            ("room/file#5", None, "Ann", "Wo warst du?"),
            "joined",
            "other_kind",
        ],
    ),
    (
        "whatsapp",
        IOS,
        [("room/file#1", None, "Ann", "Are you in?"), ("room/file#2", "room/file#1", "Bo", "<media>")],
    ),
    (
        "mbox",
        MBOX,
        [
            ("1/example.org", None, "ann@example.org", "Where is the meeting?"),
            ("2/example.org", "1/example.org", "bo@example.org", "> Where is the meeting?\nIn the library."),
        ],
    ),
    (
        "mbox",
        MBOX.replace("On Monday Ann wrote:", "On Mon, 1 Jan 2024 at 10:00 Ann <ann@example.org>\nwrote:"),
        [
            ("1/example.org", None, "ann@example.org", "Where is the meeting?"),
            ("2/example.org", "1/example.org", "bo@example.org", "> Where is the meeting?\nIn the library."),
        ],
    ),
    (
        "messenger",
        dumped(MESSENGER),
        [
            ("inbox/ann/J\u00c3\u00b6rg.1700000000000", None, "Jörg", "Kommst du?"),
            ("inbox/ann/Ann.1700000120000", "inbox/ann/J\u00c3\u00b6rg.1700000000000", "Ann", "Na hör mal"),
            "other_kind",
        ],
    ),
    ("twitter", TWEETS, [("1", None, None, "one"), ("2", "1", None, "two")]),
]
SESSIONS = [
    (
        "multiwoz",
        dumped({"M.json": {"goal": {}, "log": [{"text": "A train?", "metadata": {}}, {"text": "At ten."}]}}),
        [(["A train?", "At ten."], ())],
    ),
    (
        "multiwoz",
        dumped([{"dialogue_id": "1", "turns": [{"speaker": "USER", "utterance": "A train?", "frames": []}]}]),
        [(["A train?"], ["USER"])],
    ),
    (
        "topicalchat",
        dumped(
            {
                "t1": {
                    "config": "A",
                    "content": [{"message": "Hi", "agent": "agent_1"}, {"message": "Yo", "agent": "agent_2"}],
                }
            }
        ),
        [(["Hi", "Yo"], ["agent_1", "agent_2"])],
    ),
    (
        "blendedskilltalk",
        dumped(
            [{"personas": [["a"], ["b"]], "previous_utterance": ["A?", "B."], "dialog": [[0, "C"], [1, "D"]]}]
        ),
        [(["A?", "B.", "C", "D"], ["0", "1", "0", "1"])],
    ),
    (
        "lccc",
        dumped({"dialogue": ["Hi", "Yo"], "speakers": ["Ann", "Bo"], "narrative": "x"}),
        [(["Hi", "Yo"], ["Ann", "Bo"])],
    ),
    (
        "lccc",
        dumped(
            [
                {
                    "chosen_topic": "x",
                    "dialog": [{"speaker": "0_Wizard", "text": "Hi"}, {"speaker": "1_A", "text": "Yo"}],
                }
            ]
        ),
        [(["Hi", "Yo"], ["0_Wizard", "1_A"])],
    ),
    (
        "jsonl",
        dumped({"conversations": [{"from": "system", "value": "Be kind"}, {"from": "human", "value": "Hi"}]}),
        [(["Hi"], ["human"])],
    ),
]


@pytest.fixture
def read(tmp_path):
    def records(form, text):
        (tmp_path / "room").mkdir()
        (tmp_path / "room" / "file").write_text(text)
        return list(corpus_files.records(tmp_path / "room" / "file", corpus_files.Form(form, "en")))

    return records


@pytest.mark.parametrize(("form", "text", "expected"), TREES)
def test_who_answers_whom(read, form, text, expected):
    found = read(form, text)
    comments = [(one.id, one.parent, one.author, one.text) for one in found if not isinstance(one, Bad)]
    assert sorted(comments) == sorted(one for one in expected if not isinstance(one, str))
    assert sorted(one.reason for one in found if isinstance(one, Bad)) == [
        one for one in expected if isinstance(one, str)
    ]


@pytest.mark.parametrize(("form", "text", "expected"), SESSIONS)
def test_turns(read, form, text, expected):
    found = read(form, text)
    assert all(isinstance(one, Session) for one in found)
    assert [(one.utterances, one.authors) for one in found] == expected


@pytest.mark.parametrize(("form", "text"), [one[:2] for one in [*TREES, *SESSIONS]])
def test_nothing_is_lost(tmp_path, form, text):
    made = Made(tmp_path)
    made.add("talk", {"talk/file.txt": text}, form)
    made.run().balanced()


@pytest.mark.parametrize("line", LOCALES.values(), ids=LOCALES)
def test_a_chat_of_whatsapp_in_any_region_is_recognised(tmp_path, line):
    (tmp_path / "chat.txt").write_text("\n".join(line.format(name) for name in ("Ann", "Bo")) + "\n")
    assert told(tmp_path / "chat.txt", "en") == "whatsapp"
    form = corpus_files.Form("whatsapp", "en", gap=3600)
    first, second = corpus_files.records(tmp_path / "chat.txt", form)
    assert (first.author, second.author, second.parent) == ("Ann", "Bo", first.id)
    assert first.time == 1_705_179_900


def test_a_chat_in_which_nobody_answers_is_still_one(tmp_path):
    (tmp_path / "chat.txt").write_text("13/01/2024, 21:05 - Ann: Wo?\n15/01/2024, 21:05 - Bo: Hier\n")
    assert told(tmp_path / "chat.txt", "de") == "whatsapp"


@pytest.mark.parametrize("text", NOTHING)
def test_a_file_or_a_message_that_was_taken_back_says_nothing(tmp_path, text):
    lines = [
        f"13/01/2024, 21:05 - Ann: {text}",
        "13/01/2024, 21:06 - Bo: Ja <Diese Nachricht wurde bearbeitet>",
    ]
    (tmp_path / "chat.txt").write_text("\n".join(lines))
    found = corpus_files.records(tmp_path / "chat.txt", corpus_files.Form("whatsapp", "de", gap=3600))
    assert [one.text for one in found] == ["<media>", "Ja"]


def test_what_is_written_below_a_file_is_said(tmp_path):
    (tmp_path / "chat.txt").write_text("13/01/2024, 21:05 - Ann: a-1.jpg (file attached)\nThe ferry.\n")
    found = corpus_files.records(tmp_path / "chat.txt", corpus_files.Form("whatsapp", "en", gap=3600))
    assert [one.text for one in found if not isinstance(one, Bad)] == ["The ferry."]


def test_a_thread_of_slack_is_apart_from_its_channel(tmp_path):
    said = [
        ("1", "U1", "Morning.", ""),
        ("2", "U1", "Lunch?", "2"),
        ("3", "U2", "Yes!", "2"),
        ("4", "U3", "Hi", ""),
    ]
    rows = [
        {"type": "message", "ts": f"170000000{ts}.1", "user": user, "text": text}
        | ({"thread_ts": f"170000000{thread}.1"} if thread else {})
        for ts, user, text, thread in said
    ]
    days = {"talk/tea/1.json": dumped(rows[:2]), "talk/tea/2.json": dumped(rows[2:])}
    made = Made(tmp_path)
    made.add("talk", days, "slack")
    assert made.run().said() == [["tea/1700000002.1", "tea/1700000003.1"]]


def test_a_channel_of_slack_is_a_namespace(tmp_path):
    days = {f"talk/{room}/2024-01-01.json": dumped(SLACK) for room in ("tea", "soup")}
    made = Made(tmp_path)
    made.add("talk", days, "slack")
    out = made.run()
    assert {row["source_id"] for row in out.rows("extract", "dialogues")} == {
        f"talk:{room}/1700000000.0001" for room in ("tea", "soup")
    }
    out.balanced()


def test_a_file_of_two_is_named(tmp_path):
    for name in ("movie_lines.txt", "movie_conversations.txt"):
        (tmp_path / name).write_text("L1 +++$+++ u0 +++$+++ m0 +++$+++ ANN +++$+++ No!\n")
    with pytest.raises(DialogueEtlError, match="try --format cornell"):
        told(tmp_path / "movie_lines.txt", "en")
    lines = [f"L{n} +++$+++ u{n} +++$+++ m0 +++$+++ ANN +++$+++ No!" for n in range(2)]
    (tmp_path / "movie_lines.txt").write_text("\n".join(lines))
    (tmp_path / "movie_conversations.txt").write_text("u0 +++$+++ u1 +++$+++ m0 +++$+++ ['L0', 'L1']\n")
    for name in ("movie_lines.txt", "movie_conversations.txt"):
        assert told(tmp_path / name, "en") == "cornell"


@pytest.mark.parametrize(
    "log",
    [
        "--- Log opened Fri May 12\n21:15 < ann> Anyone?\n--- Day changed\n21:16 <@bo> Me.\n",
        "**** BEGIN LOGGING\n\nMay 12 21:15:10 <ann>\tAnyone?\nMay  2 21:16:30 <bo>\tMe.\n",
        "2023-05-12 21:15:10\t@ann\tAnyone?\n2023-05-12 21:15:20\t-->\tcy\n2023-05-12 21:16:10\tbo\tMe.\n",
    ],
    ids=["irssi", "hexchat", "weechat"],
)
def test_logs_of_programs_for_irc(tmp_path, log):
    (tmp_path / "log.txt").write_text(log)
    assert told(tmp_path / "log.txt", "en") == "irc"
    found = list(corpus_files.records(tmp_path / "log.txt", corpus_files.Form("irc", "en", gap=3600)))
    assert [(one.author, one.text) for one in found if not isinstance(one, Bad)] == [
        ("ann", "Anyone?"),
        ("bo", "Me."),
    ]
    assert {one.reason for one in found if isinstance(one, Bad)} <= {"other_kind"}


def test_films_are_two_files(tmp_path):
    made = Made(tmp_path)
    lines = [f"L{n} +++$+++ u{n % 2} +++$+++ m0 +++$+++ ANN +++$+++ says {n}" for n in range(4)]
    films = ["u0 +++$+++ u1 +++$+++ m0 +++$+++ ['L1', 'L0']", "u0 +++$+++ u1 +++$+++ m0 +++$+++ ['L2', 'L9']"]
    files = {"talk/movie_lines.txt": "\n".join(lines), "talk/movie_conversations.txt": "\n".join(films)}
    made.add("talk", files, "cornell")
    out = made.run()
    (row,) = out.rows("extract", "dialogues")
    assert [turn["text"] for turn in row["turns"]] == ["says 0", "says 1"]
    out.balanced()


def test_a_reply_to_somebody_answers_his_last_comment(tmp_path):
    """Where the platform names only the root."""
    rows = [
        {"id": 1, "text": "谁去", "user": "阿紫"},
        {"id": 2, "text": "我去", "user": "小乙"},
        {"id": 3, "text": "回复@小乙:几点", "user": "阿紫"},
        {"id": 4, "text": "回复@阿紫:八点", "user": "小乙"},
        {"id": 5, "text": "回复@没人:哦", "user": "小丙"},
    ]
    tree = [
        {**row, "author": row["user"], "time": row["id"], "parent": 1 if row["id"] > 1 else None}
        for row in rows
    ]
    made = Made(tmp_path)
    made.add("talk", {"t.jsonl": dumped(*tree)}, language="zh")
    assert made.run(language="zh", self_replies="drop").said() == [["1", "2", "3", "4"], ["1", "5"]]


NAMES = sorted({name for text in [*TREES, *SESSIONS] for name in re.findall(r'"(\w+)":', text[1])})
SCALARS = (
    st.none() | st.booleans() | st.integers(-9, 9**20) | st.floats() | st.sampled_from(["", "a", "1.2", "0"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
)
OBJECTS = [name for name, adapter in FORMATS.items() if adapter.fields]


@given(st.lists(VALUES, max_size=3))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_objects_of_any_shape_are_read_or_named(tmp_path, values):
    (tmp_path / "file").write_text(dumped(values, *values))
    for form in OBJECTS:
        for record in corpus_files.records(tmp_path / "file", corpus_files.Form(form, "en")):
            assert not isinstance(record, Bad) or record.detail


LINES = st.sampled_from(
    [*WHATSAPP.split("\n"), *IOS.split("\n"), *IRC.split("\n"), *MBOX.split("\n"), "a\tb\tc\td"]
)


@given(st.lists(LINES.map(str.encode) | st.binary(max_size=30), max_size=20))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lines_of_any_shape_are_read_or_named(tmp_path, lines):
    (tmp_path / "file").write_bytes(b"\n".join(lines))
    for form in ("whatsapp", "irc", "ubuntu", "mbox"):
        for record in corpus_files.records(tmp_path / "file", corpus_files.Form(form, "en")):
            for text in record:
                assert not isinstance(text, str) or ("\0" not in text or isinstance(record, Bad))
                assert not isinstance(text, str) or text.encode("utf-8") is not None
