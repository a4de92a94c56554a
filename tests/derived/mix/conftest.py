from pathlib import Path

import pytest

from dialogue_etl import params
from dialogue_etl.formats.forms import language_writer


def row(id, language, corpus, split, **more):
    said = [
        {"text": text, "spans": [], "speaker": None, "speaker_confidence": None, "utterance_id": None, **more}
        for text in (f"{id} asks", f"{split} answers")
    ]
    return {
        "id": id,
        "source_id": id,
        "work_id": id,
        "language": language,
        "corpus": corpus,
        "title": "A title",
        "authors": [],
        "rights": "CC0-1.0" if corpus else "Public domain",
        "turns": said,
    }


def write(
    data: Path, source: str, language: str, corpus: str | None, sizes: dict[str, int], **more: int
) -> None:
    with language_writer(data / source / "dataset", language, list(sizes), ["parquet"]) as write:
        for split, number in sizes.items():
            for index in range(number):
                id = f"{source}-{language}-{split}-{index}"
                write(split, row(id, language, corpus, split, **more))


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    """Datasets of two sources: 30 + 20 books, 50 threads."""
    folder = tmp_path_factory.mktemp("mix") / "data"
    write(folder, "books", "en", None, {"train": 20, "validation": 5, "test": 5})
    write(folder, "books", "de", None, {"train": 20})
    write(folder, "threads", "zh", "weibo", {"train": 40, "validation": 10})
    return folder


@pytest.fixture
def values():
    """Values of params.yaml for those datasets, changed by dotted keys."""

    def parsed(films=(), **changes):
        base = {"languages": ["de", "en"], "threads.languages": ["zh"], "subtitles.languages": list(films)}
        return params.parse(params.override({"mix": changes}, base))

    return parsed
