import pytest

from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.adapters.records import Line


@pytest.fixture
def read():
    """Reads a text, or the bytes of a file, in a form."""

    def of(form, data, piece=7):
        adapter = FORMATS[form]
        if adapter.over == "file":
            return list(adapter.read(data if isinstance(data, bytes) else data.encode()))
        if adapter.over == "lines":
            numbered = enumerate(data.split("\n"), start=1)
            return list(adapter.read(Line(number, text) for number, text in numbered))
        pieces = [data[start : start + piece] for start in range(0, len(data), piece)]
        return list(adapter.read(pieces))

    return of
