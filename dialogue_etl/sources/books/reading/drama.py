"""Plays in TEI (DraCor, Théâtre classique) and screenplays of Final Draft, as a text in the form of Fountain.

A label is on a line of its own after `@`, its speech is the rest of the paragraph, directions are in square
brackets, a heading ends with the id of its scene between `#` (TEI P5, chapter 7, Performance Texts; Fountain
syntax, Character, Forced Character, Scene Numbers, Notes). Ids and sex of people are in notes above the play:
`[[Romeo: #romeo, m]]`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from dialogue_etl.sources.books.reading.markup import Stated

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_BEGINNING = re.compile(
    rb"(?:<\?[^>]*+>|<!--(?:[^-]|-(?!->))*+-->|<!DOCTYPE[^>\[]*+>|\s++)*+<(?:TEI|TEI\.2|FinalDraft)\b"
)
_HEAD = 64_000  # bytes
_NO_SPEECH = frozenset(["note", "fw", "pb", "speaker"])
_LINES = frozenset(["l", "lb", "p", "lg"])
_UNKNOWN = "N. N."  # of a speech without a label
_BLANKS = re.compile(r"\s+")
_NO_BREAK = "\0"  # where a line of the book ends inside a word
_DIVIDED = re.compile(r"(?<=\w)[-¬\u00ad]?\s*\0\s*|\0")
_NO_BRACKETS = str.maketrans("", "", "[]")
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_SEXES = {"MALE": "m", "M": "m", "1": "m", "FEMALE": "f", "F": "f", "2": "f"}
"""Values of `sex` (DraCor; TEI P5, which recommends ISO 5218)."""
_DIRECTION = re.compile(r"\s*[(\[].*|, (?=[^\W\dA-Z]).*")


class Drama(NamedTuple):
    """A play: its text, and what the file says of it."""

    text: str
    stated: Stated


def is_drama(data: bytes) -> bool:
    """Whether a file begins as a document in TEI or of Final Draft does."""
    return _BEGINNING.match(data[:_HEAD].removeprefix(b"\xef\xbb\xbf")) is not None


def read(data: bytes) -> Drama | None:
    """The play in a document; None if it is broken or has no speeches."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return None
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname
    blocks = [*(_screenplay(root) if root.tag == "FinalDraft" else _play(root))]
    if not any(block.startswith("@") for block in blocks):
        return None
    return Drama("\n\n".join(blocks) + "\n", _stated(root))


def _play(root: etree._Element) -> Iterator[str]:
    """The paragraphs of a play in TEI."""
    text = root.find("text")
    if text is None:
        return
    people = {one.get(_ID, ""): one for one in root.iter("person", "personGrp")}
    names = {id: _plain(" ".join(one.itertext())) for id, one in people.items()} | _usual_labels(text)
    yield from _people(text, people, names)
    for element in text.iter("div", "head", "sp", "stage", "castItem"):
        if any(parent.tag == "sp" for parent in element.iterancestors()):
            continue
        said = _plain("".join(element.itertext()))
        if element.tag == "div":
            if heading := _heading(element):
                yield f"\n\n\n{heading}"
        elif element.tag == "head":
            if element.getparent().tag != "div":
                yield f"\n\n\n{said.upper()}"
        elif element.tag == "stage":
            yield f"[{_one_line(said)}]"
        elif element.tag == "castItem":
            yield said
        else:
            label = _printed(element) or names.get(element.get("who", "")[1:], "")
            yield _speech(label, _DIVIDED.sub("", "".join(_spoken(element))))


def _usual_labels(text: etree._Element) -> dict[str, str]:
    """The most frequent label of each id, for speeches without one."""
    labels: dict[str, Counter[str]] = defaultdict(Counter)
    for speech in text.iter("sp"):
        if label := _printed(speech):
            labels[speech.get("who", "")[1:]][label] += 1
    return {id: found.most_common(1)[0][0] for id, found in labels.items()}


