"""Plays: the same short scenes of our own in the layouts that transcribers use."""

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.plays import find_plays

EN = LANGUAGES["en"]
SAID = [
    ("Old Ann", "", "Is the ferry in?"),
    ("Tom", "", "It was here at noon."),
    ("Old Ann", "aside", "I never saw it."),
    ("Tom", "", "You were asleep!"),
    ("Ned", "", "Who has my oar?"),
    ("Tom", "", "We have it here."),
    ("Old Ann", "", "Then we can go."),
    ("Ned", "", "Not without me!"),
    ("Tom", "", "You may come, if you row."),
    ("Ned", "", "I only steer."),
    ("Old Ann", "", "He only talks, you mean."),
    ("Tom", "", "Shall we start?"),
]
LAYOUTS = {
    "above": lambda name, how, said: f"{name.upper()}{f' [{how}]' if how else ''}.\n{said}",
    "above, no stop": lambda name, how, said: f"{name.upper()}\n{f'({how})' if how else ''}\n{said}".replace(
        "\n\n", "\n"
    ),
    "centred": lambda name, how, said: f"{' ' * 20}{name.upper()}{f', {how}' if how else ''}.\n\n{said}",
    "run in": lambda name, how, said: f"{name}{f' ({how})' if how else ''}. {said}",
    "capitals": lambda name, how, said: f"{name.upper()}{f' [{how}]' if how else '.'} {said}",
    "colon": lambda name, how, said: f"{name.upper()}: {f'(_{how}_) ' if how else ''}{said}",
    "dash": lambda name, how, said: f"{name.upper()}{f', {how}' if how else ''}.--{said}",
    "italics": lambda name, how, said: f"_{name}._ {f'({how}) ' if how else ''}{said}",
    "italics alone": lambda name, how, said: f"_{name}{f' ({how})' if how else ''}._\n\n{said}",
    "brackets below": lambda name, how, said: f"{name.upper()}.\n\n{f'[_{how}._] ' if how else ''}{said}",
    "direction in capitals": lambda name, how, said: (
        f"    {name.upper()}{f', {how.upper()}' if how else ''}.\n{said}"
    ),
    "heading": lambda name, how, said: f"#### **{name}**\n{f'(*{how}*) ' if how else ''}{said}",
    "bold": lambda name, how, said: f"**{name}**  \n{f'*({how})* ' if how else ''}{said}",
    "stars": lambda name, how, said: f"{name.upper()}{f' *({how})*' if how else ''}: {said}",
    "columns": lambda name, how, said: f"{name.upper():<12}{f'({how}) ' if how else ''}{said}",
    "fountain": lambda name, how, said: f"@{name}{f'{chr(10)}[{how}]' if how else ''}\n{said}",
}


def play(layout="capitals", said=SAID):
    return "\n\n".join(LAYOUTS[layout](*one) for one in said)


def extract(text, language=EN, **params):
    return extract_book("b", text, language, Extract(**params))


def turns(found):
    return [
        [(turn["speaker"].title(), turn["text"]) for turn in dialogue["turns"]]
        for dialogue in found.dialogues.to_pylist()
    ]


WHOLE = [(name, said) for name, _, said in SAID]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_speech_is_a_turn_of_the_speaker_beside_it(layout):
    assert turns(extract(play(layout))) == [WHOLE]


def test_a_title_in_italics_belongs_to_the_name():
    text = "\n\n".join(f"_Mrs. {name.title()}._ {said}" for name, _, said in SAID)
    found = extract(text).dialogues.to_pylist()[0]["turns"]
    assert [turn["speaker"] for turn in found] == [f"Mrs. {name.title()}" for name, _, _ in SAID]


def test_the_spans_of_a_turn_are_its_words_without_directions():
    text = play().replace("asleep!", "asleep [she wakes] at noon!")
    turn = extract(text).dialogues.to_pylist()[0]["turns"][3]
    assert turn["text"] == "You were asleep at noon!"
    assert [text[span["start"] : span["end"]] for span in turn["spans"]] == ["You were asleep", "at noon!"]


def test_a_short_play_may_have_a_direction_at_every_label():
    said = [(name, "_at the oars_", words) for name, _, words in SAID]
    text = play("dash", said).replace("\n\nNED, ", "\n\n[_Rain._]\n\nNED, ").replace(".--", ".\n")
    assert turns(extract(text)) == [WHOLE]


def test_a_direction_without_closing_bracket_ends_with_its_line_or_paragraph():
    text = play("italics alone").replace("noon.", "noon.    [_He goes._").replace("oar?", "oar? (_Silence._)")
    text = text.replace("\n\n_Ned._", "\n\n  [_NED comes with\n  TOM. All sit._\n\n_Ned._", 1)
    text = text.replace("only steer.", "only steer.    [_Exit._")
    assert turns(extract(text)) == [WHOLE]


def test_a_name_inside_a_direction_is_no_label():
    text = (
        play("brackets below")
        .replace("Who has", "[_To OLD\nANN._] Who has")
        .replace("We have", "[_To\nNED._] We have")
    )
    assert turns(extract(text)) == [WHOLE]


