"""Field maps of what sites and messengers export, from their documentation; see docs/threads.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.threads.adapters.chats import STICKER
from dialogue_etl.sources.threads.adapters.comments import Fields
from dialogue_etl.sources.threads.adapters.paths import ABSENT, first_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_AT = r"\s*@(\S{1,60})"
_CHAT = ("@namespace",)

TELEGRAM = Fields(
    text=("text", lambda said: STICKER if said.get("media_type") == "sticker" else ABSENT),
    parent=("reply_to_message_id",),
    author=("from", "from_id"),
    time=("date_unixtime", "date"),
    inside=("messages", "chats.list", "left_chats.list"),
    page=("id", "name"),
    session=_CHAT,
    kind=("type",),
    kinds=("message",),
)
"""https://core.telegram.org/import-export."""

DISCORD = Fields(
    parent=("reference.messageId",),
    author=("author.name", "author.id"),
    text=("content",),
    time=("timestamp",),
    inside=("messages",),
    page=("channel.id",),
    session=_CHAT,
    kind=("type",),
    kinds=("Default", "Reply", "ThreadStarterMessage"),
)
"""JSON of github.com/Tyrrrz/DiscordChatExporter, JsonMessageWriter."""


def _repaired(name: str) -> Callable[[Mapping[str, Any]], Any]:
    """A field whose UTF-8 was written as if it was Latin-1, as Meta's exports have it."""

    def read(said: Mapping[str, Any]) -> Any:
        value = said.get(name, ABSENT)
        try:
            return value.encode("latin-1").decode() if isinstance(value, str) else value
        except UnicodeError:
            return value

    return read


MESSENGER = Fields(
    id=("{sender_name}.{timestamp_ms}",),
    parent=(),
    author=(_repaired("sender_name"),),
    text=(_repaired("content"),),
    time=("timestamp_ms",),
    inside=("messages",),
    page=("thread_path",),
    session=(*_CHAT, "@file"),
    order=("timestamp_ms",),
    kind=(lambda said: "message" if isinstance(said.get("content"), str) else "file",),
    kinds=("message",),
)
"""https://www.facebook.com/help/212802592074644: `message_1.json`, newest first, also of Instagram."""

SLACK = Fields(
    id=("ts",),
    parent=("thread_ts",),
    author=("user_profile.real_name", "user", "username", "bot_id"),
    time=("ts",),
    beside=("slackdump_thread_replies",),
    inside=("messages",),
    namespace=("@folder",),
    session=("thread_ts", *_CHAT),  # no message of the channel answers one of a thread, or is joined to it
    kind=("subtype",),
    kinds=("thread_broadcast", "bot_message", "me_message", "file_share"),
)
"""https://slack.com/help/articles/220556107: a folder for each channel, a file for each day."""


def _matrix_parent(said: Mapping[str, Any]) -> Any:
    content = said.get("content")
    relates = content.get("m.relates_to") if isinstance(content, dict) else None
    answers = relates.get("m.in_reply_to") if isinstance(relates, dict) else None
    return answers.get("event_id") if isinstance(answers, dict) else None


def _matrix_said(said: Mapping[str, Any]) -> Any:
    """The text without the lines that quote what it answers (rich reply fallback)."""
    content = said.get("content")
    body = content.get("body", ABSENT) if isinstance(content, dict) else ABSENT
    if isinstance(body, str) and body.startswith("> <") and _matrix_parent(said):
        return body.partition("\n\n")[2] or body
    return body


MATRIX = Fields(
    id=("event_id",),
    parent=(_matrix_parent,),
    author=("sender",),
    text=(_matrix_said,),
    time=("origin_server_ts",),
    inside=("messages", "chunk"),
    namespace=("room_id",),
    session=_CHAT,
    kind=("type",),
    kinds=("m.room.message",),
)
"""https://spec.matrix.org, m.room.message; Element exports a list `messages`, the interface `chunk`."""

_ITEM = "chatItem.standardMessage"
_SAID = first_of((f"{_ITEM}.text.body", "body"))


def _signal_kind(said: Mapping[str, Any]) -> str:
    """`message` for one with a text; else the kind of what a line holds: `recipient`, `call`."""
    if _SAID(said) is not ABSENT and not said.get("call"):
        return "message"
    within = said.get("chatItem")
    names = [*(within if isinstance(within, dict) else said)]
    return next((name for name in names if name.endswith(("Message", "call"))), names[0] if names else "")


