"""The dialogues of gutenberg-dialog (Csaky and Recski 2021, commit 30bbf1b, step `-e`), its quirks included.

For comparison with the published data sets. Rewritten from what that code does: what a book's paragraphs
are and how they speak (`speech.py`), which marks it uses and what is omitted (`extraction.py`).
"""

from dialogue_etl.sources.books.reference.extraction import Found, reference_dialogues
from dialogue_etl.sources.books.reference.speech import Dialogue, Utterance

__all__ = ["Dialogue", "Found", "Utterance", "reference_dialogues"]
