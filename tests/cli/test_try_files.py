import gzip
import json
from collections import Counter

import pytest

from dialogue_etl.sources.books import gutenberg
from dialogue_etl.text import encoding
from dialogue_etl.text.spans import text_of
from tests.conftest import SAMPLE, unmended
from tests.sources.books import hostile
from tests.sources.books.reading import made

BOOK = SAMPLE / "cache/epub/900001/pg900001.txt"
KEYS = ["source_id", "dialogue_id", "turn_index", "text", "spans", "speaker"]
KEYS += ["speaker_confidence", "speech_confidence"]


def test_it_shows_dialogues_and_what_was_left_out(command):
    said = command("try", BOOK, "--language", "en")
    assert said.code == 0
    assert "  – Are you the ferryman?  (Hester)\n" in said.out
    assert "  – Davy, did you hear the bell?  (Hester)\n" in said.out
    assert "pg900001.txt: 4 dialogues, 56 utterances; left out: 1 utterance: drop_scare_quotes" in said.out


@pytest.mark.parametrize(("language", "number"), [("en", "900001"), ("hu", "900103")])
def test_the_spans_of_json_lines_give_the_text_back(command, language, number):
    path = SAMPLE / f"cache/epub/{number}/pg{number}.txt"
    text, _ = encoding.decode(path.read_bytes())
    said = command("try", path, "--language", language, "--format", "jsonl")
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert len(lines) > 20
    turns = Counter()
    for line in lines:
        assert list(line) == KEYS
        assert line["source_id"] == line["dialogue_id"].partition(":")[0] == f"pg{number}"
        assert line["turn_index"] == turns[line["dialogue_id"]]
        turns[line["dialogue_id"]] += 1
        printed = text_of(text, line["spans"])
        assert unmended(line["text"]) == unmended(printed)
        assert (line["speaker"] is None) or 0 < line["speaker_confidence"] <= 1
        assert 0.5 <= line["speech_confidence"] <= 1


def test_what_no_author_wrote_is_taken_off_and_places_are_those_of_the_file(command, tmp_path):
    work = "“One.”\n\n[Transcriber's Note: “A map.”]\n\n“Two.”\n\n“Three.”"
    text = (
        "\ufeffThe Project Gutenberg EBook of Talk, by Nobody\n\n“Header.”\n\n"
        f"*** START OF THIS PROJECT GUTENBERG EBOOK TALK ***\n\n\n\n{work}\n\n"
        "*** END OF THIS PROJECT GUTENBERG EBOOK TALK ***\n\n- You give “a refund” of any money.\n"
    )
    (tmp_path / "talk.txt").write_text(text, "utf-8")
    said = command("try", tmp_path / "talk.txt", "--language", "en", "--format", "jsonl")
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert [line["text"] for line in lines] == ["One.", "Two.", "Three."]
    decoded = text.removeprefix("\ufeff")
    assert [decoded[start:end] for line in lines for start, end in line["spans"]] == [
        "One.",
        "Two.",
        "Three.",
    ]
    assert lines[0]["dialogue_id"] == f"talk:{decoded.index('One.')}"
    assert "talk.txt: header, footer, licence and notes taken off: " in said.err


def test_a_parameter_can_be_set(command):
    def number(*more):
        out = command("try", BOOK, "--language", "en", "--format", "jsonl", *more).out
        return len({json.loads(line)["dialogue_id"] for line in out.splitlines()})

    assert number("--set", "extract.dialogue_gap=0") < number()


STEPS = [
    "find_quotations",
    "cut_narration",
    "classify_speech",
    "join_turns",
    "attribute_speakers",
    "cut_remarks",
    "part_long_turns",
    "part_dialogues",
]


