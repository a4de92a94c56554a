from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.names import meant, name_of, not_a_tag, unsupported


def test_languages_have_english_names():
    names = {
        "en": "English",
        "he": "Hebrew",
        "el": "Modern Greek",
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
        "": ("Hebrish", "", "../etc"),
    }
    assert {tag: {meant(text) for text in texts} for tag, texts in tags.items()} == {
        tag: {tag} for tag in tags
    }


def test_a_language_that_is_not_supported_is_named_with_those_that_are():
    for given in ("he", "iw", "Hebrew"):
        assert unsupported(given).startswith("Hebrew is not supported; supported: ")
    assert unsupported("qq") == unsupported("he").replace("Hebrew is not supported", "'qq' is not a language")
    for language in LANGUAGES.values():
        assert f"{language.tag} ({language.name})" in unsupported("he")
        assert f"{language.name} is written {language.tag};" in unsupported(language.name.upper())


def test_another_form_of_a_tag_is_met_with_the_right_one():
    assert not_a_tag("hebrew") == "'hebrew' is not a BCP-47 tag: Hebrew is written he"
    assert not_a_tag("pt_BR") == "'pt_BR' is not a BCP-47 tag: Portuguese (pt-BR) is written pt-BR"
    assert "en, zh or pt-BR" in not_a_tag("Hebrish")
