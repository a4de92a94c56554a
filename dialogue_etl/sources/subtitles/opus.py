"""OPUS OpenSubtitles XML, tokenised (`xml`) or as written (`raw`), read piece by piece.

    <document id="4625179">
      <s id="1"><time id="T1S" value="00:00:04,019"/> <w id="1.1">…</w> <time id="T1E" value="…"/></s>
      <meta><source>…</source><subtitle>…</subtitle><conversion>…</conversion></meta>
    </document>

Time tags mark where a subtitle block begins (S) or ends (E), anywhere in a sentence. A block may hold several
sentences and a sentence span several blocks, so many have no time of their own (Lison & Tiedemann 2016,
section 3). Files with control characters, stray ampersands, invalid bytes or no end are read as far as
possible. Only XML's five predefined entities are resolved: nothing is expanded or fetched.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from lxml import etree

from dialogue_etl.sources.subtitles import detokenise, forms, opus_facts
from dialogue_etl.sources.subtitles.mending import Mended
from dialogue_etl.sources.subtitles.subtitle import Sentence, Subtitle, UnreadableError

_LONGEST_BLOCK = 9  # digits
_TIME = re.compile(r"\s*(-?)(\d{1,6}):(\d{1,3}):(\d{1,3})(?:[.,:](\d{1,9}))?\s*")
_PARSER: dict[str, Any] = {
    "events": ("end",),
    "tag": ("s", "meta"),
    "encoding": "utf-8",
    "recover": True,
    "resolve_entities": False,
    "load_dtd": False,
    "no_network": True,
    "huge_tree": True,
    "remove_blank_text": True,
    "remove_comments": True,
    "remove_pis": True,
}
_Placed = tuple[int, tuple[int, str, int | None]]


def read(pieces: Iterable[bytes], language: str = "en", *, corrections: bool = False) -> Subtitle:
    """The sentences of a document, and the metadata of its film.

    Args:
        pieces: its bytes, from the beginning.
        language: BCP-47 tag, which decides how tokens are joined.
        corrections: whether to use the spelling that OPUS suggests.

    Raises:
        UnreadableError: the document is empty, or not of OPUS OpenSubtitles.
    """
    reading = _Reading(language, corrections)
    clean = Mended(pieces)
    parser = etree.XMLPullParser(**_PARSER)
    for piece in clean:
        parser.feed(piece)
        element = None
        for _, element in parser.read_events():
            reading.take(element)
        if element is not None:
            _forget(element)
    try:
        root = parser.close()
    except etree.XMLSyntaxError:
        root = None
    # Elements that lxml closes only now are truncated: half a sentence is not kept.
    cut = any(True for _ in parser.read_events()) or not clean.ended
    if not reading.found.sentences:
        raise UnreadableError("unusable", _what_else(root, clean.size))
    if root is None or root.tag != "document":
        raise UnreadableError("unusable", "XML, but no document of OPUS")
    reading.found.damaged = cut or clean.mended or bool(len(parser.feed_error_log))
    return reading.found


def _forget(element: Any) -> None:
    """Free the memory of everything up to a completely read element."""
    element.clear(keep_tail=False)
    above = element.getparent()
    if above is not None:
        del above[: above.index(element)]


def _what_else(root: Any, size: int) -> str:
    if not size:
        return "the file is empty"
    return "a document without sentences" if root is not None and root.tag == "document" else "no XML of OPUS"


class _Reading:
    """The sentences read so far, and the current block."""

    def __init__(self, language: str, corrections: bool) -> None:
        self.found = Subtitle()
        self._language, self._corrections = language, corrections
        self._block: int | None = None
        self._start: int | None = None  # of this block, if no sentence has begun in it
        self._tokens = 0

    def take(self, element: Any) -> None:
        """A sentence, or the metadata."""
        if element.tag == "meta":
            self.found.facts = opus_facts.facts(element)
        else:
            self._sentence(element)
        if self._tokens:
            self.found.facts["tokens"] = self._tokens

    def _sentence(self, element: Any) -> None:
        words, marks, emphasis = self._tokenised(element)
        if words:
            text = detokenise.join(words, self._language)
        else:
            words, marks = _written(element)
            text = " ".join(words)
        # Faster than looking at the white space of every token.
        if "  " in text or not text.isprintable():
            text = " ".join(forms.INVISIBLE.sub("", text).split())
        count = len(words)
        before = [mark for place, mark in marks if not place]
        for mark in before:
            self._outside(*mark)
        if not count:
            self.found.left_out["empty"] += 1
            return
        self.found.lines += 1
        sentence = Sentence(text, self._block, self._block, self._start, None, emphasis)
        self._start = None
        self.found.sentences.append(sentence)
        for place, (block, kind, time) in marks[len(before) :]:
            if place == count:
                self._outside(block, kind, time)
            elif kind == "S":
                self._block = sentence.end_block = block
                self.found.blocks += 1

    def _outside(self, block: int, kind: str, time: int | None) -> None:
        """A time tag between two sentences: the end of the one or the start of the other."""
        if kind == "S":
            self._block, self._start = block, time
            self.found.blocks += 1
            return
        if self._block == block:
            self._start = None  # a block without a sentence
        last = self.found.sentences[-1] if self.found.sentences else None
        if last and last.end_block == block and last.end_ms is None:
            last.end_ms = time

    def _tokenised(self, element: Any) -> tuple[list[str], list[_Placed], bool]:
        """Tokens, the time tags with the number of tokens before each, and whether all is in italics."""
        words: list[str] = []
        marks: list[_Placed] = []
        corrections = self._corrections
        stated = element.get("emphasis") == "true"
        italic = True
        for child in element:
            tag = child.tag
            if tag == "w":
                word = child.text
                if corrections:
                    word = child.get("alternative") or word
                if word and not word.isspace():
                    words.append(word)
                    italic = italic and child.get("emphasis") == "true"
            elif tag == "time" and (mark := _mark(child)):
                marks.append((len(words), mark))
        self._tokens += len(words)
        return words, marks, stated or (italic and bool(words))


def _written(element: Any) -> tuple[list[str], list[_Placed]]:
    """The same for a `raw` sentence: pieces of text between the time tags."""
    texts = [(element.text or "").strip()]
    marks: list[_Placed] = []
    for child in element:
        if child.tag == "time" and (mark := _mark(child)):
            marks.append((sum(map(bool, texts)), mark))
        else:
            texts.append("".join(child.itertext()).strip())
        texts.append((child.tail or "").strip())
    return [text for text in texts if text], marks


def _mark(element: Any) -> tuple[int, str, int | None] | None:
    """Block, S or E, and time of a time tag."""
    id = element.get("id", "")
    block, kind = id[1:-1], id[-1:]
    if kind not in {"S", "E"} or id[0] != "T" or not block.isdecimal() or len(block) > _LONGEST_BLOCK:
        return None
    return int(block), kind, milliseconds(element.get("value", ""))


def milliseconds(value: str) -> int | None:
    """A time such as `01:02:03,456`; None if malformed. Some are negative, or longer than a day."""
    # The fast path: nearly all look like this, and there are twice as many as sentences.
    if len(value) == 12 and value[8] == "," and value[9:].isdecimal():
        whole = _whole_seconds(value[:8])
        if whole is not None:
            return whole + int(value[9:])
    found = _TIME.fullmatch(value)
    if found is None:
        return None
    time = (int(found[2]) * 3600 + int(found[3]) * 60 + int(found[4])) * 1000
    time += int((found[5] or "")[:3].ljust(3, "0"))
    return -time if found[1] else time


@lru_cache(maxsize=20_000)
def _whole_seconds(text: str) -> int | None:
    """`01:02:03` in milliseconds; cached, as the same times occur in every film."""
    hours, minutes, seconds = text[:2], text[3:5], text[6:]
    if text[2] != ":" or text[5] != ":" or not (hours + minutes + seconds).isdecimal():
        return None
    return (int(hours) * 3600 + int(minutes) * 60 + int(seconds)) * 1000