def test_the_table_after_each_step_can_be_traced(command):
    said = command("try", BOOK, "--language", "en", "--trace", "--trace-rows", "3")
    assert said.code == 0
    titles = [
        line.split()[1].rstrip(":") for line in said.out.splitlines() if ": " in line and " rows" in line
    ]
    assert titles == STEPS
    assert said.out.count("Are you the ferryman?") == len(STEPS)
    last = said.out[said.out.index("8. part_dialogues") :].splitlines()
    names, (first,) = last[1].split(), [line for line in last if "Are you the ferryman?" in line]
    assert names[:4] == ["text", "start", "end", "paragraph"]
    assert {"reason", "scene", "begins_turn", "speaker", "confidence", "gap"} <= set(names)
    assert "inf" in first  # the first dialogue of the book begins here


def test_plays_are_the_last_step_that_is_traced(command, tmp_path):
    speeches = [f"{name}. Are you there?" for name in ("ANN", "TOM") * 6]
    (tmp_path / "play.txt").write_text("\n\n".join(speeches), encoding="utf-8")
    said = command("try", tmp_path / "play.txt", "--language", "en", "--trace").out
    assert said.partition("9. read_plays: 12 rows")[2].count("Are you there?") == 12


def test_the_reference_profile_has_rules_of_its_own(command, tmp_path):
    (tmp_path / "talk.txt").write_text("“yes.” “Yes.”\n\n“One.”\n\n“Two.”\n", encoding="utf-8")

    def turns(*more):
        out = command("try", tmp_path / "talk.txt", "--language", "en", "--format", "jsonl", *more).out
        return [(line["text"], line["spans"]) for line in map(json.loads, out.splitlines())]

    reference = [("One.", [[15, 21]]), ("Two.", [[23, 29]])]
    assert turns("--set", "extract.profile=reference") == reference
    assert len(turns()) == 4  # one who answers in the same paragraph has a turn of his own
    assert turns()[-1] == ("Two.", [[24, 28]])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--language", "iw"), "--language: 'iw': Hebrew is written he"),
        (("--set", "extract.dialogue_gap"), "expected KEY=VALUE"),
        (("--set", "extract.dialogue_gap=-1"), "--set: extract.dialogue_gap: -1: "),
        (("--trace", "--set", "extract.profile=reference"), "--trace: the profile reference has no steps"),
    ],
)
def test_what_is_wrong_is_a_sentence(command, words, message):
    said = command("try", BOOK, "--language", "en", *words)
    assert (said.code, said.out) == (1, "")
    assert message in said.err
    assert "Traceback" not in said.err


def test_what_is_no_text_is_a_sentence_and_the_others_are_read(command, tmp_path):
    (tmp_path / "bad.bin").write_bytes(b"\x89PNG\r\n\0\0")
    said = command("try", tmp_path / "none.txt", tmp_path, tmp_path / "bad.bin", BOOK, "--language", "en")
    assert said.code == 1
    gone, folder, bad, note = said.err.splitlines()
    assert gone == f"{tmp_path / 'none.txt'}: No such file or directory"
    assert folder == f"{tmp_path}: Is a directory"
    assert bad.startswith(f"{tmp_path / 'bad.bin'}: the file is binary")
    assert note.startswith(f"{BOOK}: header, footer, licence and notes taken off: ")
    assert "4 dialogues" in said.out


def test_a_book_left_out_says_why(command, tmp_path):
    (tmp_path / "plain.txt").write_text("Nobody speaks here. " * 100)
    said = command("try", tmp_path / "plain.txt", "--language", "en")
    assert said.out == "plain.txt: 0 dialogues, 0 utterances; left out: 1 book: min_delimiters (0 < 150)\n"


@pytest.mark.parametrize("form", ["html", "epub", "txt.gz", "zip"])
def test_a_book_in_another_form_gives_the_dialogues_of_its_text(command, tmp_path, form):
    story = BOOK.read_text("utf-8-sig")
    page = made.page("".join(made.paragraphs(gutenberg.strip(story))))
    data = {
        "html": page.encode(),
        "epub": made.epub({"a.xhtml": page}),
        "txt.gz": gzip.compress(story.encode()),
        "zip": hostile.archive({"a.txt": story}),
    }
    (tmp_path / f"book.{form}").write_bytes(data[form])
    said = command("try", tmp_path / f"book.{form}", "--format", "jsonl")
    assert "seems to be in English; if not, --language\n" in said.err
    plain = command("try", BOOK, "--language", "en", "--format", "jsonl")
    assert said.code == 0, said.err
    assert turns(said.out) == turns(plain.out) != []


