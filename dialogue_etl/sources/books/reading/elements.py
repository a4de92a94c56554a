"""What the elements of HTML are in a book: paragraphs, headings, lines, emphasis, or no running text."""

import re
from collections.abc import Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HEADINGS = _words("h1 h2 h3 h4 h5 h6")
BLOCKS = HEADINGS | _words(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form header hgroup hr html legend li main menu ol p plaintext pre search "
    "section summary table tbody tfoot thead ul"
)
"""Elements that begin a paragraph and end one."""
CELLS = _words("td th")
PREFORMATTED = _words("pre plaintext")
_EMPHASIS = _words("i em cite dfn var")  # in italics by default: HTML, section 15.3
_INLINE = _words("span font a b strong small")
_ITALIC_CLASSES = _words("italic italics ital")
_ITALIC = re.compile(r"font-style\s*:\s*(?:italic|oblique)", re.IGNORECASE)
_POEM_CLASSES = _words("poem poetry")
_OMITTED = _words(
    "audio button canvas embed figcaption frame frameset head iframe input link map math meta nav noframes "
    "noscript object option rp rt script select style svg template textarea title video"
)
# Of `epub:type` (EPUB 3 Structural Semantics Vocabulary); as `role` they begin with `doc-`.
_OMITTED_TYPES = _words(
    "pagebreak page-list noteref footnote footnotes endnote endnotes rearnote rearnotes toc landmarks loi "
    "lot loa lov"
)
# Of style sheets of Project Gutenberg and Distributed Proofreaders, and of many EPUB books.
_OMITTED_CLASSES = _words(
    "pagenum pagenums pageno page-number pagenumber linenum lineno linenumber fnanchor noteref footnote "
    "footnotes sidenote caption hidden"
)
_CONTENTS_CLASS = "toc"  # of blocks alone: headings hold links of this class
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_STANZA = "stanza"
_VERSE = "verse"  # a line if it is a <div>, a stanza if it is a <p>
_LINE = re.compile(r"(?:line|indent\d*|i\d+)\Z")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def _classes(attributes: Mapping[str, str]) -> frozenset[str]:
    return _words(attributes.get("class", "").lower())


def is_omitted(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element is not shown, or is not running text: a page number, a note, contents, a caption."""
    if tag in _OMITTED or "hidden" in attributes:
        return True
    if not attributes or tag in {"html", "body"}:
        return False
    roles = _words(attributes.get("role", "").lower())
    types = _words(attributes.get("epub:type", "").lower()) | {role.removeprefix("doc-") for role in roles}
    classes = _classes(attributes)
    return bool(
        _OMITTED_TYPES & types
        or (tag not in HEADINGS and _OMITTED_CLASSES & classes)
        or (tag in BLOCKS - HEADINGS and _CONTENTS_CLASS in classes)
        or _HIDDEN.search(attributes.get("style", ""))
    )


def is_line(tag: str, attributes: Mapping[str, str], *, in_stanza: bool) -> bool:
    """Whether an element is a line of verse, or a row of a table."""
    if tag not in {"p", "div"}:
        return tag == "tr"
    classes = _classes(attributes)
    return in_stanza or any(map(_LINE.match, classes)) or (tag == "div" and _VERSE in classes)


def is_stanza(attributes: Mapping[str, str]) -> bool:
    """Whether the paragraphs of an element are lines of verse."""
    return _STANZA in _classes(attributes)


def is_indented(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether the text of an element is set in, as quoted letters and poems are in plain texts."""
    return tag == "blockquote" or bool(_classes(attributes) & _POEM_CLASSES)


def is_emphasis(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element is in italics."""
    return tag in _EMPHASIS or (
        tag in _INLINE
        and bool(_classes(attributes) & _ITALIC_CLASSES or _ITALIC.search(attributes.get("style", "")))
    )


def is_boilerplate(attributes: Mapping[str, str]) -> bool:
    """Whether an element is Project Gutenberg's header or licence, whose lines say something each."""
    return "pg-boilerplate" in _classes(attributes)


def is_internal_link(tag: str, attributes: Mapping[str, str]) -> bool:
    """Whether an element is a link to a place in the same book."""
    link = attributes.get("href", "") if tag == "a" else ""
    return bool(link) and not link.startswith("//") and not _SCHEME.match(link)
