import json
from collections import Counter

import pytest

from dialogue_etl.derived.emotions.labelling import reading
from dialogue_etl.derived.emotions.labelling.labels import LabelError, load
from dialogue_etl.derived.emotions.labelling.reading import Labelled, deal
from tests.shared_data import SHARED, needs

EDOS = load("edos")


def read_folder(folder, inventory=EDOS):
    return reading.read_folder(folder, inventory)


FORMS = {
    "a-train.txt": "0 <SEP> I hid, and shook.\n40 <SEP> The shop is shut.\n",
    "b.csv": 'Dialog_ID,Type,Actor,Text,Label\nhit:1,situation,none,"Yes, it is.",agreeing\n',
    "c.csv": 'conv_id,utterance_idx,context,prompt,utterance\nh:1,1,sad,I lost my "old_comma_ old" dog,Oh\n',
    "d.csv": (
        'Count,DialogID,Dialog,Agreed emotion (2/3 vote)\n1,7,"Who ?\nMe .",Proud (Other)\n'
        "2,8,Oh .,-\n3,9,Oh !,Cosy\n"
    ),
    "e-test.jsonl": json.dumps({"turns": ["What?", {"text": "Nothing."}], "label": "Neutral", "id": 5})
    + "\n\n",
    "f.csv": 'label,text\nwishing,"Well done"\njoy,Hooray\n',
    "g-dev.tsv": 'So kind\t5,15\tx1\n"""Thank"" you"\t15\tx2\n"Yes." No."\t4\tx3\n',
    "h.csv": (
        "Sr No.,Utterance,Speaker,Emotion,Sentiment,Dialogue_ID,Utterance_ID\n"
        "1,I\u0092m ready?,Ann,neutral,neutral,0,0\n"
        "2,Yes!,Bob,joy,positive,0,1\n3,Oh.,Ann,sadness,negative,1,0\n"
    ),
    "README.md": "no labels",
}


def test_every_form_is_read(tmp_path):
    for name, text in FORMS.items():
        (tmp_path / name).write_text(text, "utf-8")
    assert read_folder(tmp_path) == [
        Labelled(("I hid, and shook.",), 0, "", "train"),
        Labelled(("The shop is shut.",), 40, "", "train"),
        Labelled(("Yes, it is.",), 32),
        Labelled(('I lost my "old, old" dog',), 27, "h:1"),
        Labelled(("Who ?", "Me ."), 26, "7"),
        Labelled(("What?", "Nothing."), 40, "5", "test"),
        Labelled(("Well done",), 39),
        Labelled(("Hooray",), 22),
        Labelled(('"Thank" you',), 17, "x2", "valid"),
        Labelled(('"Yes." No."',), 32, "x3", "valid"),
        Labelled(("I’m ready?",), 40, "0.0"),
        Labelled(("I’m ready?", "Yes!"), 22, "0.1"),
        Labelled(("Oh.",), 27, "1.0"),
    ]


def test_subtitles_of_xed_are_read_in_each_of_its_forms(tmp_path):
    (tmp_path / "en-annotated.tsv").write_text("Run !\t4\n! !\t8, 1\nTrust me .\t8\n", "utf-8")
    (tmp_path / "de-projections.tsv").write_text("Lauf!\t{'4'}\nJa!\t{'4', '1'}\n", "utf-8")
    (tmp_path / "neu_en.txt").write_text("9\tSure.\n", "utf-8")
    found = [
        (row.turns, row.label) for path in sorted(tmp_path.iterdir()) for row in reading.rows(path, "xed")
    ]
    assert found == [
        (("Lauf!",), "fear"), (("Run !",), "fear"), (("Trust me .",), "trust"), (("Sure.",), "neutral")
    ]  # fmt: skip
    (tmp_path / "neu_en.txt").write_text("9\tSure.\n4\tRun!\n", "utf-8")
    with pytest.raises(LabelError, match="line 2 is not `9`, a tabulator and a neutral sentence"):
        list(reading.rows(tmp_path / "neu_en.txt", "xed"))


def test_what_is_tested_on_is_learnt_from_nowhere(tmp_path):
    (tmp_path / "train.txt").write_text("1 <SEP> Stop it!\n2 <SEP> Again?\n", "utf-8")
    (tmp_path / "test.txt").write_text("1 <SEP> Stop it!\n", "utf-8")
    assert [(one.turns, one.part) for one in read_folder(tmp_path)] == [
        (("Stop it!",), "test"),
        (("Again?",), "train"),
    ]


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("a.txt", "0 <SEP> x\nhm\n", "after label 1: line 2 is not"),
        ("a.txt", "41 <SEP> x\n", "line 1: no label has the number 41"),
        ("a.csv", "colour,text\nred,x\n", "no known columns: colour,text"),
        ("a.csv", "label,text\ncosy,x\n", "label 1: 'cosy': not a label of edos"),
        ("a.jsonl", '{"text": "x"}\n', "after label 0: 'label'"),
        ("README.md", "nothing", "no labels; put files there"),
        ("labels.txt", "neutral,38\nquestioning,38\n", "labels.txt:2: not one to one"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path, name, text, wrong):
    (tmp_path / "z.txt").write_text("0 <SEP> x\n" if name == "labels.txt" else "", "utf-8")
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(LabelError, match=wrong):
        read_folder(tmp_path)


def test_a_share_of_each_class_is_held_out_whatever_the_order():
    given = [
        Labelled((f"turn {n} of {label}",), label) for label in range(3) for n in range(10 * (label + 1))
    ]
    dealt = deal(given, seed=1)
    counted = Counter((one.label, one.part) for one in dealt)
    assert counted[0, "test"], counted[2, "test"] == (2, 6)
    assert counted[2, "train"] == 18
    assert set(deal(given[::-1], seed=1)) == set(dealt) != set(deal(given, seed=2))


RELEASED = SHARED / "data" / "edos" / "MTurk_groundtruth_labels_9K.csv"


@needs(RELEASED)
def test_the_released_answers_of_edos():
    found = list(reading.numbered(RELEASED, EDOS))
    assert abs(len(found) - 8_913) <= 6
    assert len({number for _, number in found}) == 41
