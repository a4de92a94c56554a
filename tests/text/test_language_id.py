"""In which language a text is: our own texts, in languages that the pipeline supports and others."""

import csv

import pytest

from dialogue_etl.sources.books import gutenberg
from dialogue_etl.text import language_id
from dialogue_etl.text.encoding import decode
from dialogue_etl.text.language_id import LETTERS, TAGS, Written
from tests.shared_data import BOOKS, SHARED, needs

SAID = {
    "af": "Ek het nie geweet dat die pad so lank is nie. Môre ry ons weer, as dit nie reën nie.",
    "cs": "Nevěděl jsem, že ta cesta je tak dlouhá. Zítra pojedeme znovu, pokud nebude pršet.",
    "da": "Jeg vidste ikke, at vejen var så lang. I morgen kører vi igen, hvis det ikke regner.",
    "de": "Ich wusste nicht, dass der Weg so lang ist. Morgen fahren wir wieder, wenn es nicht regnet.",
    "el": "Δεν ήξερα ότι ο δρόμος είναι τόσο μακρύς. Αύριο θα πάμε ξανά, αν δεν βρέχει.",
    "en": "I did not know that the road was so long. Tomorrow we will drive again, if it does not rain.",
    "es": "No sabía que el camino era tan largo. Mañana iremos otra vez, si no llueve.",
    "fi": "En tiennyt, että tie on niin pitkä. Huomenna ajamme taas, jos ei sada.",
    "fr": "Je ne savais pas que la route était si longue. Demain nous y retournerons, s'il ne pleut pas.",
    "gl": "Non sabía que o camiño era tan longo. Mañá imos outra vez, se non chove moito.",
    "hr": "Nisam znao da je put tako dug. Sutra idemo opet, ako ne bude padala kiša.",
    "hu": "Nem tudtam, hogy az út ilyen hosszú. Holnap megint megyünk, ha nem esik az eső.",
    "it": "Non sapevo che la strada fosse così lunga. Domani ci torniamo, se non piove.",
    "ja": "道がこんなに長いとは知りませんでした。雨が降らなければ、明日また行きましょう。",
    "ko": "길이 이렇게 긴 줄 몰랐어요. 비가 오지 않으면 내일 다시 가요.",
    "nb": "Jeg visste ikke at veien var så lang. I morgen kjører vi igjen, hvis det ikke regner.",
    "nl": "Ik wist niet dat de weg zo lang was. Morgen rijden we weer, als het niet regent.",
    "pl": "Nie wiedziałem, że droga jest taka długa. Jutro pojedziemy znowu, jeśli nie będzie padać.",
    "pt": "Não sabia que o caminho era tão comprido. Amanhã vamos outra vez, se não chover.",
    "ru": "Я не знал, что дорога такая длинная. Завтра поедем снова, если не будет дождя.",
    "sr": "Нисам знао да је пут тако дуг. Сутра идемо опет, ако не буде падала киша.",
    "sv": "Jag visste inte att vägen var så lång. I morgon kör vi igen, om det inte regnar.",
    "uk": "Я не знав, що дорога така довга. Завтра поїдемо знову, якщо не буде дощу.",
    "zh": "我不知道这条路这么长。如果不下雨，我们明天再去。",
    "zh-Hant": "我不知道這條路這麼長。如果不下雨，我們明天再去。",
    "yue": "我唔知條路咁長㗎。如果唔落雨，我哋聽日再去啦。",
}
RELATED = [{"nb", "da"}, {"hr", "sr"}, {"nl", "af"}, {"pt", "gl"}, {"es", "gl"}, {"zh", "zh-Hant", "yue"}]
UNCERTAIN = {("uk", "ru")}  # of a text of this length: ELD has seen Russian among its Ukrainian
CHAT = [
    *("lol omg wtf rofl lmao smh tbh ngl", "hahahahahahahahahahahahaha", "nooooooooooooooooooooooooo"),
    *("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "asdfghjkl asdfghjkl asdfghjkl", "jajajajajajajajajajajajaja"),
    *(
        "Cristiano Ronaldo Lionel Messi Neymar",
        "la la la la la la la la la la la",
        "gg wp ez clap pogchamp kappa",
    ),
    *(
        "deadbeefcafebabefeedface0badf00d",
        "¯\\_(ツ)_/¯ lol",
        "😂😂😂👍👍👍",
        "1 2 3 4 5 6 7 8 9",
        "C'est la vie!",
    ),
    *("", " ", "\0\0\0", "\ud800\udfff", "<EMAIL> <PHONE> <IBAN> <CARD> <NAME12> <ADDRESS> <WECHAT>"),
]


def related(one: str, other: str) -> bool:
    return one == other or any({one, other} <= group for group in RELATED)


@pytest.mark.parametrize("stated", SAID)
def test_a_sentence_is_in_another_language_than_all_but_its_own_and_its_relatives(stated: str) -> None:
    wrong = {tag for tag, text in SAID.items() if language_id.other_than(stated, text)}
    expected = {tag for tag in SAID if not related(stated, tag)}
    assert wrong | {tag for one, tag in UNCERTAIN if one == stated} == expected


@pytest.mark.parametrize("stated", sorted(TAGS))
def test_laughter_names_and_signs_are_in_no_language(stated: str) -> None:
    assert {text: other for text in CHAT if (other := language_id.other_than(stated, text))} == {}


def test_few_letters_are_judged_in_another_script_alone() -> None:
    assert sum(map(str.isalpha, "Das ist gut so")) < LETTERS
    assert language_id.other_than("en", "Das ist gut so") is None
    assert language_id.other_than("en", "Das ist gut so", letters=5).language == "de"
    assert language_id.other_than("en", "Привет всем").language == "ru"
    assert language_id.other_than("zh", "こんにちは").language == "ja"
    assert language_id.other_than("en", "see you there かわいい") is None


def test_null_characters_and_lone_surrogates_hide_nothing() -> None:
    text = SAID["de"]
    for noise in ("\0", "\ud800"):
        assert language_id.other_than("de", noise + text) is None
        assert language_id.other_than("en", noise + text).language == "de"


@pytest.mark.parametrize("tag", ["la", "eo", "xx", "tlh-Latn", ""])
def test_of_a_language_that_is_not_known_nothing_is_said(tag: str) -> None:
    assert language_id.own(tag) == frozenset()
    assert all(language_id.other_than(tag, text) is None for text in SAID.values())
    assert language_id.of_document(tag, SAID["de"]) is None


def test_a_document_is_known_by_most_of_its_passages() -> None:
    german, english = (" ".join([SAID[tag]] * 200) for tag in ("de", "en"))
    assert language_id.of_document("en", german) == Written(1.0, "de")
    assert language_id.of_document("de", german) == Written(0.0, "de")
    assert language_id.of_document("en", english + german + english).other == pytest.approx(1 / 3, abs=0.05)
    assert language_id.of_document("en", "1 2 3 " * 1_000) is None
    codes = " ".join(f"{number:x}qz{number * 7919:x}" for number in range(5_000))
    assert language_id.of_document("en", codes) == Written(1.0, "")


@needs(BOOKS / "MANIFEST.tsv", SHARED / "data/novels_more")
def test_no_real_book_is_taken_for_another_language_and_each_is_found_under_a_wrong_one() -> None:
    with (BOOKS / "MANIFEST.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if row["file"].endswith(".txt")]
    books = [(BOOKS / row["file"], row["lang"]) for row in rows]
    books += [(path, path.parent.name) for path in sorted((SHARED / "data/novels_more").glob("*/*.txt"))]
    assert len(books) > 190
    for path, language in books:
        text = gutenberg.strip(decode(path.read_bytes())[0])
        assert language_id.of_document(language, text).other < 0.2, path
        wrong = "de" if language == "en" else "en"
        assert language_id.of_document(wrong, text).other > 0.8, path
