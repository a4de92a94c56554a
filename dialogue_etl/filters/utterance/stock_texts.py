"""Rules for texts that a platform writes in the name of whoever says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dialogue_etl.filters import Split
from dialogue_etl.filters.rule import Rule, flag, judging, paper
from dialogue_etl.parameter import Phrases, declare

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dialogue_etl.filters.rule import UtteranceRule

_LONG = 1_000


def polls() -> UtteranceRule:
    """What Weibo writes for whoever voted; blanks do not matter. Nothing of it is worth keeping."""
    call = "你也快来表态吧"

    def rule(text: str) -> Split | None:
        return Split(call) if "表" in text and call in "".join(text.split()) else None

    return rule


def generic_forms(texts: Sequence[str]) -> UtteranceRule:
    """What platforms write for whoever says nothing, whatever its case, blanks and punctuation."""
    forms = {plain for text in texts if (plain := _plain(text))}
    endings = {form[-1] for form in forms}

    def rule(text: str) -> Split | None:
        if len(text) > _LONG or ((ending := _plain(text[-1:])) and ending[-1] not in endings):
            return None
        return Split(text) if _plain(text) in forms else None

    return rule


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


RULES = (
    Rule(
        polls,
        "that only say that somebody voted",
        judging(
            "The text Weibo writes for whoever voted: `我参与了…投票…你也快来表态吧`",
            source=flag("no_toupiao"),
        ),
    ),
    Rule(
        generic_forms,
        "that a platform wrote",
        judging("Utterances that are nothing but one of these texts", source=paper(8, "no_specific_utter")),
        {
            "generic_forms_texts": declare(
                lambda: [
                    *("repost", "转发", "转发微博", "repostweibo"),
                    *("分享图片", "轉發", "轉發微博", "分享圖片"),
                ],
                "Which; case, blanks and punctuation do not matter",
                unit="texts",
                source=flag("no_specific_utter"),
                annotation=Phrases,
            )
        },
    ),
)
