"""Folders of corpora as they are published: each conversation once, in the split that its authors gave it."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.core.parameters.model import Package
from dialogue_etl.corpora import test_sets
from dialogue_etl.corpora.dataset import LEFT_OUT, Duplicates, write
from dialogue_etl.errors import DialogueEtlError

SPLITS = ("train", "validation", "test")
SIZES = {"train": 5, "validation": 2, "test": 3}


def said(split: str, number: int) -> list[str]:
    """Turns that no other conversation has."""
    return [f"Is the {split} ferry {number} late ?", f"It is , by {number} minutes .", "Again !"]


def each(split: str) -> list[list[str]]:
    return [said(split, number) for number in range(SIZES[split])]


def everything() -> list[list[str]]:
    return [one for split in SPLITS for one in each(split)]


def put(folder: Path, name: str, content: Any) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if name.endswith(".parquet"):
        pq.write_table(pa.Table.from_pylist(content), path)
    elif name.endswith(".jsonl"):
        path.write_text("".join(json.dumps(one) + "\n" for one in content), "utf-8")
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")


def eou(found: list[list[str]]) -> str:
    return "".join(" __eou__ ".join(one) + " __eou__\n" for one in found)


def dailydialog(folder: Path) -> None:
    put(folder, "dialogues_text.txt", eou(everything()))
    put(folder, "readme.txt", "Four files , and a folder for each split . __eou__ Yes .\n")
    for split in SPLITS:
        put(folder, f"{split}/dialogues_{split}.txt", eou(each(split)))
        put(folder, f"{split}/dialogues_emotion_{split}.txt", "0 4 0\n" * SIZES[split])
        put(folder, f"{split}/dialogues_act_{split}.txt", "2 1 1\n" * SIZES[split])


def dailydialog_zip(folder: Path) -> None:
    dailydialog(folder / "made")
    for split in SPLITS:
        with zipfile.ZipFile(folder / f"{split}.zip", "w") as file:
            for path in sorted((folder / "made" / split).iterdir()):
                file.write(path, f"{split}/{path.name}")
    with zipfile.ZipFile(folder / "ijcnlp_dailydialog.zip", "w") as file:
        file.write(folder / "made/dialogues_text.txt", "ijcnlp_dailydialog/dialogues_text.txt")
        for split in SPLITS:
            file.write(folder / f"{split}.zip", f"ijcnlp_dailydialog/{split}.zip")
            (folder / f"{split}.zip").unlink()
    for path in sorted((folder / "made").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()


def dailydialog_hub(folder: Path) -> None:
    for split in SPLITS:
        rows = [{"dialog": one, "act": [2, 1, 1], "emotion": [0, 4, 0]} for one in each(split)]
        put(folder, f"data/{split}-00000-of-00001.parquet", rows)


def dailydialog_hub_plural(folder: Path) -> None:
    for split in SPLITS:
        rows = [
            {"id": f"{split}_{n}", "acts": [2, 1, 1], "emotions": [0, 4, 0], "utterances": one}
            for n, one in enumerate(each(split))
        ]
        put(folder, f"data/{split}-00000-of-00001.parquet", rows)


def xdailydialog(folder: Path) -> None:
    for language in ("en", "de", "it", "zh"):
        for split in SPLITS:
            lines = (" __eou__ ".join([*one, language]) + "\t1\t2 1 1 1\t0 4 0 0\n" for one in each(split))
            put(folder, f"{language}_{split}.txt", "".join(lines))


def personachat(folder: Path) -> None:
    for edition in ("none_original", "self_original", "self_revised", "other_original", "both_original"):
        for name, split in (("train", "train"), ("valid", "validation"), ("test", "test")):
            text = ""
            for ask, answer, again in each(split):
                persona = "" if edition.startswith("none") else f"1 your persona: {edition} .\n"
                first = 2 if persona else 1
                text += f"{persona}{first} {ask}\t{answer}\t\ta|b\n{first + 1} {again}\tyes .\t\ta|b\n"
            put(folder, f"{name}_{edition}.txt", text)


def empathetic_rows(split: str) -> list[dict[str, Any]]:
    return [
        {
            "conv_id": f"hit:{split}_conv:{number}",
            "utterance_idx": place,
            "context": "proud",
            "prompt": "A ferry .",
            "speaker_idx": place % 2,
            "utterance": text.replace(",", "_comma_"),
            "selfeval": "5|5|5_2|2|5",
            "tags": "",
        }
        for number, one in enumerate(each(split))
        for place, text in enumerate(one, 1)
    ]


def empathetic(folder: Path) -> None:
    for name, split in (("train", "train"), ("valid", "validation"), ("test", "test")):
        rows = empathetic_rows(split)
        lines = [",".join(rows[0]), *(",".join(map(str, row.values())) for row in rows)]
        if name == "valid":  # as in the release: a comma that is not written _comma_
            bad = "hit:9_conv:9,{},proud,A ferry,{},{},5|5|5_2|2|5,"
            lines += [bad.format(1, 7, "Well, it was late"), bad.format(2, 8, "Was it ?")]
        put(folder, f"empatheticdialogues/{name}.csv", "\n".join(lines) + "\n")


def empathetic_hub(folder: Path) -> None:
    for split in SPLITS:
        put(folder, f"data/{split}-00000-of-00001.parquet", empathetic_rows(split))


def multiwoz(folder: Path) -> None:
    for name, split in (("train", "train"), ("dev", "validation"), ("test", "test")):
        rows = [
            {
                "dialogue_id": f"{split}{number}.json",
                "services": ["train"],
                "turns": [
                    {
                        "speaker": ["USER", "SYSTEM"][place % 2],
                        "turn_id": str(place),
                        "utterance": text,
                        "frames": [],
                    }
                    for place, text in enumerate(one)
                ],
            }
            for number, one in enumerate(each(split))
        ]
        put(folder, f"{name}/dialogues_001.json", rows)
    put(folder, "schema.json", [{"service_name": "train", "slots": []}])
    acts = {"0": {"dialog_act": {"Train-Inform": [["leaveat", "9"]]}, "span_info": []}}
    put(folder, "dialog_acts.json", {f"train{number}.json": acts for number in range(SIZES["train"])})


def multiwoz_2_1(folder: Path) -> None:
    found = {f"{split}{n}.json": one for split in SPLITS for n, one in enumerate(each(split))}
    logs = {
        id: {"goal": {}, "log": [{"text": text, "metadata": {}} for text in one]} for id, one in found.items()
    }
    put(folder, "data.json", logs)
    for name, split in (("val", "validation"), ("test", "test")):
        put(folder, f"{name}ListFile.txt", "".join(f"{id}\n" for id in found if id.startswith(split)))


def multiwoz_hub(folder: Path) -> None:
    for split in SPLITS:
        rows = [
            {
                "dialogue_id": f"{split}{number}.json",
                "services": ["train"],
                "turns": {
                    "turn_id": ["0", "1", "2"],
                    "speaker": [0, 1, 0],
                    "utterance": one,
                    "frames": [{"service": ["train"]}, {"service": []}, {"service": []}],
                },
            }
            for number, one in enumerate(each(split))
        ]
        put(folder, f"v2.2/{split}-00000-of-00001.parquet", rows)


def messages(split: str) -> list[dict[str, Any]]:
    rows = []
    for number, one in enumerate(each(split)):
        above = None
        for place, text in enumerate(one):
            own = f"{split}-{number}-{place}"
            shared = {
                "lang": "en",
                "role": ["prompter", "assistant"][place % 2],
                "message_tree_id": f"{split}-{number}",
            }
            rows.append(
                {
                    "message_id": own,
                    "parent_id": above,
                    "text": text,
                    "rank": 0.0 if place == 1 else None,
                    **shared,
                }
            )
            if place == 1:
                rows.append(
                    {"message_id": f"{own}b", "parent_id": above, "text": "No idea .", "rank": 1.0, **shared}
                )
            above = own
    return rows


def oasst(folder: Path) -> None:
    for split in ("train", "validation"):
        put(folder, f"data/{split}-00000-of-00001.parquet", messages(split))
    put(folder, "2023_oasst_ready.messages.jsonl", messages("train") + messages("validation"))


def ultrachat(folder: Path) -> None:
    for name, split in (("train_sft", "train"), ("test_sft", "test")):
        rows = [
            {
                "prompt": one[0],
                "prompt_id": one[0],
                "messages": [{"role": ["user", "assistant"][n % 2], "content": t} for n, t in enumerate(one)],
            }
            for one in each(split)
        ]
        put(folder, f"data/{name}-00000-of-00001.parquet", rows)
        put(folder, f"data/{name.replace('sft', 'gen')}-00000-of-00001.parquet", rows)


def soda(folder: Path) -> None:
    for name, split in (("train", "train"), ("valid", "validation"), ("test", "test")):
        rows = [
            {
                "original_index": n,
                "relation": "xWant",
                "narrative": "A ferry .",
                "dialogue": one,
                "speakers": ["A", "B", "A"],
            }
            for n, one in enumerate(each(split))
        ]
        put(folder, f"{name}.parquet", rows)


def topicalchat(folder: Path) -> None:
    for name, split in (("train", "train"), ("valid_freq", "validation"), ("test_rare", "test")):
        found = {
            f"t_{name}_{n}": {
                "article_url": "u",
                "config": "A",
                "content": [
                    {
                        "message": text,
                        "agent": f"agent_{1 + place % 2}",
                        "sentiment": "Happy",
                        "knowledge_source": ["FS1"],
                    }
                    for place, text in enumerate(one)
                ],
            }
            for n, one in enumerate(each(split))
        }
        put(folder, f"conversations/{name}.json", found)
        sets = {key: {"config": "A", "agent_1": {"FS1": {"entity": "x"}}} for key in found}
        put(folder, f"reading_sets/post-build/{name}.json", sets)


def blendedskilltalk(folder: Path) -> None:
    for name, split in (("train", "train"), ("valid", "validation"), ("test", "test")):
        rows = [
            {
                "personas": [["a"], ["b"]],
                "free_turker_utterance": one[0],
                "guided_turker_utterance": one[1],
                "dialog": [[place % 2, text] for place, text in enumerate(one)],
            }
            for one in each(split)
        ]
        put(folder, f"{name}.json", rows)


def wizard(folder: Path) -> None:
    def rows(found: list[list[str]]) -> list[dict[str, Any]]:
        return [
            {
                "chosen_topic": "Ferry",
                "persona": "i sail .",
                "dialog": [
                    {
                        "speaker": ["0_Wizard", "1_Apprentice"][n % 2],
                        "text": text,
                        "retrieved_topics": ["Ferry"],
                    }
                    for n, text in enumerate(one)
                ],
            }
            for one in found
        ]

    put(folder, "data.json", rows(everything()))
    put(folder, "topic_splits.json", {"train": ["Ferry"], "test": []})
    for name, split in (
        ("train", "train"),
        ("valid_random_split", "validation"),
        ("test_topic_split", "test"),
    ):
        put(folder, f"{name}.json", rows(each(split)))


def meld(folder: Path) -> None:
    for name, split in (("train", "train"), ("dev", "validation"), ("test", "test")):
        lines = ["Sr No.,Utterance,Speaker,Emotion,Sentiment,Dialogue_ID,Utterance_ID,Season"]
        lines += [
            f'{number},"{text}",{["Ann", "Tom"][place % 2]},joy,positive,{number},{place},8'
            for number, one in enumerate(each(split))
            for place, text in enumerate(one)
        ]
        put(folder, f"MELD/{name}_sent_emo.csv", "\n".join(lines) + "\n")
        pieces = [
            line for line in lines if line.split(",")[-2] != "2"
        ]  # of two speakers each, in other numbers
        put(folder, f"MELD_Dyadic/{name}_sent_emo_dya.csv", "\n".join(pieces) + "\n")


def switchboard(folder: Path) -> None:
    for number, one in enumerate(each("train")):
        lines = [
            "swda_filename,ptb_basename,conversation_no,transcript_index,act_tag,caller,utterance_index,text"
        ]
        lines += [f'sw,4,{number},{n},sd,{"AB"[n % 2]},{n},"{text} /"' for n, text in enumerate(one)]
        lines += [f'sw,4,{number},3,b,A,3,"Uh-huh. /"']
        put(folder, f"sw00utt/sw_0001_{number}.utt.csv", "\n".join(lines) + "\n")


def cornell(folder: Path) -> None:
    found = each("train")
    lines = [
        f"L{10 * n + p} +++$+++ u{p % 2} +++$+++ m0 +++$+++ A +++$+++ {t}\n"
        for n, one in enumerate(found)
        for p, t in enumerate(one)
    ]
    put(folder, "movie_lines.txt", "".join(lines))
    ids = [[f"L{10 * n + p}" for p in range(3)] for n, _ in enumerate(found)]
    put(
        folder, "movie_conversations.txt", "".join(f"u0 +++$+++ u1 +++$+++ m0 +++$+++ {one}\n" for one in ids)
    )


def cornell_hub(folder: Path) -> None:
    both = {"characterID1": "u0", "characterID2": "u2"}
    rows = [{"movieID": "m0", **both, "utterance": {"text": one, "LineID": ["L1"]}} for one in each("train")]
    put(folder, "data/train-00000-of-00001.parquet", rows)


ACTS = {"question", "happiness", "none", "inform"}
LAYOUTS: list[tuple[Any, str, dict[str, int], tuple[int, str], set[str]]] = [
    (dailydialog, "dailydialog", SIZES, (1, "dialogues_text"), ACTS),
    (dailydialog_zip, "dailydialog", SIZES, (1, "dialogues_text"), ACTS),
    (dailydialog_hub, "dailydialog", SIZES, (0, ""), ACTS),
    (dailydialog_hub_plural, "dailydialog", SIZES, (0, ""), ACTS),
    (personachat, "personachat", SIZES, (12, "none_original|other_original|both_original|revised"), set()),
    (empathetic, "empatheticdialogues", SIZES, (1, "valid.csv"), {"proud"}),
    (empathetic_hub, "empatheticdialogues", SIZES, (0, ""), {"proud"}),
    (multiwoz, "multiwoz", SIZES, (0, ""), set()),
    (multiwoz_2_1, "multiwoz", SIZES, (0, ""), set()),
    (multiwoz_hub, "multiwoz", SIZES, (0, ""), set()),
    (oasst, "oasst", {"train": 5, "validation": 2}, (1, "ready.messages"), set()),
    (ultrachat, "ultrachat", {"train": 5, "test": 3}, (2, "gen-"), set()),
    (soda, "soda", SIZES, (0, ""), {"xWant"}),
    (topicalchat, "topicalchat", SIZES, (3, "reading_sets"), {"Happy"}),
    (blendedskilltalk, "blendedskilltalk", SIZES, (0, ""), set()),
    (wizard, "wizardofwikipedia", SIZES, (2, "data.json|topic_splits.json"), set()),
    (meld, "meld", SIZES, (3, "Dyadic"), {"joy", "positive"}),
    (switchboard, "switchboard", {"train": 5}, (0, ""), {"sd", "b"}),
    (cornell, "cornell", {"train": 5}, (0, ""), set()),
    (cornell_hub, "cornell", {"train": 5}, (0, ""), set()),
]


def read(folder: Path, form: str, duplicates: Duplicates = "drop", language: str = "") -> dict[str, Any]:
    """The turns of each conversation by language and split, and what was written."""
    done = write(
        [folder / "in"],
        form,
        folder / "out",
        package=Package(formats=["parquet"]),
        language=language,
        duplicates=duplicates,
    )
    found: dict[str, Any] = {"": done}
    for path in sorted((folder / "out").glob("*/*.parquet")):
        found[f"{path.parent.name} {path.stem}"] = pq.read_table(path)["turns"].to_pylist()
    return found


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout[0].__name__)
def test_counts_are_as_published_and_no_conversation_is_there_twice(tmp_path, layout):
    make, form, sizes, left_out, labels = layout
    make(tmp_path / "in")
    found = read(tmp_path, form)
    assert {name: len(found.get(f"en {name}", ())) for name in SPLITS} == dict.fromkeys(SPLITS, 0) | sizes
    for split in sizes:
        begins = [[turn["text"].removesuffix(" /") for turn in turns[:2]] for turns in found[f"en {split}"]]
        assert sorted(begins) == sorted(one[:2] for one in each(split))
        assert all(turns[0]["speaker"] != turns[1]["speaker"] for turns in found[f"en {split}"])
    rows = (tmp_path / "out" / LEFT_OUT).read_text("utf-8").splitlines()[1:]
    names = {row.partition("	")[0] for row in rows}
    assert len(names) == left_out[0] and all(re.search(left_out[1], name) for name in names)
    assert {one["label"] for turns in found["en train"] for turn in turns for one in turn["labels"]} == labels


def test_each_language_of_a_corpus_is_a_language_of_the_dataset(tmp_path):
    xdailydialog(tmp_path / "in")
    found = read(tmp_path, "dailydialog")
    assert {name: len(rows) for name, rows in found.items() if name} == {
        f"{language} {split}": size for language in ("en", "de", "it", "zh") for split, size in SIZES.items()
    }
    assert {name for name in read(tmp_path, "dailydialog", language="de") if name} == {
        f"de {one}" for one in SPLITS
    }


def test_texts_of_several_languages_share_the_labels_beside_them(tmp_path):
    put(tmp_path / "in", "dialogues_text_De.txt", eou(each("train")))
    put(tmp_path / "in", "dialogues_text_En.txt", eou([*each("train"), said("test", 0)]))
    put(tmp_path / "in", "dialogues_emotion.txt", "0 4 0\n" * SIZES["train"] + "0 4\n")
    put(tmp_path / "in", "dialogues_action.txt", "2 1 1\n" * SIZES["train"] + "2 1 1\n")
    found = read(tmp_path, "dailydialog")
    counts = {language: of["all"] for language, of in found[""].counts.items()}
    assert [counts[name]["left_out"] for name in ("de", "en")] == [0, 1]
    for language in ("de", "en"):
        labels = [[one["label"] for one in turn["labels"]] for turn in found[f"{language} train"][0]]
        assert labels == [["none", "question"], ["happiness", "inform"], ["none", "inform"]]


def test_files_of_one_name_in_several_folders_are_distinct(tmp_path):
    for number in (1, 2):
        put(tmp_path, f"part{number}/train.txt", eou([said("train", number), said("train", number + 5)]))
    folders = [tmp_path / "part1", tmp_path / "part2"]
    done = write(folders, "dailydialog", tmp_path / "out", package=Package(formats=["parquet"]))
    ids = pq.read_table(tmp_path / "out/en/train.parquet")["id"].to_pylist()
    assert len(set(ids)) == done.counts["en"]["train"]["dialogues"] == 4
    assert done.editions == []


@pytest.mark.parametrize("duplicates", ["keep", "drop"])
def test_what_splits_share_is_counted_and_left_out_of_train_unless_asked_for(tmp_path, duplicates):
    dailydialog(tmp_path / "in")
    again = [*each("train"), said("test", 0), said("train", 1)]
    put(tmp_path / "in", "train/dialogues_train.txt", eou(again))
    for kind, digits in (("emotion", "0 4 0\n"), ("act", "2 1 1\n")):
        put(tmp_path / "in", f"train/dialogues_{kind}_train.txt", digits * len(again))
    found = read(tmp_path, "dailydialog", duplicates)
    counts = found[""].counts["en"]
    dropped = duplicates == "drop"
    assert [counts["train"][name] for name in ("published", "shared", "repeated")] == [7, 1, 1]
    assert counts["train"]["dialogues"] == (5 if dropped else 7)
    assert counts["test"]["dialogues"] == 3
    rows = (tmp_path / "out" / LEFT_OUT).read_text("utf-8")
    assert ("6: shared with test" in rows) == ("7: repeated" in rows) == dropped


def test_the_dialogues_of_a_test_set_are_those_of_its_validation_and_test_splits(tmp_path):
    dailydialog(tmp_path / "in")
    read(tmp_path, "dailydialog")
    published, ours = (list(test_sets.dialogues([entry], tmp_path)) for entry in ("dailydialog=in", "out"))
    assert sorted(published) == sorted(ours)
    held_out = sorted("\n".join(one) for split in ("validation", "test") for one in each(split))
    assert sorted(text for _, text in published) == held_out
    for entry, why in (("nowhere", "no such folder"), ("daily=in", "the format"), ("in", "no dialogue of a")):
        with pytest.raises(DialogueEtlError, match=why):
            list(test_sets.dialogues([entry], tmp_path))
