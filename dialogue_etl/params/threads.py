"""The parameters of `threads`: which corpora, and how trees of comments become dialogues."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.parameter import Section, parameter, unique
from dialogue_etl.params.tags import Tags  # noqa: TC001 - pydantic reads it

LCCC = "Wang et al. 2020 (LCCC), section 3.1"

SourceChoice = Literal["sample", "corpora"]
Speakers = Literal["numbers", "names", "none"]
Orphans = Literal["root", "drop"]

CORPUS_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
CorpusName = Annotated[str, Field(pattern=CORPUS_NAME, max_length=80)]
Name = Annotated[str, Field(min_length=1)]


class Threads(Section):
    """Which comment trees are read, and how their paths become dialogues."""

    languages: Tags = parameter(lambda: ["en", "zh"], "tags")
    """Languages to build from threads, as BCP-47 tags; none turns this source off."""
    source: SourceChoice = parameter("sample", "choice")
    """Where threads come from: the embedded sample, or the workspace's folder threads/corpora (`dialogue-etl
    threads add`).
    """
    corpora: Annotated[list[CorpusName], AfterValidator(unique)] = parameter(list, "names")
    """Read only the corpora of these names; empty reads all of the language."""
    banned: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "ids and names")
    """Leave these out: ids of threads such as weibo:4401, or names of corpora."""
    deleted: Annotated[list[Name], AfterValidator(unique)] = parameter(
        lambda: ["[deleted]", "[removed]", "[ Removed by Reddit ]", "此评论已删除", "该评论已被删除"],
        "texts",
        source="Pushshift, Weibo",
    )
    """Texts that stand for a comment that was deleted: it is left out, and what answers it begins a dialogue
    of its own; as a name of an author they stand for nobody.
    """
    orphans: Orphans = parameter("root", "choice")
    """What becomes of a comment whose parent the corpus does not hold: `root` makes it the root of a thread
    of its own, which keeps the talk below it; `drop` leaves it out with all below it.
    """
    max_quarantined: float = parameter(1.0, "share of records and files", ge=0, le=1)
    """Fail if a greater share of the records and files of a language's corpora can't be read (broken lines,
    web pages, cut archives); 1, the default, turns it off.
    """
    seed_accounts: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "accounts", source=LCCC)
    """Accounts of news media: whoever comments under a post of theirs is a seed user, and only threads that
    seed users began are kept, as robots seldom care for the news; empty keeps all. Corpora without authors
    are not judged.
    """
    max_depth: int = parameter(1_000, "turns", ge=0, le=1_000_000)
    """Turns of a dialogue at most: comments that lie deeper in their tree are left out, while walking; 0
    turns it off.
    """
    max_paths: int = parameter(100_000, "paths", ge=0, le=1_000_000_000)
    """Dialogues of a tree at most: those whose last comments have the least hashes, a stable choice; 0 turns
    it off.
    """
    min_turns: int = parameter(2, "turns", source=LCCC, ge=1, le=1_000)
    """Drop dialogues of fewer turns."""
    speakers: Speakers = parameter("numbers", "choice")
    """Who speaks: `numbers` by first appearance in the dialogue, so that no account is published; the `names`
    of accounts; or `none`.
    """
