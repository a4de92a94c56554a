"""A configuration in a file: whatever stands in it, what is wrong is told with its file and line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.core import yaml_files
from dialogue_etl.pairs.config import Components
from dialogue_etl.pairs.file import ConfigurationError, ConfigurationFile
from dialogue_etl.pairs.filters import INTERACTION, METADATA
from dialogue_etl.pairs.outputs import OUTPUTS
from dialogue_etl.pairs.producers import PRODUCERS
from dialogue_etl.pairs.transformers import TRANSFORMERS
from tests.conftest import ends_soon

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


NINE = ["[{}]".format(",".join([f"*{name}"] * 9)) for name in "abcdefgh"]
ENTRY_OF = "interaction_filters:\n- {{type: characters_quantity, target: answer, min: {}}}\n"
BOMBS = {
    "aliases": "a: &a [x]\n"
    + "".join(f"{name}: &{name} {of}\n" for name, of in zip("bcdefghi", NINE, strict=True)),
    "merges": "a: &a {x: 1}\n"
    + "".join(f"{name}: &{name} {{<<: {of}}}\n" for name, of in zip("bcdefghi", NINE, strict=True)),
    "long texts": f"a: &a {'x' * 9_000}\nb: [{','.join(['*a'] * 5_000)}]\n",
    "itself": "interaction_filters: &a [*a]\n",
    "brackets": "a: " + "[" * 30_000,
    "braces": "a: " + "{a: " * 10_000,
    "dashes": "a:\n  " + "- " * 30_000,
    "digits": ENTRY_OF.format("9" * 4_500),
    "hexadecimal digits": ENTRY_OF.format("0x" + "f" * 9_000),
    "sexagesimal digits": ENTRY_OF.format("1" + ":59" * 3_000),
    "tags": ENTRY_OF.format("!!int x"),
    "other tags": ENTRY_OF.format("!!bool x"),
    "problems": "interaction_filters:\n" + "- {type: nope}\n" * 3_000,
    "groups": f"interaction_filters:\n- {{type: regex, target: both, pattern: '{'(' * 900 + ')' * 900}'}}\n",
}


@ends_soon
@pytest.mark.parametrize("bomb", BOMBS)
def test_texts_that_grow_when_they_are_read_are_refused_in_a_few_lines(tmp_path, bomb):
    path = tmp_path / "any.yaml"
    path.write_text(BOMBS[bomb], "utf-8")
    with pytest.raises(ConfigurationError) as refused:
        ConfigurationFile(path).parse(Components)
    assert 0 < len(str(refused.value)) < 10_000
    assert len(str(refused.value).splitlines()) <= 21


def test_aliases_and_merges_that_a_person_writes_are_read(tmp_path):
    path = tmp_path / "any.yaml"
    path.write_text(
        "interaction_filters:\n- &one {type: characters_quantity, target: answer, min: 20}\n"
        "- {<<: *one, target: trigger}\n- *one\n"
    )
    assert [one.target for one in ConfigurationFile(path).parse(Components).interaction_filters] == [
        "answer",
        "trigger",
        "answer",
    ]
