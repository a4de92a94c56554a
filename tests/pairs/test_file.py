"""A configuration in a file: whatever stands in it, what is wrong is told with its file and line."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl import yaml_files
from dialogue_etl.pairs.config import Components
from dialogue_etl.pairs.file import ConfigurationError, ConfigurationFile
from dialogue_etl.pairs.filters import INTERACTION, METADATA
from dialogue_etl.pairs.outputs import OUTPUTS
from dialogue_etl.pairs.producers import PRODUCERS
from dialogue_etl.pairs.transformers import TRANSFORMERS

KINDS = [*METADATA.values(), *INTERACTION.values(), *PRODUCERS.values(), *TRANSFORMERS.values(), *OUTPUTS]
KEYS = st.sampled_from(sorted({name for kind in KINDS for name in (*kind.model_fields, kind.__name__)}))
LEAF = st.none() | st.booleans() | st.integers(-3, 5) | st.sampled_from(["both", "(a", "", "."]) | KEYS
VALUE = LEAF | st.lists(LEAF, max_size=3) | st.dictionaries(KEYS, LEAF, max_size=3)
TYPES = st.sampled_from(sorted({*METADATA, *INTERACTION, *PRODUCERS, *TRANSFORMERS}))
ENTRY = st.dictionaries(KEYS, VALUE, max_size=4)
TYPED = st.builds(lambda entry, name: {**entry, "type": name}, ENTRY, TYPES)
LISTS = st.sampled_from(list(Components.model_fields)) | LEAF
WHOLE = st.dictionaries(LISTS, st.lists(TYPED | ENTRY | LEAF, max_size=3))


@settings(max_examples=80)
@given(WHOLE | LEAF | ENTRY)
def test_anything_is_a_configuration_or_refused_in_sentences(tmp_path_factory, values):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_text(yaml_files.dump(values), "utf-8")
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