def test_a_list_of_those_on_stage_is_no_label():
    text = play("direction in capitals").replace("    NED.\nWho", "TOM, OLD ANN, NED.\n\n    NED.\nWho")
    assert turns(extract(text)) == [WHOLE]


def test_two_who_speak_together_are_one_label():
    said = [*SAID[:4], ("Tom and Ned", "", "Who has it?"), *SAID[4:]]
    assert turns(extract(play("italics alone", said))) == [[(name.title(), words) for name, _, words in said]]


def test_a_scene_is_a_dialogue_and_its_people_are_no_speech():
    text = f"ACT I\n\n\n\nSCENE I\n\n{play()}\n\n\n\nSCENE II\n\n\nTom. Ned.\n\n\n{play(said=SAID[4:])}"
    assert turns(extract(text)) == [WHOLE, WHOLE[4:]]


def staged(text, **params):
    return [
        (row["scene"], row["number"], row["speakers"], row["addressees"])
        for row in extract(text, **params).scenes
    ]


TWO = SAID[:4]


def test_a_scene_has_its_heading_and_the_other_one_of_two_is_spoken_to():
    second = play(said=[SAID[5], *SAID[7:10]] * 2)
    text = f"ACT I\n\n\n\nSCENE I\n\n{play(said=TWO)}\n\n\n\nSCENE II. The mill.\n\n{second}"
    assert staged(text) == [
        ("ACT I SCENE I", 1, ["OLD ANN", "TOM"], ["TOM", "OLD ANN"] * 2),
        ("SCENE II. The mill.", 2, ["TOM", "NED"], ["NED", "TOM"] * 4),
    ]


def test_nobody_is_known_to_be_spoken_to_beside_a_third():
    text = f"{play(said=TWO)}\n\n[Ned listens.]\n\n{play(said=TWO)}\n\n\n\nSCENE II\n\n{play()}"
    assert {one for row in staged(text) for one in row[3]} == {None}


@pytest.mark.parametrize(
    ("more", "addressees"),
    [
        ("", ["Agnes", "Ellen", "Agnes", "Ellen"]),
        ("\n\n“Stop!” said Tom.", None),  # a third speaks, or
        ("\n\n“Stop!”", None),  # one without a name
    ],
)
def test_in_a_novel_the_other_one_of_two_is_spoken_to(more, addressees):
    text = "“Yes,” said Ellen.\n\n“No,” said Agnes.\n\n“Why?” said Ellen.\n\n“Because,” said Agnes."
    found = staged(text + more, min_speaker_confidence=0.95)
    assert found == ([(None, None, ["Ellen", "Agnes"], addressees)] if addressees else [])


@pytest.mark.parametrize(
    ("before", "direction", "sizes"),
    [
        ("NED. Who", "Ned comes in.", [4, 8]),
        ("NED. I only", "Ned, with an oar.", [12]),  # he has spoken before, and goes on
        ("OLD ANN. He only", "Ned goes.", [10, 2]),
        ("OLD ANN. He only", "[_Exit._]", [10, 2]),  # who has spoken last, and does not speak again
        ("TOM. It was", "[_Rain._]", [12]),
    ],
)
def test_a_scene_is_parted_where_somebody_enters_or_leaves(before, direction, sizes):
    text = play().replace(before, f"{direction}\n\n{before}")
    assert [len(dialogue) for dialogue in turns(extract(text, stage_changes="part"))] == sizes
    assert turns(extract(text)) == [WHOLE]


def test_a_name_alone_below_a_label_is_what_its_speaker_says():
    text = play("above").replace("It was here at noon.", "Old Ann!").replace("You were asleep!", "Ned.")
    assert [text for _, text in turns(extract(text))[0]][1::2][:2] == ["Old Ann!", "Ned."]


def test_scenes_of_a_screenplay_begin_at_its_headings():
    scenes = [LAYOUTS["above, no stop"](*one) for one in SAID]
    text = "\n\n".join(
        ["EXT. LANDING - DAY", "Rain.", *scenes[:6], "CUT TO:", "INT. FERRY - NIGHT", *scenes[6:]]
    )
    assert turns(extract(text)) == [WHOLE[:6], WHOLE[6:]]


def test_a_direction_between_speeches_is_left_out_and_more_of_a_speech_is_not():
    text = (
        play()
        .replace("\n\nNED. Who", "\n\nNed comes in.\n\nNED. Who")
        .replace("here.", "here.\n\nAsk him yourself, if you like.", 1)
    )
    found = turns(extract(text))[0]
    assert (len(found), found[3][1]) == (12, "You were asleep!")
    assert ("Tom", "We have it here. Ask him yourself, if you like.") in found


def test_an_abbreviation_is_the_name_in_the_cast():
    text = "Old Ann, a ferrywoman.\nThomas, her son.\nNed, his friend.\n\n" + play("run in").replace(
        "Tom. ", "Thom. "
    )
    assert [name for name, _ in turns(extract(text))[0][:3]] == ["Old Ann", "Thomas", "Old Ann"]


