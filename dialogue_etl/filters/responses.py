"""Rules for answers that would fit any post."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dialogue_etl.core.parameters import OURS, Phrases, declare
from dialogue_etl.filters import Split
from dialogue_etl.filters.rule import DialogueRule, Rule, Screened, Utterance, judging, paper

_INTERJECTION = (
    "[啊阿哈呀吖哦噢喔嗯恩呵嘿嘻呜哇唉哎诶欸耶呐呢吧嘛啦咯额呃唔嗷嗨]++|(?:ha){2,9}|lol|yeah|[oau]+h|hm+"
)


def generic_responses(texts: Sequence[str], times: int) -> DialogueRule:
    """Answers of at least so many stock phrases and nothing else but interjections: 我也是 我也是 啊啊.

    A single phrase may be an answer: the published LCCC is full of 我也是.
    """
    words = [r"[\W_]{0,3}".join(re.findall(r"[^\W_]+", text)) for text in texts]
    phrase = "|".join(sorted(filter(None, words), key=len, reverse=True)) or "(?!)"
    phrases = re.compile(f"({phrase})|{_INTERJECTION}", re.IGNORECASE)
    # No groups inside possessive parts, for which CPython 3.11 fails on some texts.
    nothing_else = re.compile(rf"[\W_]*+(?:(?>{phrase}|{_INTERJECTION})[\W_]*+)++", re.IGNORECASE)

    def generic(text: str) -> bool:
        if not nothing_else.fullmatch(text):
            return False
        return sum(found[1] is not None for found in phrases.finditer(text)) >= times

    def rule(dialogue: Sequence[Utterance]) -> Split | None:
        places = [place for place, turn in enumerate(dialogue) if place and generic(turn.text)]
        if not places:
            return None
        return Split(dialogue[places[0]].text, left=list(without(dialogue, places)))

    return Screened(rule, lambda batch: batch.where(map(generic, batch.texts)))


def without(dialogue: Sequence[Utterance], places: Sequence[int]) -> Iterator[Sequence[Utterance]]:
    """The runs of turns between those at the given places, which are left out."""
    begin = 0
    for place in [*places, len(dialogue)]:
        if place > begin:
            yield dialogue[begin:place]
        begin = place + 1


GENERIC_RESPONSES = Rule(
    generic_responses,
    "that answer anything",
    judging(
        "Answers of stock phrases only, several or one repeated, and interjections: 我也是 我也是 啊啊",
        source=f"{paper(8)}, table 1",
    ),
    {
        "generic_responses_texts": declare(
            lambda: [
                *("我也是", "我也是这样", "我也觉得", "我也这么觉得", "我也想", "我也要", "同感", "同求"),
                *("一样", "一样的", "支持", "顶", "赞", "马克", "路过", "沙发", "可爱", "好可爱", "喜欢"),
                *("好喜欢", "羡慕", "好羡慕", "厉害", "好厉害", "好看", "真好看", "有道理", "转发"),
                *("me too", "same", "same here", "so true", "exactly", "agreed", "nice", "love it"),
            ],
            "The texts; case, blanks and punctuation are ignored",
            unit="texts",
            source=OURS,
            annotation=Phrases,
        ),
        "generic_responses_times": declare(
            2, "At least this many of them are noise; 1 includes a single one", unit="phrases", ge=1, le=1_000
        ),
    },
)