SIGNAL = Fields(
    id=("{chatItem.authorId}.{chatItem.dateSent}", "{sender}.{date}"),
    parent=(f"{{{_ITEM}.quote.authorId}}.{{{_ITEM}.quote.targetSentTimestamp}}",),
    author=("chatItem.authorId", "sender"),
    text=(f"{_ITEM}.text.body", "body"),
    time=("chatItem.dateSent", "date"),
    namespace=("@folder", "chatItem.chatId"),
    session=_CHAT,
    kind=(_signal_kind,),
    kinds=("message",),
)
"""The lines of Signal's own export as plain text (`main.jsonl`: the frames of Backup.proto in JSON,
https://github.com/signalapp/Signal-Android), and of github.com/carderne/signal-export (`data.json`).
"""


def _item_kind(said: Mapping[str, Any]) -> Any:
    return "deleted" if said.get("deleted") else said.get("type", ABSENT)


HACKERNEWS = Fields(
    id=("objectID", "id"),
    parent=("parent", "parent_id"),
    author=("by", "author"),
    text=("title", "comment_text", "text", "story_text"),
    below=("text", "story_text"),
    time=("time", "created_at_i", "timestamp"),
    replies=("children",),
    inside=("hits",),
    kind=(_item_kind,),
    kinds=("story", "comment", "poll", "pollopt", "job"),
)
"""https://github.com/HackerNews/API and https://hn.algolia.com/api."""


_PATH, _BODY = first_of(("comment.path",)), first_of(("post.body",))


def _lemmy_parent(said: Mapping[str, Any]) -> Any:
    """The last but one id of `0.12.34`; 0 is the post."""
    path = _PATH(said)
    above = path.split(".")[-2:-1] if isinstance(path, str) else []
    return f"comment {above[0]}" if above and above[0] != "0" else None


LEMMY = Fields(
    id=("comment {comment.id}", "post {post.id}"),
    parent=(_lemmy_parent,),
    post=("post {comment.post_id}",),
    author=("creator.name",),
    text=("comment.content", "post.name"),
    below=(lambda said: ABSENT if "comment" in said else _BODY(said),),
    time=("comment.published", "post.published"),
    inside=("comments", "posts", "post_view"),
)
"""https://join-lemmy.org/docs/contributors/04-api.html: CommentView and PostView."""

MASTODON = Fields(
    parent=("in_reply_to_id", "inReplyTo"),
    author=("account.acct", "attributedTo"),
    text=("content",),
    time=("created_at", "published"),
    beside=("reblog",),
    inside=("ancestors", "descendants", "statuses", "orderedItems", "object"),
)
"""https://docs.joinmastodon.org/entities/Status, Context; the archive of an account is an outbox of Activity
Streams (https://www.w3.org/TR/activitystreams-vocabulary).
"""

_EVENT = "{commit.operation} {commit.collection}"


def _post_kind(said: Mapping[str, Any]) -> Any:
    return "missing" if said.get("notFound") or said.get("blocked") else ABSENT


BLUESKY = Fields(
    id=("post.uri", "uri", "at://{did}/{commit.collection}/{commit.rkey}"),
    parent=("post.record.reply.parent.uri", "record.reply.parent.uri", "commit.record.reply.parent.uri"),
    author=("post.author.handle", "author.handle", "did"),
    text=("post.record.text", "record.text", "commit.record.text"),
    time=("post.record.createdAt", "record.createdAt", "commit.record.createdAt"),
    replies=("replies",),
    beside=("parent",),
    inside=("thread", "feed", "posts"),
    kind=(_post_kind, _EVENT, "kind"),
    kinds=("create app.bsky.feed.post",),
)
"""https://docs.bsky.app, app.bsky.feed.getPostThread; https://github.com/bluesky-social/jetstream."""

FOURCHAN = Fields(
    id=("no",),
    post=("resto",),
    author=("id", "trip"),
    text=("com", "sub"),
    inside=("posts", "threads"),
    nobody=("0",),
    namespace=("board",),
    quoted=r'(?:href="#p|(?:^|\n)>>|(?:^|\n|>)&gt;&gt;)(\d+)',
    parent=(),
)
"""https://github.com/4chan/4chan-API, Threads.md: everybody is anonymous, but for ids and trip codes."""


def _before_dot(said: Mapping[str, Any]) -> Any:
    """The parent inside the id `UgxA.9bB` of a reply."""
    name = said.get("cid", said.get("id"))
    return name.partition(".")[0] if isinstance(name, str) and "." in name else None


