"""Texts in halves by author: nobody is in both, and every text is in one."""

import json

from benchmarks.extraction import halves


def _text(gold, id, **meta):
    folder = gold / id
    folder.mkdir(parents=True)
    (folder / "text.txt").write_text("Text.\n")
    (folder / "gold.jsonl").write_text("")
    (folder / "meta.json").write_text(json.dumps({"language": "de", **meta}))


def test_the_texts_of_an_author_are_in_one_half(tmp_path):
    for number, author in enumerate(
        ["Storm, Theodor", "Keller, Gottfried", "Raabe, Wilhelm", "May, Karl"] * 3
    ):
        _text(tmp_path, f"{'rwk' if number % 2 else 'rwkmain'}/{number}", author=author)
    found = halves.texts(tmp_path)
    authors = {
        half: {json.loads((at / "meta.json").read_text())["author"] for at in texts.values()}
        for half, texts in found.items()
    }
    assert sum(map(len, found.values())) == 12
    assert authors["tuning"] and authors["published"]
    assert not authors["tuning"] & authors["published"]


def test_a_corpus_without_authors_is_parted_by_a_list(tmp_path):
    for id in ("openboek/Hugo_DeEllendigen", "openboek/Nescio_Titaantjes"):
        _text(tmp_path, id)
    found = halves.texts(tmp_path)
    assert list(found["published"]) == ["openboek/Hugo_DeEllendigen"]
    assert list(found["tuning"]) == ["openboek/Nescio_Titaantjes"]
