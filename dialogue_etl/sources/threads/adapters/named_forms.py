"""Field maps of the forms of platforms and tools, from their documentation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dialogue_etl.sources.threads.adapters.comments import Fields

if TYPE_CHECKING:
    from collections.abc import Mapping

TREE = Fields()
"""Our own: `{"id", "parent", "author", "text", "time"}`."""

_LONGEST_BASE_36 = 9  # digits: ids of Reddit have seven; a longer row of digits is one in base 10


def _base_36(id: str | int) -> str:
    if isinstance(id, int) or (len(id) > _LONGEST_BASE_36 and id.isdecimal()):
        return np.base_repr(int(id), 36).lower()
    return id


def _full_name(said: Mapping[str, Any], id: str | int, of_parent: bool) -> str:
    """The full name: `t3_` and the id of a submission, `t1_` and that of a comment."""
    id = _base_36(id)
    if id.startswith(("t1_", "t3_")):
        return id
    if of_parent:
        link = said.get("link_id")
        above = _base_36(link) if isinstance(link, str | int) else ""
        return f"t3_{id}" if above in {id, f"t3_{id}"} else f"t1_{id}"
    return f"t1_{id}" if "body" in said else f"t3_{id}"


REDDIT = Fields(
    id=("name", "id"),
    parent=("parent_id",),
    post=("link_id",),
    author=("author",),
    text=("body", "title"),
    below=("selftext",),
    time=("created_utc",),
    replies=("replies.data.children",),
    inside=("data", "children", "json", "things"),
    gone=("[deleted]", "[removed]"),
    named=_full_name,
)
"""Submissions and comments, as the dumps of Pushshift and Academic Torrents have them, and as the site's own
listings nest them. Newer dumps number parents: the base-36 id as a whole number. Sources:
https://github.com/reddit-archive/reddit/wiki/JSON and Baumgartner et al. 2020.
"""

TWITTER = Fields(
    id=("id_str", "id"),
    parent=(
        "in_reply_to_status_id_str",
        "in_reply_to_status_id",
        "referenced_tweets[type=replied_to].id",
        "referenced_tweets.replied_to.id",  # a column of `twarc2 csv`
    ),
    author=("user.screen_name", "author.username", "user.id_str", "user.id", "author_id"),
    text=("note_tweet.text", "extended_tweet.full_text", "full_text", "text"),
    time=("created_at",),
    beside=("retweeted_status", "quoted_status", "referenced_tweets"),
    inside=("data", "includes.tweets", "statuses", "tweet"),
    people=("includes.users", "id", "username"),
)
"""Posts as the interfaces 1.1 and 2 give them, alone, flattened, or in pages as twarc2 keeps them. Source:
https://developer.x.com, data dictionaries (in_reply_to_status_id, referenced_tweets, includes, note_tweet).
"""


def _last_part(_: Mapping[str, Any], id: str | int, __: bool) -> str:
    """`Kx1y2z` of `https://weibo.com/12345/Kx1y2z?page=2` and of `12345_Kx1y2z`."""
    last = str(id).rpartition("/")[2].partition("?")[0]
    account, between, name = last.partition("_")
    return name if between and account.isdecimal() else last


WEIBO = Fields(
    id=("id", "_id", "idstr", "mid"),
    parent=("reply_comment.id", "reply_comment._id", "reply_id", "rootid"),
    post=("status.id", "weibo_id", "weibo_url"),
    author=(
        *("user.screen_name", "comment_user.nick_name", "user.nick_name"),
        *("comment_user_id", "comment_user._id", "user._id", "user.id", "user_id"),
    ),
    text=("longText.longTextContent", "text_raw", "text", "content"),
    time=("created_at",),
    replies=("comments",),
    beside=("reply_comment", "status", "retweeted_status", "origin_weibo"),
    inside=("data", "rootComment", "comments", "cards", "card_group", "mblog", "statuses"),
    nobody=("0",),
    named=_last_part,
)
"""Pages of m.weibo.cn (`hotflow`, `hotFlowChild`, `statuses/show`) and of weibo.com, where the root of a
comment that answers none is itself; comments as Weibo's interface 2 gives them, with the post in `status` and
the comment they answer in `reply_comment`; what WeiboSpider writes. Sources: https://open.weibo.com/wiki,
comments/show; github.com/nghuyong/WeiboSpider.
"""
