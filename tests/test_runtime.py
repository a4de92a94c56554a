from pathlib import Path

import pytest

from dialogue_etl import runtime
from dialogue_etl.runtime import RuntimeSettingsError


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


def test_there_are_defaults_for_everything():
    settings = runtime.load()
    assert settings.workers >= 1
    assert settings.mirror == "https://www.gutenberg.org"
    assert settings.contact == ""


def test_numbers_for_the_mirror_are_read(monkeypatch):
    numbers = {
        "connections": 8,
        "delay": 0.25,
        "timeout": 12.5,
        "attempts": 9,
        "first_pause": 0.0,
        "longest_wait": 60.0,
        "fresh_days": 0.5,
    }
    for name, value in numbers.items():
        monkeypatch.setenv(f"DIALOGUE_ETL_{name.upper()}", str(value))
    assert numbers.items() <= runtime.load().model_dump().items()


@pytest.mark.parametrize(
    "value",
    [
        "http://localhost:8000",
        "https://example.org/pg/",
        "/srv/gutenberg",
        "/srv/gutenberg https://example.org/gutenberg https://www.gutenberg.org",
    ],
)
def test_a_mirror_is_one_place_or_several(monkeypatch, value):
    monkeypatch.setenv("DIALOGUE_ETL_MIRROR", value)
    assert runtime.load().mirror == value


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ("https://a.org gutenberg.org", "gutenberg.org"),
        ("ftp://a.org /srv rsync://b.org", "ftp://a.org, rsync://b.org"),
        ("srv/gutenberg", "srv/gutenberg"),
        ("file:///srv", "file:///srv"),
        (" ", "nothing"),
    ],
)
def test_each_wrong_place_is_named(monkeypatch, value, named):
    monkeypatch.setenv("DIALOGUE_ETL_MIRROR", value)
    with pytest.raises(RuntimeSettingsError, match=rf"DIALOGUE_ETL_MIRROR\): .*{named}: should be http"):
        runtime.load()


def test_a_variable_comes_before_the_file(monkeypatch):
    Path("runtime.toml").write_text('workers = 3\ncontact = "me@example.org"\n')
    monkeypatch.setenv("DIALOGUE_ETL_WORKERS", "5")
    settings = runtime.load()
    assert (settings.workers, settings.contact) == (5, "me@example.org")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("WORKERS", "0"),
        ("WORKERS", "1025"),
        ("WORKERS", "many"),
        ("WORKERS", ""),
        ("DELAY", "-1"),
        ("TIMEOUT", "0"),
        ("CONNECTIONS", "0"),
        ("CONNECTIONS", "9"),
        ("ATTEMPTS", "0"),
        ("ATTEMPTS", "1.5"),
        ("FIRST_PAUSE", "-1"),
        ("LONGEST_WAIT", "86401"),
        ("FRESH_DAYS", "-1"),
        ("MIRROR", "ftp://example.org"),
        ("MIRROR", "gutenberg.org"),
    ],
)
def test_a_bad_variable_is_named_with_its_value(monkeypatch, name, value):
    monkeypatch.setenv(f"DIALOGUE_ETL_{name}", value)
    with pytest.raises(RuntimeSettingsError, match=rf"DIALOGUE_ETL_{name}\): {value!r}: .*should"):
        runtime.load()


@pytest.mark.parametrize("name", ["WORKSPACE", "SHARED", "OTHER"])
def test_variables_that_are_no_settings_do_no_harm(monkeypatch, name):
    monkeypatch.setenv(f"DIALOGUE_ETL_{name}", "somewhere")
    assert runtime.load().workers >= 1


def test_a_bad_value_in_the_file_is_named():
    Path("runtime.toml").write_text("timeout = 0\n")
    with pytest.raises(RuntimeSettingsError, match=r"timeout .*: 0: "):
        runtime.load()


def test_a_file_that_is_not_toml_is_a_sentence():
    Path("runtime.toml").write_text("workers =\n")
    with pytest.raises(RuntimeSettingsError, match=r"runtime\.toml"):
        runtime.load()


def test_an_unknown_setting_in_the_file_is_refused():
    Path("runtime.toml").write_text("wokers = 3\n")
    with pytest.raises(RuntimeSettingsError, match="wokers"):
        runtime.load()