def _people(
    text: etree._Element, people: Mapping[str, etree._Element], names: Mapping[str, str]
) -> Iterator[str]:
    """Notes of the ids of people and, where the file says it, of their sex, by the labels of only one."""
    ids: dict[str, set[str]] = defaultdict(set)
    for speech in text.iter("sp"):
        who = speech.get("who", "").lstrip("#")
        name, _ = _parts(_printed(speech) or names.get(who, ""))
        ids[name].add(who)
    for name, (who, *others) in sorted(ids.items()):
        if who and not others and not _BLANKS.search(who):
            person = people.get(who)
            sex = _SEXES.get(person.get("sex", "") if person is not None else "", "")
            yield f"[[{name}: #{who}{f', {sex}' if sex else ''}]]"


def _heading(division: etree._Element) -> str:
    """The heading of a division and, if it has speeches itself, its id: its numbers if it has no other."""
    printed = " ".join("".join(head.itertext()) for head in division.findall("head"))
    if division.find("sp") is None:
        return _plain(printed).upper()
    path = [division, *(parent for parent in division.iterancestors("div"))]
    places = [one.get("n") or str(1 + len([*one.itersiblings("div", preceding=True)])) for one in path]
    id = division.get(_ID) or ".".join(reversed(places))
    return f"{_plain(printed or division.get('type', '')).upper()} #{_BLANKS.sub('_', id)}#".lstrip()


def _printed(speech: etree._Element) -> str:
    """The label of a speech; empty without one."""
    return _plain(" ".join("".join(one.itertext()) for one in speech.findall("speaker")))


def _spoken(element: etree._Element) -> Iterator[str]:
    """The text of a speech, with its directions in brackets."""
    if element.tag == "stage":
        yield f" [{_one_line(''.join(element.itertext()))}] "
    elif element.tag not in _NO_SPEECH:
        yield _one_line(element.text or "")
        for child in element:
            yield from _spoken(child)
            yield _one_line(child.tail or "")
    if element.get("break") == "no":
        yield _NO_BREAK
    elif element.tag in _LINES:
        yield "\n"


def _one_line(text: str) -> str:
    """A text on one line, without square brackets: these enclose directions."""
    return _BLANKS.sub(" ", text.translate(_NO_BRACKETS))


def _parts(label: str) -> tuple[str, str]:
    """The name in a label, and what follows it, which is a direction."""
    label = _one_line(label)
    direction = _DIRECTION.search(label, 1)
    name = (label[: direction.start()] if direction else label).strip(" .,:;–—-") or _UNKNOWN
    return name, direction[0].strip(" ,.()") if direction else ""


def _speech(label: str, said: str) -> str:
    name, direction = _parts(label)
    lines = [direction and f"[{direction}]", *said.split("\n")]
    return "\n".join(filter(None, [f"@{name}", *(_plain(line) for line in lines if line)]))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _screenplay(root: etree._Element) -> Iterator[str]:
    """The paragraphs of a screenplay of Final Draft."""
    speech: list[str] = []
    for paragraph in root.iterfind("Content//Paragraph"):
        kind, said = paragraph.get("Type", ""), _plain("".join(paragraph.itertext("Text")))
        if speech and kind not in {"Dialogue", "Parenthetical"}:
            yield _speech(speech[0], "\n".join(speech[1:]))
            speech = []
        if kind == "Character":
            speech = [said]
        elif speech:
            speech.append(f"[{said.strip('()')}]" if kind == "Parenthetical" else said)
        elif said:
            yield f"\n\n\n{said.upper()}" if kind == "Scene Heading" else f"[{said}]"
    if speech:
        yield _speech(speech[0], "\n".join(speech[1:]))


def _stated(root: etree._Element) -> Stated:
    """Title, author, language and licence by the header of TEI."""
    statement = root.find("teiHeader/fileDesc/titleStmt")
    if statement is None:
        return Stated()
    authors = (_plain(" ".join(author.itertext())) for author in statement.findall("author"))
    language = root.get(_LANGUAGE, "")
    licence = root.findtext("teiHeader/fileDesc/publicationStmt//licence") or ""
    return Stated(
        _plain(statement.findtext("title") or ""), tuple(filter(None, authors)), language, _plain(licence)
    )
