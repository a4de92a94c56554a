"""Rules for Markdown, as Reddit and forums give it: quoted lines go, of marks the text they set stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import OURS
from dialogue_etl.filters import Cut
from dialogue_etl.filters.patterns import LINK, cutter
from dialogue_etl.filters.rule import Marked, Rule, cutting

if TYPE_CHECKING:
    from dialogue_etl.filters.rule import UtteranceRule

_SOURCE = f"CommonMark 0.31; Reddit's formatting guide; {OURS}"
_MARK = re.compile(r"[*_`~\\#>^\[-]")
_EDGE = r"[\w*_`~\\]"
_STEPS = (
    ("(", re.compile(rf"!?{LINK.pattern}|!\[\]\((?:https?://|/)[^\s()]{{0,1000}}\)"), r"\1"),
    # Rulers, fences, headings, points of a list of several lines; `-5`, `#1` and `- Hi` are none.
    ("*_-`", re.compile(r"^[ \t]{0,3}(?:([*_-])(?:[ \t]?\1){2,}|`{3,}\w{0,20})[ \t]*$", re.MULTILINE), ""),
    ("#", re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE), ""),
    (
        "*-",
        re.compile(r"(?:^|(?P<below>\n))[ \t]{0,3}[*-][ \t]+(?=[^\W\d](?(below)|[^\n]*\n))"),
        r"\g<below>",
    ),
    ("*", re.compile(r"(?<!\\)\*\*(?=[^\s*])([^*\n]{1,1000}?)(?<=[^\s*\\])\*\*"), r"\1"),
    # One sign is a mark only at the edge of a word: not in 5*6*7 and snake_case.
    ("*", re.compile(rf"(?<!{_EDGE})\*(?=[\w(\"“])([^*\n]{{1,1000}}?)(?<=[\w.!?)\"”])\*(?!{_EDGE})"), r"\1"),
    ("_", re.compile(rf"(?<!{_EDGE})(__?)(?=[^\W_])([^_\n]{{1,1000}}?)(?<=[^\s_])\1(?!{_EDGE})"), r"\2"),
    ("`", re.compile(rf"(?<!{_EDGE})`(?=[^\s`])([^`\n]{{1,1000}}?)`(?!{_EDGE})"), r"\1"),
    # In 好~~真的~~ the signs write a drawl.
    ("~", re.compile(r"(?<!\S)~~(?=[^\s~])([^~\n]{1,1000}?)(?<=[^\s~])~~(?![\w~])"), r"\1"),
    (">", re.compile(r">!(?=[^\s<>])([^<>\n]{1,1000}?)!<"), r"\1"),
    ("^", re.compile(r"(?<![\w)^])\^{1,9}(?=[A-Za-z(])(?!\w{1,2}\^)"), ""),
    ("\\", re.compile(r"\\([\\`*_{}\[\]()#+.!>~^|-])"), r"\1"),
)


def quotes() -> UtteranceRule:
    """Lines that begin with `>`: the words of whom one answers. Faces begin so too: `>_<`, `>3<`."""
    line = r"^[ \t]{0,3}>(?![^\n]{0,3}[<_])(?:(?=[>\s\w\"'“‘「(*\[~])[^\n]*(?:\n|\Z)|\Z)"
    return cutter(re.compile(line, re.MULTILINE), ">")


def markdown() -> UtteranceRule:
    """The marks of Markdown; the text that they set, and that of a link, stays."""

    def rule(text: str) -> Cut | None:
        if not _MARK.search(text):
            return None
        left, evidence, signs = text, "", set(text)
        for needles, pattern, put in _STEPS:
            if not signs.isdisjoint(needles) and (found := pattern.search(left)):
                evidence = evidence or found.group().strip()
                left = pattern.sub(put, left)
        return Cut(left, evidence) if evidence else None

    return Marked(rule, _MARK.match)


RULES = (
    Rule(
        quotes,
        "of quoted lines",
        cutting("Lines that begin with `>`: quotations", source=_SOURCE),
    ),
    Rule(
        markdown,
        "with the marks of Markdown",
        cutting("`**bold**`, `# heading`, `[text](address)`: Markdown, whose text is kept", source=_SOURCE),
    ),
)
