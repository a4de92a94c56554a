from pathlib import Path

import pytest

from dialogue_etl.core import runtime
from dialogue_etl.core.runtime import RuntimeSettingsError


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def test_there_are_defaults_for_everything():
    settings = runtime.load()
    assert settings.workers >= 1
    assert (settings.mirror, settings.contact) == ("https://www.gutenberg.org", "")


def test_variables_are_read_before_the_file_and_others_do_no_harm(monkeypatch):
    given = {"connections": 8, "delay": 0.25, "timeout": 12.5, "attempts": 9, "first_pause": 0.0}
    for name, value in {**given, "workspace": "somewhere", "shared": "elsewhere"}.items():
        monkeypatch.setenv(f"DIALOGUE_ETL_{name.upper()}", str(value))
    Path("runtime.toml").write_text('attempts = 3\ncontact = "me@example.org"\n')
    assert {**given, "contact": "me@example.org"}.items() <= runtime.load().model_dump().items()


@pytest.mark.parametrize(
    "value",
    ["http://localhost:8000", "/srv/gutenberg", "/srv/gutenberg https://example.org/gutenberg"],
)
def test_a_mirror_is_one_place_or_several(monkeypatch, value):
    monkeypatch.setenv("DIALOGUE_ETL_MIRROR", value)
    assert runtime.load().mirror == value


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("WORKERS", "0", "should"),
        ("WORKERS", "many", "should"),
        ("WORKERS", "", "should"),
        ("DELAY", "-1", "should"),
        ("TIMEOUT", "0", "should"),
        ("CONNECTIONS", "9", "should"),
        ("ATTEMPTS", "1.5", "should"),
        ("MIRROR", "ftp://a.org /srv rsync://b.org", "ftp://a.org, rsync://b.org: should be http"),
        ("MIRROR", "srv/gutenberg", "srv/gutenberg: should be http"),
        ("MIRROR", " ", "nothing: should be http"),
    ],
)
def test_a_bad_variable_is_named_with_its_value(monkeypatch, name, value, said):
    monkeypatch.setenv(f"DIALOGUE_ETL_{name}", value)
    with pytest.raises(RuntimeSettingsError, match=rf"DIALOGUE_ETL_{name}\): {value!r}: .*{said}"):
        runtime.load()


@pytest.mark.parametrize(
    ("text", "said"),
    [("timeout = 0\n", "timeout .*: 0: "), ("workers =\n", r"runtime\.toml"), ("wokers = 3\n", "wokers")],
)
def test_a_bad_file_is_a_sentence(text, said):
    Path("runtime.toml").write_text(text)
    with pytest.raises(RuntimeSettingsError, match=said):
        runtime.load()
