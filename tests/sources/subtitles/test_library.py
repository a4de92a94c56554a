import pytest

from dialogue_etl.sources.subtitles import library
from dialogue_etl.sources.subtitles.library import Item, LibraryError

ITEM = Item("en/a/a.srt", "subtitles", "en", "a", "A, the film", "1999", "CC0", "ab")
HEAD = "file,form,language,film,title,year,rights,sha256\n"


def test_what_is_added_is_listed_once_in_order(tmp_path):
    library.add(tmp_path, [ITEM])
    other = Item("en/A.zip", "archive", "en", "", "", "", "none stated", "cd")
    library.add(tmp_path, [other, Item(*[*vars(ITEM).values()][:-1], "ef")])
    assert [(item.file, item.sha256) for item in library.read(tmp_path)] == [
        ("en/A.zip", "cd"),
        ("en/a/a.srt", "ef"),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "no such file; `dialogue-etl subtitles add` makes it"),
        ("file,form\n", "no column language, film, title, year, rights, sha256"),
        (f"{HEAD}a.srt,srt,en,a,,,,\n", "item 1 (a.srt): form 'srt' is not of subtitles, xml, archive"),
        (f"{HEAD}a.srt,xml,,a,,,,\n", "item 1 (a.srt): no file, or no language"),
        (f"{HEAD}a.srt,xml,en,a b,,,,\n", "item 1 (a.srt): film 'a b': should be letters"),
        (f"{HEAD}a.srt,xml,en,a,,99,,\n", "item 1 (a.srt): year '99' is none"),
        (f"{HEAD}{'a.srt,xml,en,a,,,,' + chr(10)}a.srt,xml,en,a,,,,\n", "item 2: a.srt is listed twice"),
    ],
)
def test_a_catalogue_that_can_not_be_used(tmp_path, text, says):
    if text is not None:
        (tmp_path / "catalogue.csv").write_text(text, "utf-8")
    with pytest.raises(LibraryError) as caught:
        library.read(tmp_path)
    assert says in str(caught.value)


def test_it_has_to_be_utf_8(tmp_path):
    (tmp_path / "catalogue.csv").write_bytes(HEAD.encode("utf-16"))
    with pytest.raises(LibraryError, match="not UTF-8"):
        library.read(tmp_path)
