import pytest

from dialogue_etl.sources.subtitles import cues


def read(*texts, language="en", pause=500, italic=()):
    made = [
        cues.Cue(
            number,
            number * 2_000,
            number * 2_000 + 2_000 - pause,
            [(line, number in italic) for line in text.split("\n")],
        )
        for number, text in enumerate(texts, start=1)
    ]
    return cues.sentences(made, language)


def texts(*args, **options):
    return [sentence.text for sentence in read(*args, **options)]


@pytest.mark.parametrize(
    ("cues", "expected"),
    [
        (["One. Two?"], ["One.", "Two?"]),
        (["- Who's there?\n- Me. It's late."], ["- Who's there?", "- Me.", "It's late."]),
        (["No. I'm here."], ["No.", "I'm here."]),
        (["Come here!\n-Why?"], ["Come here!", "-Why?"]),
        (["Give him the kick\nNASH: What?"], ["Give him the kick", "NASH: What?"]),
        (["Onde vamos\nZÉ:Ali."], ["Onde vamos ZÉ:Ali."]),  # of two letters, as in AT:Ok
        (["Onde vamos\nANA:Ali."], ["Onde vamos", "ANA:Ali."]),
        (["See\nExample.Net today. OK?"], ["See Example.net today.", "OK?"]),
        (["I go.Then you."], ["I go.", "Then you."]),
        (["-Mr. Smith! - Yes?"], ["-Mr. Smith!", "- Yes?"]),
        (
            ["I went to the\nstore, and then", "came back. OK?"],
            ["I went to the store, and then came back.", "OK?"],
        ),
        (["Well,", "John, no."], ["Well, John, no."]),
        (["I thought...", "...you knew."], ["I thought... ...you knew."]),
        (["I thought…", "you knew."], ["I thought… you knew."]),
        (["I thought...", "No."], ["I thought...", "No."]),
        (["CHAPTER ONE", "It was raining."], ["CHAPTER ONE", "It was raining."]),
        (["What", "- i don't know"], ["What", "- i don't know"]),
        (["♪ la la ♪"], ["♪ la la ♪"]),
        (["!"], ["!"]),
        (["1917-1945\n- what he said"], ["1917-1945", "- what he said"]),
    ],
)
def test_sentences_of_cues(cues, expected):
    assert texts(*cues) == expected


def test_other_scripts():
    assert texts("你好。你去哪里？", language="zh") == ["你好。", "你去哪里？"]
    # As old players want it, the full stop stands before the line.
    assert texts(".سلام\nحال شما چطور است؟", language="fa") == [".سلام حال شما چطور است؟"]
    assert texts("O Sr. Silva chegou. Tudo bem?", language="pt-BR") == ["O Sr. Silva chegou.", "Tudo bem?"]


def test_times_and_blocks_and_lines():
    found = read("One. Two.\nThree", "goes on. Four.\n- Five.")
    assert [(s.text, s.block, s.end_block, s.start_ms, s.end_ms, s.new_line) for s in found] == [
        ("One.", 1, 1, 2_000, None, True),
        ("Two.", 1, 1, None, None, False),
        ("Three goes on.", 1, 2, None, None, True),
        ("Four.", 2, 2, None, None, False),
        ("- Five.", 2, 2, None, 5_500, True),
    ]


def test_a_long_pause_ends_a_sentence():
    assert texts("Well,", "john", pause=500) == ["Well, john"]
    assert texts("Well,", "john", pause=-500) == ["Well, john"]
    assert texts("Well,", "john", pause=5_001) == ["Well,", "john"]


def test_italics_of_all_cues_it_goes_over():
    assert [s.emphasis for s in read("One,", "two. Three", italic={1, 2})] == [True, True]
    assert [s.emphasis for s in read("One,", "two.", italic={1})] == [False]


def test_without_case_a_sentence_goes_on_where_the_file_marks_the_ends():
    said = ["ذهبت إلى", "البيت.", "نعم.", "لا."]
    assert texts(*said, language="ar", pause=80) == ["ذهبت إلى البيت.", "نعم.", "لا."]
    assert texts(*said, language="ar", pause=500) == said  # somebody else may speak
    for unmarked in (["ذهبت إلى", "البيت", "نعم", "لا"], ["كم؟", "مئة ألف", "مئة!", "نعم!", "لا!"]):
        assert texts(*unmarked, language="ar", pause=80) == unmarked
