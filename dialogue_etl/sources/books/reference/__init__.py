"""The dialogues of gutenberg-dialog (Csaky and Recski 2021, commit 30bbf1b, step `-e`), its quirks included.

For comparison with the published data sets. Written anew from what that code does: which marks a book uses
(`marks.py`), what its paragraphs are (`paragraphs.py`), how they speak (`quotes.py`, `low_quotes.py`,
`dashes.py`, `plays.py`), and what is left out (`extraction.py`). `columns.py` leads back to the default way.
"""

from dialogue_etl.sources.books.reference.extraction import Found, reference_dialogues
from dialogue_etl.sources.books.reference.utterances import Dialogue, Utterance

__all__ = ["Dialogue", "Found", "Utterance", "reference_dialogues"]
