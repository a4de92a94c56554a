import pytest

from dialogue_etl import params
from dialogue_etl.params import ParamsError, WholeParams


@pytest.fixture
def file(tmp_path):
    return tmp_path / "params.yaml"


def test_a_missing_file_and_an_empty_one_take_the_defaults(file):
    assert params.load(file) == WholeParams()
    file.write_text("# nothing\n")
    assert params.load(file) == WholeParams()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        *((data, "not valid YAML") for data in (b"extract: [", b"a: b: c", b"\xff\xfe\x00", b"\tx: 1")),
        (b"!!python/object/apply:os.getcwd []\n", "not valid YAML"),  # no code is run
        (b"- extract\n", "expected a mapping of sections, found list"),
    ],
)
def test_what_is_no_file_of_parameters_is_a_sentence(file, data, said):
    file.write_bytes(data)
    with pytest.raises(ParamsError, match=rf"params\.yaml: {said}"):
        params.load(file)


def test_off_is_a_text_and_a_number_needs_no_point(file):
    file.write_text("classify:\n  learning_rate: 2e-05\n  noise: off\n")
    assert params.read_values(file) == {
        "classify": {"learning_rate": 2e-05, "noise": "off"},
    }


def test_override_replaces_dotted_keys_sections_and_whole_values():
    values = {"languages": ["en"], "extract": {"min_turns": 2, "max_words": 100}}
    changed = params.override(
        values,
        {"extract.min_turns": 3, "languages": ["hu"], "split": {"seed": 1}, "extract": {"max_words": 5}},
    )
    assert changed == {
        "languages": ["hu"],
        "extract": {"min_turns": 3, "max_words": 5},
        "split": {"seed": 1},
    }
    assert values == {"languages": ["en"], "extract": {"min_turns": 2, "max_words": 100}}


@pytest.mark.parametrize("changes", [{"extract.min_turns": 3}, {"extract": {"min_turns": 3}}], ids=repr)
def test_a_section_left_empty_can_be_overridden_and_a_value_in_its_place_is_refused(changes):
    assert params.parse(params.override({"extract": None}, changes)).extract.min_turns == 3
    with pytest.raises(ParamsError, match="extract: 7: expected a section"):
        params.override({"extract": 7}, changes)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("extract.dialogue_gap=200", "extract.dialogue_gap", 200),
        (" languages = [en, hu]", "languages", ["en", "hu"]),
        ("extract.join_paragraphs=false", "extract.join_paragraphs", False),
        ("package.system=", "package.system", ""),
        ("a=b=c", "a", "b=c"),
        ("books.issued_from=2004-01-01", "books.issued_from", "2004-01-01"),
        ("books.issued_from=''", "books.issued_from", ""),
    ],
)
def test_an_assignment_is_a_key_and_a_yaml_value(text, key, value):
    assert params.assignment(text) == (key, value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, "expected KEY=VALUE") for text in ("extract.dialogue_gap", "=200", "")),
        ("books.ids=[", r"books\.ids: '\[' is not a YAML value"),
    ],
)
def test_what_is_no_assignment_shows_how_one_looks(text, said):
    with pytest.raises(ParamsError, match=said):
        params.assignment(text)
