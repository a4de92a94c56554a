import pytest

from dialogue_etl import params
from dialogue_etl.params import Params, ParamsError


def test_a_missing_file_takes_the_defaults(tmp_path):
    assert params.load(tmp_path / "params.yaml") == Params()


def test_an_empty_file_takes_the_defaults(tmp_path):
    (tmp_path / "params.yaml").write_text("# nothing\n")
    assert params.load(tmp_path / "params.yaml") == Params()


@pytest.mark.parametrize("data", [b"extract: [", b"a: b: c", b"\xff\xfe\x00", b"\tx: 1"])
def test_what_is_not_yaml_is_a_sentence(tmp_path, data):
    (tmp_path / "params.yaml").write_bytes(data)
    with pytest.raises(ParamsError, match=r"params\.yaml: not valid YAML"):
        params.load(tmp_path / "params.yaml")


def test_a_list_in_the_file_is_a_sentence(tmp_path):
    (tmp_path / "params.yaml").write_text("- extract\n")
    with pytest.raises(ParamsError, match=r"params\.yaml: expected a mapping of sections, found list"):
        params.load(tmp_path / "params.yaml")


def test_what_looks_like_a_date_is_a_text(tmp_path):
    (tmp_path / "params.yaml").write_text("books:\n  issued_from: 2004-01-01\n")
    assert params.load(tmp_path / "params.yaml").books.issued_from == "2004-01-01"


def test_a_number_needs_no_point(tmp_path):
    (tmp_path / "params.yaml").write_text("classify:\n  learning_rate: 2e-05\n  noise: off\n", "utf-8")
    values = params.read_values(tmp_path / "params.yaml")
    assert values == {"classify": {"learning_rate": 2e-05, "noise": "off"}}


def test_yaml_runs_no_code(tmp_path):
    (tmp_path / "params.yaml").write_text("!!python/object/apply:os.getcwd []\n")
    with pytest.raises(ParamsError, match="not valid YAML"):
        params.load(tmp_path / "params.yaml")


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
@pytest.mark.parametrize("section", [None, 7], ids=repr)
def test_a_section_left_empty_can_be_overridden_or_is_refused_in_a_sentence(section, changes):
    try:
        assert params.parse(params.override({"extract": section}, changes)).extract.min_turns == 3
    except ParamsError as error:
        assert "extract" in str(error)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("extract.dialogue_gap=200", "extract.dialogue_gap", 200),
        (" languages = [en, hu]", "languages", ["en", "hu"]),
        ("extract.join_paragraphs=false", "extract.join_paragraphs", False),
        ("books.source=mirror", "books.source", "mirror"),
        ("books.ids=", "books.ids", None),
        ("a=b=c", "a", "b=c"),
        ("books.issued_from=2004-01-01", "books.issued_from", "2004-01-01"),
        ("books.issued_from=2004-13-01", "books.issued_from", "2004-13-01"),
        ("books.issued_from=''", "books.issued_from", ""),
    ],
)
def test_an_assignment_is_a_key_and_a_yaml_value(text, key, value):
    assert params.assignment(text) == (key, value)


@pytest.mark.parametrize("text", ["extract.dialogue_gap", "=200", " =", ""])
def test_what_is_no_assignment_shows_how_one_looks(text):
    with pytest.raises(ParamsError, match="expected KEY=VALUE"):
        params.assignment(text)


def test_a_value_that_is_not_yaml_is_named():
    with pytest.raises(ParamsError, match=r"books\.ids: '\[' is not a YAML value"):
        params.assignment("books.ids=[")
