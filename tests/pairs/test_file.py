"""A configuration in a file: whatever stands in it, what is wrong is told with its file and line."""

import re

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.pairs.config import Components
from dialogue_etl.pairs.file import ConfigurationError, ConfigurationFile

LEAF = (
    st.none() | st.booleans() | st.integers(-3, 5) | st.sampled_from(["year", "regex", "(a", "both", "", "."])
)
KEYS = st.sampled_from(["type", "min", "range", "values", "mode", "target", "pattern", "certification", "zz"])
ENTRY = st.dictionaries(KEYS, LEAF | st.lists(LEAF, max_size=3) | st.dictionaries(KEYS, LEAF), max_size=4)
WHOLE = st.dictionaries(
    st.sampled_from(list(Components.model_fields)) | LEAF, st.lists(ENTRY | LEAF, max_size=3)
)


@settings(max_examples=60)
@given(WHOLE | LEAF | ENTRY)
def test_anything_is_a_configuration_or_refused_in_sentences(tmp_path_factory, values):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(yaml.safe_dump(values), "utf-8")
    try:
        ConfigurationFile(path).parse(Components)
    except ConfigurationError as error:
        lines = str(error).splitlines()
        assert all(
            re.match(r"any\.yaml, line \d+: (\S*|\(whole file\)): |\S*any\.yaml: expected a mapping", line)
            for line in lines
        )


def test_lines_are_those_of_keys_and_entries(tmp_path):
    path = tmp_path / "own.yaml"
    path.write_text(
        "# a corpus\nproducers:\n\n- type: tokenizer\n  target: trigger\n- {type: stemmer,\n   target: up}\n"
    )
    file = ConfigurationFile(path)
    places = [
        ("producers",),
        ("producers", 0),
        ("producers", 0, "target"),
        ("producers", 1, "target"),
        ("other",),
    ]
    assert [file.place(at).partition(":")[0] for at in places] == [
        f"own.yaml, line {line}" for line in (2, 4, 5, 7, 2)
    ]
