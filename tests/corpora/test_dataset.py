"""Published corpora as datasets: turns, speakers, labels and splits are those of the original."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from dialogue_etl.core.parameters.model import Package
from dialogue_etl.corpora.dataset import LEFT_OUT, write
from dialogue_etl.corpora.records import split_of
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.dialogue import DATASET
from tests.shared_data import SHARED

PARQUET = Package(formats=["parquet"])
Said = list[list[tuple[str, str, list[str]]]]


def read(folder: Path, files: dict[str, str], form: str) -> tuple[dict[str, Said], list[str]]:
    """Text, speaker and labels of each turn by split, and what is left out."""
    (folder / "in").mkdir()
    for name, text in files.items():
        (folder / "in" / name).write_text(text, "utf-8", newline="\n")
    write([folder / "in"], form, folder / "out", package=PARQUET)
    found: dict[str, Any] = {}
    for path in sorted((folder / "out/en").glob("*.parquet")):
        table = pq.read_table(path)
        assert table.schema.equals(DATASET)
        found[path.stem] = [
            [(turn["text"], turn["speaker"], [one["label"] for one in turn["labels"]]) for turn in turns]
            for turns in table["turns"].to_pylist()
        ]
    rows = (folder / "out" / LEFT_OUT).read_text("utf-8").splitlines()[1:]
    return found, rows


@pytest.mark.parametrize(
    ("form", "files", "expected", "left_out"),
    [
        (
            "dailydialog",
            {
                "dialogues_train.txt": "Hi ! __eou__ Who 's there ? __eou__\nAlone . __eou__\n"
                "A __eou__ B __eou__\n",
                "dialogues_emotion_train.txt": "4 0 \n0 \n1 \n",
                "dialogues_act_train.txt": "1 2 \n1 \n1 1 \n",
                "dialogues_test.txt": "Yes . __eou__ No .\n\n",
                "dialogues_topic.txt": "1\n",
                "en_dev_human.txt": "One . __eou__ Two . __eou__\t1\t3 4\t0 6\n",
            },
            {
                "train": [
                    [("Hi !", "A", ["happiness", "inform"]), ("Who 's there ?", "B", ["none", "question"])]
                ],
                "validation": [
                    [("One .", "A", ["none", "directive"]), ("Two .", "B", ["surprise", "commissive"])]
                ],
                "test": [[("Yes .", "A", []), ("No .", "B", [])]],
            },
            [
                "dialogues_test.txt\t2\tan empty line",
                "dialogues_train.txt\t2\t2: a single turn",
                "dialogues_train.txt\t3\tnot as many labels as turns, or unknown ones",
            ],
        ),
        (
            "empatheticdialogues",
            {
                "valid.csv": "conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags\n"
                'c:1,1,sad,p_comma_ p,7, Well_comma_ "I lost it.,5|5,\nc:1,2,sad,p,8,Oh no,5|5,\n'
                "c:2,1,afraid,p,7,One,5|5,\nc:3,1,proud,p\nc:4,1,proud,p,1,a,,\nc:4,3,proud,p,1,b,,\n"
            },
            {"validation": [[('Well, "I lost it.', "7", ["sad"]), ("Oh no", "8", [])]]},
            [
                "valid.csv\t4\tc:2: a single turn",
                "valid.csv\t5\tc:3: too few or too many cells, or turns not in order",
                "valid.csv\t6\tc:4: too few or too many cells, or turns not in order",
            ],
        ),
        (
            "personachat",
            {
                "test_self_original.txt": "1 your persona: i ski.\n2 hi !\thello , i ski .\t\ta|b\n"
                "3 why ?\tfor fun .\t\ta|b\n1 partner's persona: i sew.\n2 __SILENCE__\tgood day\n"
                "3 you ?\tme\n1 well\t\n1 so\tand\nno number\n"
            },
            {
                "test": [
                    [
                        ("hi !", "partner", []),
                        ("hello , i ski .", "self", []),
                        ("why ?", "partner", []),
                        ("for fun .", "self", []),
                    ],
                    [("good day", "self", []), ("you ?", "partner", []), ("me", "self", [])],
                ]
            },
            [
                "test_self_original.txt\t7\tline 7: a turn is empty",
                "test_self_original.txt\t8\tline 9 does not begin with a number",
            ],
        ),
    ],
    ids=["dailydialog", "empatheticdialogues", "personachat"],
)
def test_a_corpus_keeps_turns_labels_and_splits(
    tmp_path: Path, form: str, files: dict[str, str], expected: dict[str, Said], left_out: list[str]
) -> None:
    assert read(tmp_path, files, form) == (expected, left_out)


@pytest.mark.parametrize(
    ("name", "split"),
    [
        ("train.csv", "train"),
        ("valid_none_original.txt", "validation"),
        ("val_dialogues.txt", "validation"),
        ("test/dialogues.txt", "test"),
        ("contest.txt", ""),
    ],
)
def test_the_split_is_told_by_names(tmp_path: Path, name: str, split: str) -> None:
    assert split_of(tmp_path / "corpus" / name, tmp_path) == split


@pytest.mark.parametrize(
    ("files", "message"), [({"a.txt": "1 no tab\n"}, "nothing can be read"), ({}, "no files")]
)
def test_what_holds_no_dialogue_is_refused(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(DialogueEtlError, match=message):
        read(tmp_path, files, "personachat")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("form", ["cornell", "dailydialog", "empatheticdialogues", "oasst", "soda"])
def test_values_of_another_kind_are_refused_by_name(tmp_path: Path, form: str) -> None:
    odd = '[[1], {"dialog": 5, "dialogue": 5, "utterance": "x", "text": 5}]'
    with pytest.raises(DialogueEtlError, match=r"a\.json: no conversation in it"):
        read(tmp_path, {"a.json": odd}, form)


@pytest.mark.parametrize(
    ("form", "file", "dialogues"),
    [
        ("dailydialog", "dailydialog/xdailydialog/en_dev_human.txt", 995),
        ("empatheticdialogues", "empatheticdialogues/fixed_valid.csv", 2_769),
    ],
)
def test_real_files_are_read_whole(tmp_path: Path, form: str, file: str, dialogues: int) -> None:
    path = SHARED / "data" / file
    if not path.is_file():
        pytest.skip(f"{path}: not here")
    counts = write([path], form, tmp_path / "out", package=PARQUET).counts["en"]["validation"]
    assert counts["published"] - counts["left_out"] == dialogues
    assert counts["left_out"] <= 1
