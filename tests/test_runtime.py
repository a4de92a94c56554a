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
