"""`douban`, `ecommerce`: a label, the turns of a conversation and a response, with tabs between.

Words have blanks between. Label 0 marks a response that was drawn at random: no dialogue. Sources: the README
files of github.com/MarkWuNLP/MultiTurnResponseSelection and github.com/cooelf/DeepUtteranceAggregation.
"""

from __future__ import annotations

from dialogue_etl.sources.threads.adapters.records import (
    Bad,
    Line,
    Session,
    checked,
    each_line,
    without_word_blanks,
)


def _session(line: Line) -> Session | Bad:
    label, *said = checked(line.text).split("\t")
    if label.strip() not in {"0", "1"}:
        raise ValueError("does not begin with the label 0 or 1 and a tab")
    if len(said) < 2:
        raise ValueError("fewer than two utterances")
    if label.strip() == "0":
        return Bad(line.number, "its response was drawn at random", "negative_response")
    return Session(line.number, [without_word_blanks(one) for one in said])


read = each_line(_session)
