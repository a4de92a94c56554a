from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.names import is_supported, meant, name_of, not_a_tag, unsupported, without_file


def test_languages_have_english_names():
    names = {
        "en": "English",
        "he": "Hebrew",
        "el": "Greek",
        "grc": "Ancient Greek",
        "zh": "Chinese",
        "zh-Hant": "Chinese (zh-Hant)",
        "pt-BR": "Portuguese (pt-BR)",
        "mixed": "mixed",
    }
    assert {tag: name_of(tag) for tag in names} == names


def test_tags_and_names_are_understood():
    tags = {
        "he": ("he", "iw", "heb", "Hebrew", "hebrew "),
        "en": ("EN",),
        "pt-BR": ("pt_BR",),
        "es": ("Castilian",),
        "nb": ("Norwegian", "nb"),
        "no": ("no",),
        "": ("Hebrish", "", "../etc"),
    }
    assert {tag: {meant(text) for text in texts} for tag, texts in tags.items()} == {
        tag: {tag} for tag in tags
    }


def test_every_language_can_be_named_and_others_are_met_with_what_to_write():
    assert all(map(is_supported, [*LANGUAGES, "no", "he", "zh", "is", "grc"]))
    for given in ("qq", "und", "mul", "", "Hebrew", "iw", "pt-BR", "zh-Hant", "EN"):
        assert not is_supported(given)
    assert unsupported("iw") == unsupported("he-IL").replace("he-IL", "iw") == "'iw': Hebrew is written he"
    assert unsupported("pt-BR") == "'pt-BR': Portuguese is written pt"
    assert unsupported("qq").startswith("'qq' is not a language; languages with a file of their own: ")
    for language in LANGUAGES.values():
        assert f"{language.tag} ({language.name})" in unsupported("qq")
        assert unsupported(language.name.upper()).endswith(f"{language.name} is written {language.tag}")


def test_what_a_language_without_a_file_lacks_is_said_and_norwegian_has_one():
    assert "Icelandic (is) has no file" in without_file("is")
    assert not any(map(without_file, [*LANGUAGES, "no"]))


def test_another_form_of_a_tag_is_met_with_the_right_one():
    assert not_a_tag("hebrew") == "'hebrew' is not a BCP-47 tag: Hebrew is written he"
    assert not_a_tag("pt_BR") == "'pt_BR' is not a BCP-47 tag: Portuguese (pt-BR) is written pt-BR"
    assert "en, zh or pt-BR" in not_a_tag("Hebrish")
