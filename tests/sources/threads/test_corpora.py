import pytest

from dialogue_etl.sources.threads import corpora
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.corpora import CorporaError, Corpus
from dialogue_etl.sources.threads.parameters import Threads

HEAD = "name,format,language,rights,files\n"
MORE = HEAD.strip() + ",encoding,fields\n"


def test_what_is_added_is_read_again_sorted(tmp_path):
    two = Corpus("two", "tsv", "zh", "MIT, or so", ("a.tsv", "b.tsv"))
    other = Corpus("other", "tree", "zh", "", ("o",), "big5", ("parent=rootid", "text=a.b"))
    for corpus in (
        other,
        two,
        Corpus("one", "tree", "en", "", ("c",)),
        Corpus("one", "tree", "en", "CC0", ("d",)),
    ):
        corpora.add(tmp_path, corpus)
    assert corpora.read(tmp_path) == [Corpus("one", "tree", "en", "CC0", ("d",)), other, two]
    assert other.stated() == {"encoding": "big5", "fields": {"parent": ["rootid"], "text": ["a.b"]}}
    assert corpora.remove(tmp_path, "other") == other
    with pytest.raises(CorporaError, match=r"other: not in .*; there are one, two"):
        corpora.remove(tmp_path, "other")
    chosen, folder = corpora.chosen(Threads(source="corpora"), tmp_path, "zh")
    assert (chosen, folder) == ([two], tmp_path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name,format\n", "no column language, rights, files"),
        (HEAD + "../x,tree,en,,a\n", "corpus 1: name '../x': should be letters"),
        (HEAD + "x,icq,en,,a\n", "format 'icq' is not of tree, reddit"),
        (HEAD + "x,tree,,,a\n", "no language, no files"),
        (HEAD + "x,tree\n", "no language, no files"),
        (HEAD + "x,tree,en,,a; a\n", "a file twice"),
        (MORE + "x,tree,en,,a,rot13,\n", "encoding rot13: none that Python knows"),
        (MORE + "x,tree,en,,a,,dad=b\n", "dad=b: should be FIELD=PLACE, a field one"),
        (MORE + "x,ptt,en,,a,,text=b\n", "text=b: ptt has no fields; tree, reddit"),
        (HEAD + "x,tree,en,,a\nx,tree,en,,b\n", "corpus 2: x is listed twice"),
    ],
)
def test_a_broken_catalogue_says_where(tmp_path, text, says):
    (tmp_path / "catalogue.csv").write_text(text)
    with pytest.raises(CorporaError, match=says.replace("(", r"\(")):
        corpora.read(tmp_path)


def test_no_catalogue_names_the_command(tmp_path):
    with pytest.raises(CorporaError, match="no such file; `dialogue-etl threads add` makes it"):
        corpora.read(tmp_path)
    (tmp_path / "catalogue.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CorporaError, match="not UTF-8"):
        corpora.read(tmp_path)


def test_every_corpus_of_the_sample_has_its_files():
    for corpus in corpora.read(corpora.SAMPLE):
        assert corpus.format in FORMATS
        assert all((corpora.SAMPLE / file).is_file() for file in corpus.files)