def turns(out):
    return [" ".join(json.loads(line)["text"].split()) for line in out.splitlines()]


def test_files_of_one_name_have_ids_of_their_own(command, tmp_path):
    text = '"Yes," said Ann.\n\n"No," said Tom.\n\n"Yes," said Ann.\n'
    files = [tmp_path / folder / "text.txt" for folder in ("a", "b")]
    for file in files:
        file.parent.mkdir()
        file.write_text(text)
    words = ("--language", "en", "--format", "jsonl", "--set", "extract.min_delimiters=0")
    said = command("try", *files, files[1], *words)
    found = {json.loads(line)["source_id"] for line in said.out.splitlines()}
    assert found == {"a/text", "b/text", "b/text-2"}


EXPORTS = {
    "talk.json": """[{"id": "a", "parent": null, "text": "Who has the key?", "author": "ann", "likes": 1},
        {"id": "b", "parent": "a", "text": "It is at my place. #shed#", "author": "ben", "likes": 2}]""",
    "talk.csv": "id,parent_id,author,body\n1,,ann,Who has the key?\n2,1,ben,It is at my place. #shed#\n",
    "chat.txt": "[12/03/24, 10:15] Ann: Who has the key?\n[12/03/24, 10:16] Ben: It is at my place.\n",
}


@pytest.mark.parametrize("name", EXPORTS)
def test_exports_of_comments_and_chats_are_read_whatever_their_form(command, tmp_path, name):
    (tmp_path / name).write_text(EXPORTS[name])
    said = command("try", tmp_path / name, "--language", "en", "--format", "jsonl")
    found = [(line["text"], line["speaker"]) for line in map(json.loads, said.out.splitlines())]
    assert found == [("Who has the key?", "1"), ("It is at my place.", "2")], said.err
    assert ": read as " in said.err


def test_without_a_form_or_a_language_that_can_be_told_it_is_a_sentence(command, tmp_path):
    (tmp_path / "odd.json").write_text('{"a": [1, 2, 3]}')
    said = command("try", tmp_path / "odd.json", "--language", "en")
    assert (said.code, said.out) == (1, "")
    assert "odd.txt: its form is not clear" in said.err
    (tmp_path / "odd.json").write_text("{}")
    assert "its language cannot be guessed" in command("try", tmp_path / "odd.json").err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "film.ass",
            "[Script Info]\n\n[V4+ Styles]\n\n[Events]\n{}",
        ),
        ("film.sub", "{{1}}{{1}}25.0\n{{25}}{{50}}Who came?\n{{55}}{{70}}I did.\n"),
        (
            "film.txt",
            "1\n00:00:01,000 --> 00:00:02,000\nWho came?\n\n2\n00:00:02,200 --> 00:00:03,000\nI did.\n",
        ),
    ],
)
def test_subtitles_are_known_by_how_they_begin(command, tmp_path, name, text):
    lines = "".join(
        f"Dialogue: 0,0:00:0{n}.00,0:00:0{n}.90,Default,,0,0,0,,{said}\n"
        for n, said in ((1, "Who came?"), (2, "I did."))
    )
    (tmp_path / name).write_text(text.format(lines), "utf-8")
    said = command("try", tmp_path / name, "--language", "en")
    assert "Who came?" in said.out and f"{name}: 1 dialogues, 2 utterances" in said.out


def test_a_text_that_begins_with_a_bracket_is_no_export(command, tmp_path):
    (tmp_path / "story.txt").write_text(
        "[The harbour, at night]\n\n“Who came?” said Ann.\n\n“I did,” said Bob.\n", "utf-8"
    )
    assert "2 utterances" in command("try", tmp_path / "story.txt", "--language", "en").out
