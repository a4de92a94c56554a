import pytest

from dialogue_etl.sources.subtitles import subtitle_files
from dialogue_etl.sources.subtitles.visual_order import put_right
from tests.sources.subtitles.building import srt


@pytest.mark.parametrize(
    ("seen", "read"),
    [
        (".سلام", "سلام."),
        ("!سلام -", "- سلام!"),
        ("...و بعد", "و بعد..."),
        ("کجا؟ -", "- کجا؟"),
        ("سلام.", "سلام."),
        ("שלום-", "שלום-"),  # cut off: a speaker's dash stands apart
        ("?הלו", "הלו?"),
        (",תודה, תודה", "תודה, תודה,"),
        (".לא, לא אתמול-", "- לא, לא אתמול."),
        ("?או מה? -כלום", "או מה? -כלום?"),
        ("!Site.Net הורדה מהאתר של", "Site.Net הורדה מהאתר של!"),
        (':"בסדרה של "השכן', 'בסדרה של "השכן":'),
        ('"שלום" אמר', '"שלום" אמר'),
        ("گربه» بود، همیشه»", "«گربه» بود، همیشه"),
        ('شيمر"؟"', '"شيمر"؟'),
        ('قال "نعم"', 'قال "نعم"'),
        ("«گربه» بود", "«گربه» بود"),
        (".hello -", ".hello -"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_marks_go_where_they_are_read(seen, read):
    assert put_right(seen) == read
    assert put_right(read) == read


def test_a_file_tells_by_its_full_stops_how_it_was_written():
    seen = [".بله -\n.نه -", ".برو", "...و بعد", "خوبی؟-\nآره-", "برو آنجا-"]
    said = [sentence.text for sentence in subtitle_files.read(srt(seen), "fa").sentences]
    assert said == ["- بله.", "- نه.", "برو.", "و بعد...", "- خوبی؟", "- آره", "برو آنجا-"]
    read = ["- بله.\n- نه.", "برو.", "...و بعد"]  # goes on after a pause
    said = [sentence.text for sentence in subtitle_files.read(srt(read), "fa").sentences]
    assert said == ["- بله.", "- نه.", "برو.", "...و بعد"]


def test_a_file_without_full_stops_tells_by_its_other_marks():
    seen = ["!نعم", ":قال", "...ربما", "من هنا؟"]
    said = [sentence.text for sentence in subtitle_files.read(srt(seen), "ar").sentences]
    assert said == ["نعم!", "قال:", "ربما...", "من هنا؟"]
