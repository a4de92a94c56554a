import pytest

from dialogue_etl.sources.subtitles import detokenise, library, subtitle_files
from tests.sources.subtitles.building import read_xml


@pytest.mark.parametrize(
    ("language", "tokens", "text"),
    [
        ("en", "Hello , Mr. Smith !", "Hello, Mr. Smith!"),
        ("en", "I do n't know , it 's Tom 's .", "I don't know, it's Tom's."),
        ("en", "- Who 's there ?", "- Who's there?"),
        ("en", '" I \'m fine . "', '"I\'m fine."'),
        ("en", 'He said " go " , so we went .', 'He said "go", so we went.'),
        ("en", '" And then', '"And then'),
        ("en", 'it rained . "', 'it rained."'),
        (
            "en",
            "It 's the boys ' house ( really ) , 50 % off for $ 5 .",
            "It's the boys' house (really), 50% off for $5.",
        ),
        ("en", "... and then ? Well ... no .", "...and then? Well... no."),
        ("en", "Just 'cause I said so", "Just 'cause I said so"),
        ("pt", "- Olá , D. Amélia ! E « isto » ?", "- Olá, D. Amélia! E «isto»?"),
        ("es", "¿ Qué ? ¡ No !", "¿Qué? ¡No!"),
        ("fr", "C' est l' homme « fou » , non ?", "C'est l'homme « fou », non ?"),
        ("it", "Dell' acqua !", "Dell'acqua!"),
        ("zh", "你 好 ， 世 界 。", "你好，世界。"),
        ("ko", "안녕 하세요 .", "안녕 하세요."),
    ],
)
def test_blanks_stand_where_a_writer_puts_them(language, tokens, text):
    assert detokenise.join(tokens.split(" "), language) == text


def test_the_sample_in_tokens_reads_as_it_was_written():
    folder = library.SAMPLE / "en" / "night-bus"
    tokens = read_xml((folder / "9000001.xml").read_bytes())
    written = subtitle_files.read((folder / "second.srt").read_bytes(), "en")
    assert len(tokens.sentences) > 60
    assert [s.text for s in tokens.sentences] == [
        s.text.replace("Harbor", "Harbour") for s in written.sentences
    ]
