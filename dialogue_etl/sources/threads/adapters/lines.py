"""Forms with a dialogue per line: a question and its answer (PTT, Qingyun, Tieba), or all of its turns.

Sources: the README of github.com/zake7749/Gossiping-Chinese-Corpus (tab; a placeholder for questions without
an answer; version 2 is a CSV), the code of github.com/codemayq/chinese-chatbot-corpus for Qingyun (`|`) and
Tieba, and for Douban and E-commerce the README files of github.com/MarkWuNLP/MultiTurnResponseSelection and
github.com/cooelf/DeepUtteranceAggregation.
"""

from __future__ import annotations

import csv

from dialogue_etl.sources.threads.adapters.blanks import without_blanks
from dialogue_etl.sources.threads.adapters.records import Bad, Line, Session, checked, each_line

_NO_ANSWER = "沒有資料"


def _tsv(line: Line) -> Session:
    """Utterances separated by one or more tabs."""
    said = [one for one in checked(line.text).split("\t") if one.strip()]
    if len(said) < 2:
        raise ValueError("no tab between two utterances")
    return Session(line.number, said)


def _tieba(line: Line) -> Session:
    return Session(line.number, _two(checked(line.text).partition("\t"), "tab"))


def _qingyun(line: Line) -> Session:
    text = checked(line.text)
    return Session(line.number, _two(text.partition(" | " if " | " in text else "|"), "|"))


def _ptt(line: Line) -> Session | Bad | None:
    text = checked(line.text)
    if line.number == 1 and text.lstrip("\ufeff").startswith("question,answer"):
        return None
    if "\t" in text:
        said = _two(text.partition("\t"), "tab")
    else:
        said = _two((text, "", "") if "," not in text else _of_csv(text), "tab or comma")
    if said[1].strip() == _NO_ANSWER:
        return Bad(line.number, "nobody answered", "no_answer")
    return Session(line.number, said)


def _of_csv(text: str) -> tuple[str, str, str]:
    try:
        cells = next(csv.reader([text]))
    except csv.Error as error:
        raise ValueError(f"not CSV: {error}") from None
    return cells[0], ",", ",".join(cells[1:])


def _two(parts: tuple[str, str, str], between: str) -> list[str]:
    question, found, answer = parts
    if not found:
        raise ValueError(f"no {between} between question and answer")
    return [question, answer]


def _labelled(line: Line) -> Session | Bad:
    """A label, turns and a response, separated by tabs; label 0 marks a response drawn at random."""
    label, *said = checked(line.text).split("\t")
    if label.strip() not in {"0", "1"}:
        raise ValueError("does not begin with the label 0 or 1 and a tab")
    if len(said) < 2:
        raise ValueError("fewer than two utterances")
    if label.strip() == "0":
        return Bad(line.number, "its response was drawn at random", "negative_response")
    return Session(line.number, [without_blanks(one) for one in said])


tsv = each_line(_tsv)
tieba = each_line(_tieba)
qingyun = each_line(_qingyun)
ptt = each_line(_ptt)
labelled = each_line(_labelled)
