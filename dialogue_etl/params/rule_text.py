"""The knobs of the rules for the text itself: private numbers, broken characters, length, repetition."""

from __future__ import annotations

from typing import Any, Literal

from dialogue_etl.params.rule import Cutting, Judging, Phrases, Replacing, action, blacklist, flag, rule
from dialogue_etl.params.section import OURS, Section, knob

ScriptChoice = Literal["off", "simplified", "traditional"]
MatchChoice = Literal["substring", "word"]


def _match(default: str, name: str) -> Any:
    return knob(
        default,
        f"Where a term of {name}.txt counts: anywhere, or only as a whole word (in Chinese where a word of "
        "jieba's dictionary begins and ends), which spares words that hold a short term by chance",
        unit="choice",
        source=f"{flag('no_str_blacklist')} (anywhere), no_word_blacklist (word)",
    )


def _shortest(default: int, name: str) -> Any:
    return knob(
        default,
        f"Shorter terms of {name}.txt are not looked for; blanks are not counted",
        unit="characters",
        source=OURS,
        ge=1,
        le=200,
    )


class TextRules(Section):
    """Rules for the text of an utterance."""

    emails: Cutting = action(
        "cut", "E-mail addresses; cut puts <EMAIL> there", source=flag("cleantext_clean")
    )
    phones: Cutting = action(
        "cut",
        "Numbers of telephones as China and North America write them, and behind a +; cut puts <PHONE> there",
        source=flag("de_phone"),
    )
    qq_numbers: Cutting = action(
        "cut", "QQ numbers behind a word for them; cut puts <QQ> there", source=flag("de_qq")
    )
    mojibake: Replacing = action(
        "cut", "Characters read in the wrong encoding; cut puts them right", source="clean-dialog, ftfy"
    )
    control_characters: Cutting = action(
        "cut", "Control characters; each kind of blank becomes a plain one", source=flag("bert_clean")
    )
    script_conversion: ScriptChoice = knob(
        "off",
        "Write Chinese in simplified or in traditional characters; off leaves both as they are, for the way "
        "back loses what both once were",
        unit="choice",
        source=OURS,
    )
    no_script: Judging = action(
        "split",
        "Chinese: utterances without a Han character: OK and thx too, as in clean-dialog",
        source=flag("contain_zh"),
    )
    no_script_numbers: bool = knob(
        True,
        "Numbers stay: 178, 10.5 and 38+5 answer questions, and the published LCCC holds them",
        unit="switch",
        source=OURS,
    )
    too_short: Judging = action(
        "off",
        "Utterances of too few characters. Off: 嗯 is a turn; only as the last one it teaches nothing, "
        "see short_response",
        source=f"{rule(5)}; no_short",
    )
    too_short_characters: int = knob(
        2,
        "Fewer are too few; blanks are not counted",
        unit="characters",
        source=flag("no_short"),
        ge=0,
        le=1_000_000,
    )
    too_long: Judging = action("split", "Utterances of too many characters", source=f"{rule(5)}; no_long")
    too_long_characters: int = knob(
        1_000,
        "More are too many; blanks are not counted",
        unit="characters",
        source=flag("no_long"),
        ge=1,
        le=1_000_000,
    )
    repeated_phrases: Cutting = action(
        "cut", "A phrase again and again; cut leaves the first copies", source=f"{rule(4)}; de_duplicated"
    )
    repeated_phrases_times: int = knob(
        6,
        "One phrase more often than this, with no more than two signs or blanks between the copies, is "
        "noise; digits are none: 10000000",
        unit="times",
        source=rule(4),
        ge=1,
        le=1_000_000,
    )
    repeated_phrases_kept: int = knob(
        1,
        "Copies that stay, though never more than repeated_phrases_times",
        unit="copies",
        source=rule(4),
        ge=1,
        le=1_000_000,
    )
    repeated_phrases_characters: int = knob(
        30,
        "Longer phrases are not looked for",
        unit="characters",
        source=OURS,
        ge=1,
        le=1_000,
    )
    blacklist_dirty: Judging = action(
        "split", "Words of the list dirty.txt: dirty and sensitive words, dialect", source=blacklist(1)
    )
    blacklist_topics: Judging = action(
        "split", "Words of topics.txt: special topics such as medicines", source=blacklist(2)
    )
    blacklist_names: Judging = action(
        "off",
        "Words of names.txt: names, appellations, unknown abbreviations. Off: the rule names puts "
        "placeholders there",
        source=blacklist(3),
    )
    blacklist_symbols: Cutting = action(
        "cut", "Strings of symbols.txt: special symbols, faces drawn with signs", source=blacklist(4)
    )
    blacklist_platform: Judging = action(
        "split", "Words of platform.txt: adverts, pictures, films", source=blacklist(5)
    )
    blacklist_topics_match: MatchChoice = _match("word", "topics")
    blacklist_topics_characters: int = _shortest(2, "topics")
    blacklist_dirty_match: MatchChoice = _match("word", "dirty")
    blacklist_dirty_characters: int = _shortest(2, "dirty")
    blacklist_names_match: MatchChoice = _match("word", "names")
    blacklist_names_characters: int = _shortest(2, "names")
    blacklist_symbols_match: MatchChoice = _match("substring", "symbols")
    blacklist_symbols_characters: int = _shortest(1, "symbols")
    blacklist_platform_match: MatchChoice = _match("word", "platform")
    blacklist_platform_characters: int = _shortest(2, "platform")
    alpha_noise: Judging = action(
        "off",
        "Chinese and English: utterances mostly of letters that make no word (asdfgh); abbreviations of up "
        "to four letters are words",
        source=flag("no_alpha_noise"),
    )
    alpha_noise_allowed: Phrases = knob(
        lambda: [
            "a",
            "app",
            "b",
            "bug",
            "c",
            "cp",
            "d",
            "diy",
            "k",
            "ktv",
            "ok",
            "pk",
            "t",
            "vip",
            "wifi",
            "x",
        ],
        "Which; case does not matter",
        unit="words",
        source=OURS,
    )
    repeated_words: Judging = action(
        "split", "Utterances of a few words again and again", source=flag("yda_dedupl")
    )
    repeated_words_min: int = knob(
        12,
        "Utterances of fewer words are not judged: three words are soon most of ten, and what the rule finds "
        "of fewer in the published LCCC is nearly all talk",
        unit="words",
        source=OURS,
        ge=1,
        le=1_000_000,
    )
    repeated_words_distinct: float = knob(
        0.33,
        "Distinct words are no greater share of all words; 0 turns it off",
        unit="share of words",
        source=flag("yda_dedupl"),
        ge=0,
        le=1,
    )
    repeated_words_top: float = knob(
        0.75,
        "The three most frequent words are a greater share of all words; 1 turns it off",
        unit="share of words",
        source=flag("yda_dedupl"),
        ge=0,
        le=1,
    )