def test_a_title_is_part_of_the_name():
    said = [
        (name.replace("Ned", "Mr. Reed").replace("Tom", "Mr. Moss"), how, words) for name, how, words in SAID
    ]
    assert {name for name, _ in turns(extract(play(said=said)))[0]} == {"Old Ann", "Mr. Reed", "Mr. Moss"}


def test_the_characters_are_those_of_the_turns():
    found = extract(play(said=[(name.replace("Old Ann", "Lady Ann"), *rest) for name, *rest in SAID]))
    assert {(row["name"], row["gender"], row["turns"]) for row in found.characters} == {
        ("LADY ANN", "f", 4),
        ("TOM", "", 5),
        ("NED", "", 3),
    }


def test_the_text_around_a_play_is_read_by_its_marks():
    talk = "“Did you see it?” said Ann.\n\n“I saw it,” said Tom.\n\n“And I,” said Ned."
    found = turns(extract(f"{talk}\n\n{play()}\n\n{talk}"))
    assert [len(dialogue) for dialogue in found] == [3, 12, 3]


def test_a_short_exchange_in_a_novel_is_a_dialogue_of_its_speakers():
    said = [("_I_", "Who has my oar?"), ("_Tom_", "I have it [_he waved it_]."), ("_I_", "Give it back.")]
    exchange = "\n\n".join(f"{name}. {words}" for name, words in [*said, ("_Tom_", "When you row!")])
    assert turns(extract(f"I went down.\n\n{exchange}\n\nSo I rowed home.")) == [
        [("I", "Who has my oar?"), ("Tom", "I have it."), ("I", "Give it back."), ("Tom", "When you row!")]
    ]


def test_those_who_seldom_speak_are_speakers_too():
    rare = [(name, "", "Is he home?") for name in ("Bet", "Meg", "All", "Both", "Ben", "Sue")]
    said = [*SAID[:4], *rare, *SAID[4:]]
    assert turns(extract(play("italics", said))) == [[(name, words) for name, _, words in said]]


def test_a_direction_in_an_indented_paragraph_below_a_label_is_left_out():
    text = "\n\n".join(
        f"{name.upper()}{f'{chr(10)}{chr(10)}      {how}.' if how else '.'}\n\n{said}"
        for name, how, said in [(name, how or "at the oars", said) for name, how, said in SAID[:6]] + SAID[6:]
    )
    title = "\n\n\n\n\nTHE MILL\n\nAnn never came to the mill again. Did you?"
    assert turns(extract(text + title)) == [WHOLE]


def test_a_play_is_dropped_if_it_is_not_wanted():
    found = extract(f"Before.\n\n{play()}", plays="drop")
    assert not len(found.dialogues)
    assert [(row["unit"], row["reason"], row["start"]) for row in found.drops if row["unit"] == "play"] == [
        ("play", "plays", 9)
    ]


def test_the_turns_of_plays_are_counted():
    scores = {row["measure"]: row["value"] for row in extract(play()).scores if row["unit"] == "book"}
    assert scores["play_turns"] == 12


_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] * 4
_WORDS = "The mill stood still and the boats lay on the bank until the water rose again"


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(f"{day}. I rowed to you, my dear." for day in _DAYS),
        "\n\n".join(f"{word.title()}. A word for what is near the water." for word in _WORDS.split() * 2),
        "\n\n".join(f"MILL ROAD. {_WORDS}." for _ in range(20)),
        "\n\n".join(f"Mr. {name} came to see me. I was out." for name in ["Reed", "Moss", "Hill"] * 6),
        "\n\n".join(f"CHAPTER {n}. What I saw\n\nI was out." for n in ["I", "V", "X", "I"] * 4),
        "\n\n".join(f"{name}. You?\n\n" + "It rained. " * 300 for name in ["Ann", "Tom"] * 6),
        "\n\n".join(f"{name}. Who has my oar?" for name in ["Ann", "Tom", "Ann"]),
        "\n\n".join(f"And {name}: “Who has my oar?”" for name in ["Ann", "Tom"] * 4),
        "\n\n".join(f"Note:\n\n[{n}] Where you, dear, were at noon.\n\nWARD: So?" for n in range(6)),
        # Paragraphs in a row: a list, names that do not come back, one name again and again, titles.
        "Tea. Two cups.\n\nMilk. One cup.\n\nTea. Hot.\n\nMilk. Cold.",
        "Ann. You came?\n\nTom. I did.\n\nBob. Sit down!\n\nEve. Thank you.",
        "Ann. You came?\n\nAnn. I did.\n\nTom. Sit down!\n\nTom. Thank you.",
        "The Moss R. and Tom came.\n\nAnn. Who?\n\nThe Moss R. and Tom went.\n\nAnn. Where?",
        "Mr. You came?\n\nMrs. I did.\n\nMr. Sit down!\n\nMrs. Thank you.",
    ],
    ids=[
        "diary",
        "dictionary",
        "one name",
        "titles",
        "headings",
        "far apart",
        "few",
        "quoted",
        "notes",
        "list",
        "all differ",
        "again",
        "initials",
        "short titles",
    ],
)
def test_what_looks_like_a_play_is_none(text):
    assert find_plays(text, EN) == []