YOUTUBE = Fields(
    id=("id", "cid"),
    parent=("parent", "snippet.parentId", _before_dot),
    author=("author", "snippet.authorDisplayName"),
    text=("text", "snippet.textOriginal", "snippet.textDisplay"),
    time=("timestamp", "time_parsed", "snippet.publishedAt"),
    inside=("comments", "items", "snippet.topLevelComment", "replies.comments"),
    nobody=("root",),
    addressed=_AT,
)
"""Comments in the `.info.json` of yt-dlp (`--write-comments`), lines of
github.com/egbertbouman/youtube-comment-downloader, and commentThreads of
https://developers.google.com/youtube/v3.
"""

LIVE_CHAT = Fields(
    parent=(),
    author=("authorName.simpleText", "authorExternalChannelId"),
    text=("message.runs",),
    time=("timestampUsec",),
    inside=("replayChatItemAction.actions", "addChatItemAction.item.liveChatTextMessageRenderer", "actions"),
    session=("@file",),
    addressed=_AT,
)
"""`.live_chat.json` of yt-dlp."""

MEDIACRAWLER = Fields(
    id=("comment_id", "post {note_id}", "post {aweme_id}", "post {video_id}", "post {content_id}"),
    parent=("parent_comment_id",),
    post=("post {note_id}", "post {aweme_id}", "post {video_id}", "post {content_id}"),
    author=("nickname", "user_nickname", "user_id"),
    text=("content", "title", "desc"),
    below=("desc",),
    time=("create_time", "publish_time", "created_time", "time"),
    nobody=("0",),
)
"""Comments and contents of github.com/NanmiCoder/MediaCrawler, store/: Bilibili, Douyin, Kuaishou, Tieba,
Weibo, Xiaohongshu, Zhihu.
"""

BILIBILI = Fields(
    id=("rpid",),
    parent=("parent",),
    author=("member.uname", "mid"),
    text=("content.message",),
    time=("ctime",),
    replies=("replies",),
    inside=("data", "replies", "top_replies", "upper.top", "root"),
    nobody=("0",),
)
"""https://api.bilibili.com/x/v2/reply: `parent` is the comment that is answered, `root` the topmost one."""

ZHIHU = Fields(
    parent=("reply_comment_id", "reply_root_comment_id", "reply_to.id"),
    author=("author.member.name", "author.name"),
    text=("content",),
    time=("created_time",),
    replies=("child_comments",),
    inside=("data",),
    nobody=("0",),
)
"""Pages of https://www.zhihu.com/api/v4/comment_v5."""

STACKEXCHANGE = Fields(
    id=("{PostId}#{Id}", "Id"),
    parent=("PostId", "ParentId"),
    author=("UserId", "OwnerUserId", "UserDisplayName", "OwnerDisplayName"),
    text=("Title", "Body", "Text"),
    below=("Body",),
    time=("CreationDate",),
    kind=("PostTypeId",),
    kinds=("1", "2"),
    element="row",
)
"""Posts.xml and Comments.xml of https://archive.org/details/stackexchange (readme.txt)."""

OASST = Fields(
    id=("message_id",),
    parent=("parent_id",),
    author=("user_id", "role"),
    time=("created_date",),
    replies=("replies",),
    inside=("prompt",),
)
"""Trees and messages of https://huggingface.co/datasets/OpenAssistant/oasst1."""

MELD = Fields(
    id=("{Dialogue_ID}.{Utterance_ID}",),
    parent=(),
    author=("Speaker",),
    text=("Utterance",),
    namespace=("@file",),
    session=("Dialogue_ID",),
)
"""The tables of https://github.com/declare-lab/MELD, in which utterances of a dialogue are in order."""


def _with_commas(said: Mapping[str, Any]) -> Any:
    text = said.get("utterance")
    return text.replace("_comma_", ",") if isinstance(text, str) else None


EMPATHETIC = Fields(
    id=("{conv_id}.{utterance_idx}",),
    parent=(),
    author=("speaker_idx",),
    text=(_with_commas, "utterance"),
    session=("conv_id",),
)
"""https://github.com/facebookresearch/EmpatheticDialogues, README: commas of texts are `_comma_`."""

MAPS = {
    "telegram": TELEGRAM,
    "discord": DISCORD,
    "messenger": MESSENGER,
    "slack": SLACK,
    "matrix": MATRIX,
    "signal": SIGNAL,
    "hackernews": HACKERNEWS,
    "lemmy": LEMMY,
    "mastodon": MASTODON,
    "bluesky": BLUESKY,
    "4chan": FOURCHAN,
    "youtube": YOUTUBE,
    "livechat": LIVE_CHAT,
    "mediacrawler": MEDIACRAWLER,
    "bilibili": BILIBILI,
    "zhihu": ZHIHU,
    "stackexchange": STACKEXCHANGE,
    "oasst": OASST,
    "meld": MELD,
    "empathetic": EMPATHETIC,
}
"""By the name of the form."""
