from dialogue_etl.sources.threads.classify.units import LONGEST, units


def test_words_are_in_lower_case_and_signs_stand_alone():
    assert units("Where ARE you, Bob?") == {"where", "are", "you", "bob", ",", "?"}


def test_chinese_gives_characters_and_neighbours():
    assert units("下雨了ok") == {"下", "雨", "了", "下雨", "雨了", "ok"}


def test_characters_of_extension_b_are_characters():
    assert units("𠮷野") == {"𠮷", "野", "𠮷野"}


def test_a_text_without_end_is_looked_at_no_further_than_its_beginning():
    assert units("a" * LONGEST + " b") == {"a" * LONGEST}
    assert units(" " * 5_000_000) == set()
