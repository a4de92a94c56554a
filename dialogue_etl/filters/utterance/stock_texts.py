"""Rules for texts that a platform writes in the name of whoever says nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.core.parameters import OURS, Phrases, declare
from dialogue_etl.filters import Split
from dialogue_etl.filters.rule import Marked, Rule, flag, inert, judging, paper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from dialogue_etl.filters.rule import UtteranceRule

_LONG = 1_000


def polls() -> UtteranceRule:
    """What Weibo writes for whoever voted; blanks do not matter. Nothing of it is worth keeping."""
    call = "你也快来表态吧"

    def rule(text: str) -> Split | None:
        return Split(call) if "表" in text and call in "".join(text.split()) else None

    return Marked(rule, "表".__contains__)


def generic_forms(texts: Sequence[str]) -> UtteranceRule:
    """What platforms write for whoever says nothing, whatever its case, blanks and punctuation."""
    forms = {plain for text in texts if (plain := _plain(text))}
    endings = {form[-1] for form in forms}

    def rule(text: str) -> Split | None:
        if len(text) > _LONG or ((ending := _plain(text[-1:])) and ending[-1] not in endings):
            return None
        return Split(text) if _plain(text) in forms else None

    return Marked(rule, _begins(forms))


def bots(texts: Sequence[str]) -> UtteranceRule:
    """What programs write in the name of an account of theirs: they say so at the beginning or the end."""
    forms = [plain for text in texts if (plain := _plain(text))]
    signs = {max(re.findall(r"\w+", text.casefold()), key=len) for text in texts if _plain(text)}

    def rule(text: str) -> Split | None:
        ends = text if len(text) <= 2 * _LONG else f"{text[:_LONG]}\n{text[-_LONG:]}"
        low = ends.casefold()
        for sign in signs:
            if sign in low:
                break
        else:
            return None
        plain = _plain(low)
        return next((Split(form) for form in forms if form in plain), None)

    return Marked(rule, _begins(signs)) if forms else inert


def _begins(folded: Iterable[str]) -> Callable[[str], bool]:
    """Whether one of some texts may begin with a character."""
    first = {text[0] for text in folded}
    return lambda character: not first.isdisjoint(character.casefold())


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


RULES = (
    Rule(
        polls,
        "that only say that somebody voted",
        judging(
            "The text that Weibo writes for someone who voted: `我参与了…投票…你也快来表态吧`",
            source=flag("no_toupiao"),
        ),
    ),
    Rule(
        generic_forms,
        "that a platform wrote",
        judging("Utterances that consist of one of these texts only", source=paper(8, "no_specific_utter")),
        {
            "generic_forms_texts": declare(
                lambda: [
                    *("repost", "转发", "转发微博", "repostweibo"),
                    *("分享图片", "轉發", "轉發微博", "分享圖片"),
                ],
                "The texts; case, blanks and punctuation are ignored",
                unit="texts",
                source=flag("no_specific_utter"),
                annotation=Phrases,
            )
        },
    ),
    Rule(
        bots,
        "that a bot wrote",
        judging("Utterances in which an account says that it is a program", source=f"Reddit; {OURS}"),
        {
            "bots_texts": declare(
                lambda: [
                    *("I am a bot and", "I'm a bot, beep boop", "beep boop, I'm a"),
                    *("this action was performed automatically", "this comment was made by a bot"),
                    *("contact the moderators of this subreddit", "to also be reminded"),
                    *("your submission was automatically removed", "has been automatically removed"),
                ],
                "What such accounts say; case, blanks and punctuation are ignored",
                unit="texts",
                annotation=Phrases,
            )
        },
    ),
)
