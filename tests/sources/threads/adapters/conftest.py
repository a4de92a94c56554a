import pytest

from dialogue_etl.sources.threads.adapters import FORMATS, OfFile, OfLines
from dialogue_etl.sources.threads.adapters.records import Line


@pytest.fixture
def read():
    """Reads a text, or the bytes of a file, in a form."""

    def of(form, data, piece=7):
        adapter = FORMATS[form]
        if isinstance(adapter, OfFile):
            return list(adapter.read(data if isinstance(data, bytes) else data.encode()))
        if isinstance(adapter, OfLines):
            numbered = enumerate(data.split("\n"), start=1)
            return list(adapter.read(Line(number, text) for number, text in numbered))
        pieces = [data[start : start + piece] for start in range(0, len(data), piece)]
        return list(adapter.read(pieces))

    return of
