from pathlib import Path

import pytest

from dialogue_etl.cli.try_files import _trial
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books import reading, trial
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book

TEI = """<?xml version="1.0" encoding="utf-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:lang="en">
<teiHeader><fileDesc><titleStmt><title>The Ferry</title>
<author>A. Reed</author></titleStmt></fileDesc>
<profileDesc><particDesc><listPerson>
<person xml:id="ned" sex="MALE"><persName>Ned</persName></person>
<person xml:id="ann" sex="2"/></listPerson></particDesc></profileDesc></teiHeader>
<text><body><div type="scene"><head>Scene 1</head><stage>A landing.</stage>
<sp who="#ann"><speaker>ANN.</speaker><l>Is it [the ferry] in,</l><l>or <stage>rising</stage>is it late?</l>
</sp>
<sp who="#tom"><speaker>TOM, aside.</speaker><p>It is<note>was?</note> late (as ever).</p><p>So are you.</p>
</sp>
<sp who="#ned"><p>Hush.</p></sp></div></body></text></TEI>"""
FDX = """<?xml version="1.0"?><FinalDraft DocumentType="Script"><Content>
<Paragraph Type="Scene Heading"><Text>EXT. LANDING</Text></Paragraph>
<Paragraph Type="Action"><Text>Rain.</Text></Paragraph>
<Paragraph Type="Character"><Text>ANN (O.S.)</Text></Paragraph>
<Paragraph Type="Parenthetical"><Text>(calling)</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>Is it </Text><Text>in?</Text></Paragraph>
<Paragraph Type="Character"><Text>TOM</Text></Paragraph>
<Paragraph Type="Dialogue"><Text>It is late.</Text></Paragraph></Content></FinalDraft>"""


def extracted(data):
    return extract_book("b", reading.read(data.encode()).text, LANGUAGES["en"], Extract())


def turns(data):
    return [
        [(turn["speaker"], turn["text"]) for turn in dialogue["turns"]]
        for dialogue in extracted(data).dialogues.to_pylist()
    ]


def test_the_speeches_of_tei_are_turns_without_directions_and_notes():
    said = [("ANN", "Is it the ferry in, or is it late?"), ("TOM", "It is late (as ever). So are you.")]
    assert turns(TEI) == [[*said, ("Ned", "Hush.")]]


def test_a_speech_without_label_has_the_usual_one_of_its_id():
    again = '<sp who="#ann"><p>Was it?</p></sp></div></body>'
    assert turns(TEI.replace("</div></body>", again))[0][-1] == ("ANN", "Was it?")


@pytest.mark.parametrize(
    "line_end",
    ['fer- <lb break="no"/> ry', 'fer¬<lb break="no"/>ry', 'fer\n<pb break="no"/><lb break="no"/>ry'],
)
def test_a_word_that_a_line_end_divides_is_whole(line_end):
    assert turns(TEI.replace("ferry</l>", "").replace("ferry] in", f"{line_end}] in")) == turns(TEI)


def test_people_and_scenes_have_the_ids_of_tei_and_people_their_sex():
    second = TEI.partition("<div")[2].partition("</body>")[0].replace("<head>Scene 1</head>", "")
    found = extracted(TEI.replace("</body>", f"<div{second}</body>"))
    assert [(row["name"], row["person_id"], row["gender"]) for row in found.characters] == [
        ("ANN", "ann", "f"),
        ("TOM", "tom", ""),
        ("Ned", "ned", "m"),
    ]
    assert [(row["scene"], row["number"]) for row in found.scenes] == [("1", 1), ("2", 2)]


def test_tei_says_title_author_and_language():
    stated = reading.read(TEI.encode()).stated
    assert (stated.title, stated.authors, stated.language) == ("The Ferry", ("A. Reed",), "en")


def test_a_play_in_a_file_named_like_subtitles_is_a_book():
    assert _trial(Path("ferry.xml"), TEI.encode()) is trial
    assert _trial(Path("ferry.xml"), b"<?xml version='1.0'?><document/>") is not trial


def test_the_dialogues_of_final_draft_are_turns():
    assert turns(FDX) == [[("ANN", "Is it in?"), ("TOM", "It is late.")]]


def test_a_document_that_declares_entities_is_not_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("key", encoding="utf-8")
    declared = f'<!DOCTYPE TEI [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    data = TEI.replace("<TEI ", f"{declared}<TEI ", 1).replace("Hush.", "Hush. &x;")
    with pytest.raises(reading.BadBookError, match="an XML document"):
        reading.read(data.encode())
