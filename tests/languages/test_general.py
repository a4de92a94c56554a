"""Languages without a file: what their marks, punctuation and capitals alone show."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.general import MARKS
from dialogue_etl.languages.language import Quotes
from dialogue_etl.sources.books.checks import SpanCheck
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from tests.conftest import GOLDEN
from tests.test_golden import read

FERRY = """
Um kvöldið kom gamall maður með poka niður að ánni.

{}

{}

{}
"""
CHINESE = """
傍晚，老人背着一个口袋，来到河边，看了很久的水。

“能过河吗？”他终于问道。

船夫说：“怎么不能。上来吧，老伯。”

“随便给，”船夫一边解绳子一边说，“多少都行。”

「到了！」船夫喊道，「醒醒吧！」
"""
JAPANESE = """
夕方、老人が袋を背負って川岸にやって来て、長いこと水を眺めていた。

「渡してくれるかね」と老人はようやく尋ねた。

「もちろんですとも」と渡し守は言った。「さあ、乗ってください」

「眠ってはいない。『静かだ』と思って聞いていたのだ」
"""


def said(text, tag):
    found = extract_book("book", text, LANGUAGES[tag], Extract())
    turns = [turn for dialogue in found.dialogues.to_pylist() for turn in dialogue["turns"]]
    assert not any(turn["speaker"] for turn in turns)
    return [turn["text"] for turn in turns]


@pytest.mark.parametrize("marks", MARKS, ids=lambda marks: getattr(marks, "opening", "—"))
def test_every_kind_of_marks_is_found(marks):
    asked, answered, told = "Kemst ég yfir?", "Hví ekki það.", "Ég hlusta."
    if isinstance(marks, Quotes):
        lines = [f"{marks.opening}{one}{marks.closing}" for one in (asked, answered, told)]
    else:
        lines = [f"— {asked}", f"— {answered}", f"— {told}"]
    assert said(FERRY.format(*lines), "is") == [asked, answered, told]


def test_a_dash_after_a_mark_and_before_a_small_letter_begins_narration():
    lines = ("— Kemst ég yfir? — spurði hann.", "— Já, — sagði hún, — ef þú vilt.", "— Hann — og hún — bíða.")
    assert said(FERRY.format(*lines), "is") == ["Kemst ég yfir?", "Já, ef þú vilt.", "Hann — og hún — bíða."]


@pytest.mark.parametrize("story", ["ru/perevoz", "uk/mlyn", "lt/bitute", "cs/klic", "sl/zvon"])
def test_stories_are_found_without_their_file_where_dashes_or_marks_enclose_narration(story):
    golden = GOLDEN / f"{story}.dialogues.txt"
    text = golden.with_name(golden.name.replace(".dialogues", "")).read_text("utf-8")
    assert said(text, "is") == [turn for dialogue in read(golden) for turn in dialogue]


def test_chinese_and_japanese_are_read_by_their_marks():
    assert said(CHINESE, "zh") == [
        "能过河吗？",
        "怎么不能。上来吧，老伯。",
        "随便给，多少都行。",
        "到了！醒醒吧！",
    ]
    assert said(JAPANESE, "ja") == [
        "渡してくれるかね",
        "もちろんですとも。さあ、乗ってください",
        "眠ってはいない。『静かだ』と思って聞いていたのだ",
    ]


def test_the_checks_find_chinese_turns_at_their_places():
    found = extract_book("book", CHINESE, LANGUAGES["zh"], Extract())
    turns = [turn for dialogue in found.dialogues.to_pylist() for turn in dialogue["turns"]]
    offsets = SpanCheck({"book": CHINESE}, "zh", "default")
    spans = [[(span["start"], span["end"]) for span in turn["spans"]] for turn in turns]
    assert max(map(len, spans)) > 1
    assert [offsets.error("book", at, turn["text"]) for at, turn in zip(spans, turns, strict=True)] == [
        ""
    ] * 4
    assert offsets.error("book", spans[0], turns[1]["text"])
