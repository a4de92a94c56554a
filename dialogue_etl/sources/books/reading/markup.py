"""Text of HTML and XHTML, laid out as Project Gutenberg's plain texts are: the same rules apply to it.

Paragraphs are separated by blank lines and wrapped, headings have more blank lines above and are in capitals,
emphasis is between underscores, verse keeps its lines, and a rule between paragraphs is a row of asterisks
(formatting guidelines of Distributed Proofreaders; Project Gutenberg's HTML FAQ). What is not running text is
left out: page numbers, notes and their marks, contents, captions, scripts, what a browser does not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from lxml import etree

from dialogue_etl.sources.books.reading import elements
from dialogue_etl.text.lines import WINDOWS

_WIDTH = 72  # as Project Gutenberg's texts; without wrapping rules about short lines find fewer letters
_INDENT = "    "
_PARAGRAPH, _CHAPTER = "\n\n", "\n\n\n\n\n"
SCENE_BREAK = "* * *"
_NOTE_MARK = re.compile(r"[\[({]?\s*(?:\d{1,4}|[a-z]|[*†‡§¶‖]{1,4}|[↑↩↵])\s*[\])}]?")
_DROP_CAP = 3  # characters of a picture's text: a letter, a mark before it
_CONTENTS = 3  # paragraphs in a row that are links alone
_LONG_LINE = 160
"""Characters of a line; verse and addresses have fewer, so longer ones are paragraphs that `<br>` ends."""
_QUOTES = ("“", "”"), ("‘", "’")

# Patterns are possessive, and begin at edges only: pages come from anywhere, with blanks by the megabyte.
# Marks inside a paragraph until it is complete; control characters of the page itself are taken out first.
_OPEN, _CLOSE, _NEW_LINE, _EDGE = "\1", "\2", "\3", "\4"  # an edge of a line, however many there are
_TABLE = {
    **dict.fromkeys([*range(9), *range(0xE, 0x20), 0x7F, 0xAD, 0x200B, 0x2060, 0xFEFF]),
    **WINDOWS,
}
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_EMPTY = re.compile(f"{_OPEN}([\\s{_NEW_LINE}]*){_CLOSE}")
_OPEN_BLANKS = re.compile(f"{_OPEN}([\\s{_NEW_LINE}]+)")
_BLANKS_CLOSE = re.compile(f"(?<![\\s{_NEW_LINE}])([\\s{_NEW_LINE}]++){_CLOSE}")
_EDGES = re.compile(f"(?<! ) *+{_NEW_LINE}?(?: *+{_EDGE})++ *+")
_DECLARATION = re.compile(
    r"<\?xml[^>]{0,500}\?>|<!DOCTYPE[^\[>]{0,500}(?:\[[^\]]{0,20000}\]\s*)?>", re.IGNORECASE
)


@dataclass(frozen=True)
class Stated:
    """What a file says of its book; empty where it says nothing."""

    title: str = ""
    authors: tuple[str, ...] = ()
    language: str = ""
    rights: str = ""


class _Block(NamedTuple):
    text: str
    kind: str  # paragraph, heading, break, raw or link


class _Open(NamedTuple):
    """An element that has not ended yet, and what its end undoes."""

    tag: str
    block: bool = False
    line: bool = False
    indented: bool = False
    emphasis: bool = False
    stanza: bool = False
    as_is: bool = False
    link: tuple[int, int] | None = None  # paragraphs before it, and pieces of its own


class Page:
    """The text of pages in their order; feed them with `add`, then read `text`."""

    def __init__(self) -> None:
        self._blocks: list[_Block] = []
        self._pieces: list[str] = []
        self._open: list[_Open] = []
        self._omitted = self._emphasis = self._indent = self._links = self._quotes = 0
        self._preformatted = self._as_is = self._ended = 0
        self._heading = False
        self._beside_links = self._in_links = False
        self._title: list[str] | None = None
        self._facts: dict[str, str] = {}

    def add(self, page: str) -> None:
        """Add a page; the next one begins a new paragraph."""
        parser = etree.HTMLParser(target=self, encoding="utf-8", no_network=True, huge_tree=True)
        data = _DECLARATION.sub("", page[:50_000]) + page[50_000:]
        if data.strip():
            parser.feed(data.encode("utf-8", "replace"))
            parser.close()
        self._end_block()
        self._omitted = self._emphasis = self._indent = self._links = self._quotes = 0
        self._preformatted = self._as_is = 0
        self._heading = False
        self._open.clear()

    def close(self) -> None:
        """Called by the parser at the end of a page."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Called by the parser where an element begins."""
        tag = tag.rpartition(":")[2].lower()
        self._note_facts(tag, attributes)
        if self._omitted or elements.is_omitted(tag, attributes):
            self._omitted += 1
            return
        in_stanza = bool(self._open) and self._open[-1].stanza
        line = elements.is_line(tag, attributes, in_stanza=in_stanza)
        opened = _Open(
            tag,
            block=tag in elements.BLOCKS and not line,
            line=line,
            indented=elements.is_indented(tag, attributes),
            emphasis=elements.is_emphasis(tag, attributes),
            stanza=elements.is_stanza(attributes),
            as_is=elements.is_boilerplate(attributes),
            link=(self._ended, len(self._pieces)) if elements.is_internal_link(tag, attributes) else None,
        )
        if opened.block:
            self._end_block()
        elif line:
            self._pieces.append(_EDGE)
        self._open.append(opened)
        self._heading |= tag in elements.HEADINGS
        self._preformatted += tag in elements.PREFORMATTED
        self._as_is += opened.as_is
        self._indent += opened.indented
        self._links += opened.link is not None
        self._begin(tag, attributes)
        if opened.emphasis:
            self._emphasis += 1
            if self._emphasis == 1:
                self._pieces.append(_OPEN)

    def _begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        """What elements are in the text besides what they hold."""
        if tag == "br":
            self._pieces.append(_NEW_LINE)
        elif tag == "hr":
            self._blocks.append(_Block(SCENE_BREAK, "break"))
        elif tag == "q":
            self._pieces.append(_QUOTES[self._quotes % 2][0])
            self._quotes += 1
        elif tag == "img":
            letter = attributes.get("alt", "").strip()
            if len(letter) <= _DROP_CAP and letter[-1:].isalpha():
                self._write(letter)
        elif tag in elements.CELLS:
            self._pieces.append("  ")

    def end(self, tag: str) -> None:
        """Called by the parser where an element ends."""
        tag = tag.rpartition(":")[2].lower()
        if tag == "title":
            self._end_title()
        if self._omitted:
            self._omitted -= 1
            return
        if not self._open:
            return
        one = self._open.pop()
        if one.tag == "q":
            self._quotes -= 1
            self._pieces.append(_QUOTES[self._quotes % 2][1])
        if one.emphasis:
            self._emphasis -= 1
            if not self._emphasis:
                self._pieces.append(_CLOSE)
        if one.link is not None:
            self._end_link(*one.link)
        if one.block:
            self._end_block()
        elif one.line:
            self._pieces.append(_EDGE)
        self._heading &= one.tag not in elements.HEADINGS
        self._preformatted -= one.tag in elements.PREFORMATTED
        self._as_is -= one.as_is
        self._indent -= one.indented

    def data(self, text: str) -> None:
        """Called by the parser for text."""
        if self._title is not None:
            self._title.append(text)
        if not self._omitted:
            text = text.translate(_TABLE)
            self._write(text.replace("\r\n", "\n") if self._preformatted else _BLANKS.sub(" ", text))

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        if any(map(str.isalnum, text)):
            if self._links:
                self._in_links = True
            else:
                self._beside_links = True

    def _end_link(self, paragraphs: int, first: int) -> None:
        """A link inside the book that is the mark of a note, or leads back from one, is left out."""
        self._links -= 1
        first *= paragraphs == self._ended  # else the link continues from a paragraph before
        text = "".join(self._pieces[first:]).strip(f" {_OPEN}{_CLOSE}{_NEW_LINE}")
        if not self._heading and _NOTE_MARK.fullmatch(text):
            kept = [piece for piece in self._pieces[first:] if piece in {_OPEN, _CLOSE}]
            self._pieces[first:] = kept

    def _end_block(self) -> None:
        """The paragraph so far is complete."""
        pieces, self._pieces = self._pieces, [_OPEN] if self._emphasis else []
        links_alone = self._in_links and not self._beside_links
        self._in_links = self._beside_links = False
        if self._emphasis:
            pieces.append(_CLOSE)
        self._ended += 1
        text = _with_emphasis("".join(pieces))
        if not text.strip(f" \n\t\xa0{_NEW_LINE}{_EDGE}"):
            return
        if self._preformatted:
            self._blocks.append(_Block(text.replace(_NEW_LINE, "\n").strip("\n"), "raw"))
        elif self._heading:
            lines = filter(None, _lines(text.replace("_", "")))
            self._blocks.append(_Block("\n".join(lines).upper(), "heading"))
        else:
            kind = "link" if links_alone else "paragraph"
            self._blocks += [_Block(laid, kind) for laid in _laid_out(text, self._indent, self._as_is > 0)]

    def _note_facts(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Collect what the page says of itself: HTML, and Dublin Core in it."""
        if tag == "html" and not self._facts.get("language"):
            self._facts["language"] = attributes.get("lang") or attributes.get("xml:lang") or ""
        elif tag == "title" and "page" not in self._facts:
            self._title = []
        elif tag == "meta":
            name = (attributes.get("name") or "").lower()
            name = name.removeprefix("dcterms.").removeprefix("dc.").removeprefix("dc:")
            name = {"creator": "author", "copyright": "rights"}.get(name, name)
            if name in {"author", "language", "rights", "title"}:
                self._facts.setdefault(name, attributes.get("content") or "")

    def _end_title(self) -> None:
        if self._title is not None:
            self._facts["page"] = "".join(self._title)
            self._title = None

    def stated(self) -> Stated:
        """What the first page with a title says of the book."""
        said = {name: " ".join(value.translate(_TABLE).split()) for name, value in self._facts.items()}
        authors = tuple(filter(None, [said.get("author", "")]))
        title = said.get("title") or said.get("page", "")
        return Stated(title, authors, said.get("language", ""), said.get("rights", ""))

    def text(self) -> str:
        """All pages as one text."""
        out: list[str] = []
        before = ""
        for text, kind in _without_contents(self._blocks):
            if kind == "break" and before in {"", "break", "heading"}:
                continue
            if kind == "heading" and before == "break":
                del out[-2:]
            if out:
                out.append(_CHAPTER if kind == "heading" and before != "heading" else _PARAGRAPH)
            out.append(text)
            before = kind
        if before == "break":
            del out[-2:]
        return "".join([*out, "\n"]) if out else ""


def _with_emphasis(text: str) -> str:
    """A paragraph with underscores next to the words that they emphasise."""
    if _OPEN not in text:
        return text
    text = text.replace(_CLOSE + _OPEN, "")
    text = _EMPTY.sub(r"\1", text)
    text = _OPEN_BLANKS.sub(rf"\1{_OPEN}", text)
    return _BLANKS_CLOSE.sub(rf"{_CLOSE}\1", text).replace(_OPEN, "_").replace(_CLOSE, "_")


def _lines(text: str) -> list[str]:
    """The lines of a paragraph, of which some may be blank."""
    return [" ".join(line.split()) for line in _EDGES.sub(_NEW_LINE, text).split(_NEW_LINE)]


def _laid_out(text: str, indent: int, as_is: bool) -> Iterable[str]:
    """The paragraphs of a block: two line breaks part it, one does not if its lines are short."""
    lines = _lines(text)
    apart = any(len(line) > _LONG_LINE for line in lines)
    groups: list[list[str]] = [[]]
    for line in lines:
        if apart or not line:
            groups.append([])
        if line:
            groups[-1].append(line)
    margin = _INDENT * min(indent, 2)
    for group in filter(None, groups):
        wrapped = group if as_is else [part for line in group for part in wrap(line, _WIDTH - len(margin))]
        yield "\n".join(margin + line for line in wrapped)


def wrap(line: str, width: int) -> list[str]:
    """A line broken into lines of at most the width, but for longer words; linear for any input."""
    lines: list[str] = []
    start = 0
    while len(line) - start > width:
        end = line.rfind(" ", start, start + width + 1)
        if end <= start:
            end = line.find(" ", start + width)
            if end < 0:
                break
        lines.append(line[start:end])
        start = end + 1
    lines.append(line[start:])
    return lines


def _without_contents(blocks: list[_Block]) -> Iterable[_Block]:
    """The blocks without tables of contents: several paragraphs in a row that are links alone."""
    run: list[_Block] = []
    for block in [*blocks, _Block("", "end")]:
        if block.kind == "link":
            run.append(block)
            continue
        if len(run) < _CONTENTS:
            yield from (_Block(one.text, "paragraph") for one in run)
        run = []
        if block.kind != "end":
            yield block
