import csv
import json

from rich.console import Console

from dialogue_etl import params
from dialogue_etl.sources.threads.noise_audit import ANY, audit
from dialogue_etl.sources.threads.noise_table import audit_corpus
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from tests.conftest import tree

SAID = [["王八蛋", "去你的"], ["好的呀", "看http://t.cn/abcdefg吧", "王八蛋"], ["吃了没有", "吃过了"]]


def written(folder, name, text):
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def found(paths, language="zh", *, lists=None, **knobs):
    values = params.parse({"rules": knobs})
    made = audit(paths, language, values, lists or Blacklists.load(language))
    return made, {share.rule: (share.dialogues, share.utterances) for share in made.shares}


def forms(folder):
    spaced = [[" ".join(text) for text in said] for said in SAID]
    lines = "".join(json.dumps(said, ensure_ascii=False) + "\n" for said in SAID)
    return [
        written(folder, "a.json", json.dumps({"train": spaced[:2], "valid": spaced[2:]})),
        written(folder, "b.json", json.dumps(spaced)),
        written(folder, "c.jsonl", lines),
        written(folder, "d.tsv", "".join("\t".join(said) + "\n" for said in spaced)),
    ]


def test_every_form_gives_the_same_figures(tmp_path):
    paths = forms(tmp_path)
    before = tree(tmp_path)
    for path in paths:
        made, shares = found([path])
        assert (made.dialogues, made.utterances, made.unreadable) == (3, 7, 0), path
        assert shares["blacklist_dirty"] == (2, 2)
        assert shares["urls"][0] == 1
        assert shares[ANY] == (2, 3)
    assert tree(tmp_path) == before


def test_rules_that_are_off_have_no_line(tmp_path):
    path = forms(tmp_path)[2]
    assert "blacklist_dirty" not in found([path], blacklist_dirty="off")[1]
    assert found([path])[0].shares[-1].rule == ANY


def test_rules_over_all_dialogues_count_too(tmp_path):
    advert = "全场五折的好东西都在这里等着你来看一看呀快来快来不要错过"
    said = [[f"第{n}个帖子", advert] for n in range(3)] + [[f"第{n}个问题", "我也不知道"] for n in range(9)]
    lines = [json.dumps(one) + "\n" for one in [*said, *said]]
    paths = [
        written(tmp_path, "a.jsonl", "".join(lines[:7])),
        written(tmp_path, "b.jsonl", "".join(lines[7:])),
    ]
    shares = found(paths, frequent_trigrams_utterances=8)[1]
    assert shares["adverts"] == (6, 6)
    assert shares["frequent_trigrams"] == (18, 18)
    assert found(paths, frequent_trigrams_utterances=9)[1]["frequent_trigrams"] == (0, 0)


def test_what_cannot_be_read_is_counted_and_the_rest_is_read(tmp_path):
    path = written(tmp_path, "a.jsonl", '["好的呀", "走吧"]\n{"no": 1}\nnonsense\n')
    made, _ = found([path, tmp_path / "missing.jsonl"])
    assert (made.dialogues, made.unreadable) == (1, 3)


def test_the_table_and_the_csv_say_the_same(tmp_path):
    console = Console(record=True, width=120)
    paths = forms(tmp_path)[:1]
    audit_corpus(paths, "zh", params.parse({}), console=console, output=tmp_path / "out.csv")
    text = console.export_text()
    assert "3 dialogues, 7 utterances" in text
    assert "66.67%" in text
    rows = {row["rule"]: row for row in csv.DictReader((tmp_path / "out.csv").open(encoding="utf-8"))}
    assert rows["blacklist_dirty"]["dialogues"] == "2"
    assert rows["blacklist_dirty"]["share_of_dialogues"] == "0.666667"
    assert list(rows)[-1] == ANY


def test_an_empty_corpus_divides_by_nothing(tmp_path):
    console = Console(record=True, width=120)
    audit_corpus([written(tmp_path, "a.json", "[]")], "zh", params.parse({}), console=console)
    assert "0 dialogues" in console.export_text()
