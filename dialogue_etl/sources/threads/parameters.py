"""The parameters of threads: which corpora, how trees become dialogues, what cleans them, classifiers."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.core.parameters import CorpusName, Section, parameter, unique
from dialogue_etl.core.parameters.tags import Tags
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.labels.classifiers.parameters import Classify
from dialogue_etl.pairs.parameters import SwitchedPairs

LCCC = "Wang et al. 2020 (LCCC), section 3.1"
SESSION_GAP = 14_400
"""Seconds: ahead of shorter gaps, of none, and of the histogram (docs/threads.md, Chats)."""
CLASSIFIERS = "Wang et al. 2020 (LCCC), section 3.2"

SourceChoice = Literal["sample", "corpora"]
Speakers = Literal["numbers", "names", "none"]
Orphans = Literal["root", "drop"]
Backend = Literal["off", "embedded", "transformers"]

Name = Annotated[str, Field(min_length=1)]


class Threads(Section):
    """Which comment trees are read, and how their paths become dialogues."""

    languages: Tags = parameter(lambda: ["en", "zh"], "tags")
    """Languages to build from threads, as BCP-47 tags; none turns this source off."""
    source: SourceChoice = parameter("corpora", "choice")
    """Where threads come from: the workspace's folder threads/corpora (`dialogue-etl threads add`), or the
    embedded sample.
    """
    corpora: Annotated[list[CorpusName], AfterValidator(unique)] = parameter(list, "names")
    """Names of the corpora to read; empty reads all of the language. If several have the same dialogue, the
    first one has precedence, see `duplicates`.
    """
    duplicates: Literal["drop", "keep"] = parameter("drop", "choice")
    """Dialogues that several corpora have, blanks ignored: `drop` keeps one copy, that of the corpus that is
    first in `corpora`, or else first by name; `keep` keeps all copies.
    """
    banned: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "ids and names")
    """Ids of threads, such as weibo:4401, and names of corpora to leave out."""
    deleted: Annotated[list[Name], AfterValidator(unique)] = parameter(
        lambda: ["[deleted]", "[removed]", "[ Removed by Reddit ]", "此评论已删除", "该评论已被删除"],
        "texts",
        source="Pushshift, Weibo",
    )
    """Texts that replace a deleted comment. The comment is left out, and each answer to it begins a dialogue
    of its own. An author of such a name is unknown.
    """
    bots: Annotated[list[Name], AfterValidator(unique)] = parameter(
        lambda: ["AutoModerator", "RemindMeBot", "WikiTextBot", "sneakpeekbot", "autotldr"],
        "accounts",
        source="Reddit",
    )
    """Accounts of programs. Their comments are left out like deleted ones; `rules.bots` detects programs by
    their texts.
    """
    orphans: Orphans = parameter("root", "choice")
    """Comments whose parent is not in the corpus: `root` makes each the root of its own thread, which keeps
    the comments below it; `drop` leaves it out with all comments below it.
    """
    session_gap: int = parameter(SESSION_GAP, "seconds", ge=-1, le=10_000_000)
    """Chats: a message that names nobody answers the one before it, if no more seconds lie between; 0 takes
    them from the histogram of each file, -1 leaves such messages alone.
    """
    max_quarantined: float = parameter(0.2, "share of records and files", ge=0, le=1)
    """Fail if a greater share of the records and files of a language's corpora can't be read (broken lines,
    web pages, truncated archives, the wrong form); 1 turns it off.
    """
    seed_accounts: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "accounts", source=LCCC)
    """Accounts of news media. Users who comment on their posts are seed users, and only threads begun by seed
    users are kept, since bots rarely comment on news; empty keeps all. Threads of corpora without authors are
    all kept; an account that began no thread is refused.
    """
    dialogues: Literal["paths", "siblings", "threads", "both"] = parameter("paths", "choice", source=LCCC)
    """What a dialogue is: `paths` from a root to a leaf; `siblings`, a comment and then all its answers in
    the order of writing; whole `threads` in that order, where many people speak; or `both` paths and threads.
    """
    self_replies: Literal["join", "keep", "drop"] = parameter("join", "choice")
    """Comments of one account in a row: `join` makes them one turn, `drop` drops the dialogue, `keep` keeps a
    dialogue in which somebody answers himself.
    """
    max_depth: int = parameter(1_000, "turns", ge=0, le=1_000_000)
    """Maximum number of turns of a dialogue: comments deeper in their tree are left out; 0 turns it off."""
    max_paths: int = parameter(100_000, "paths", ge=0, le=1_000_000_000)
    """Maximum number of dialogues of a tree, chosen by a hash of their last comments; 0 turns it off."""
    max_openings: int = parameter(0, "paths", ge=0, le=1_000_000_000)
    """Maximum number of paths of a tree that begin with the same two comments, chosen likewise; 0 turns it
    off.
    """
    min_turns: int = parameter(2, "turns", source=LCCC, ge=1, le=1_000)
    """Minimum number of turns of a dialogue."""
    speakers: Speakers = parameter("numbers", "choice")
    """Speakers: `numbers` in the order of appearance in the dialogue, so that no account is published;
    `names` of accounts; or `none`.
    """


class ThreadPairs(SwitchedPairs):
    """Pairs of neighbouring turns of threads, each once however many paths it is on."""


SECTIONS = {"threads": Threads, "rules": Rules, "classify": Classify, "thread_pairs": ThreadPairs}
