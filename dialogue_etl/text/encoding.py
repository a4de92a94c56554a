"""Decodes the bytes of a book: by byte order mark, as UTF-8, by its header, then by detection.

Every step takes linear time, also for a single line of 50 MB.
"""

import codecs
import io
import re

from charset_normalizer import from_bytes

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.text import forms, legacy_encodings

_HEADER = re.compile(
    rb"^Character set encoding:[ \t]*([\w-]+(?: [\w-]+)?)"
    # Of markup: the XML declaration, and what HTML says of itself (HTML, section 4.2.5.4).
    rb"|<\?xml\s[^>]{0,200}?encoding\s*=\s*[\"']([\w-]+)|<meta\s[^>]{0,200}?charset\s*=\s*[\"']?([\w-]+)",
    re.IGNORECASE | re.MULTILINE,
)
_HEADER_BYTES = 20_000
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Allowed in a header; Python's other codecs (unicode_escape, rot13, …) are not. UTF-16 is not either, since
# its header could not be read as ASCII.
_ONE_BYTE = r"ascii|iso8859-\d+|cp(?!9)\d+|mac-\w+|koi8-\w"
_SEVERAL_BYTES = r"cp9\d+|gb\w+|big5\w*|(?:euc|shift)_\w+"
# Texts declared as ISO-8859-1 or ASCII have Windows characters more often than control characters.
_WIDER = {"iso8859-1": "cp1252", "ascii": "cp1252"}
_BROKEN = "\ufffd"
_MAX_BROKEN_SHARE = 0.01
_MIN_UTF_8_SHARE = 0.05  # of characters beyond ASCII; ISO-8859-1 that looks like UTF-8 (`Schloß»`) is rarer
_CONTROLS = bytes([*range(1, 9), *range(14, 32), 127])  # without tab, line ends, form feed; NUL has its own
_HIGH_CONTROLS = re.compile(rb"(?:\xc2[\x80-\x9f])+")  # U+0080 to U+009F in UTF-8
_MAX_CONTROLS_SHARE = 0.01
_SAMPLE = 1_000_000  # bytes for detection


class UndecodableError(DialogueEtlError):
    """The bytes are not a text in any known encoding."""


def decode(data: bytes, language: str = "") -> tuple[str, str]:
    r"""Decode a text; returns it with `\n` line ends, and the name of its encoding.

    A few broken characters (a file that ends inside a character) become U+FFFD. If two files of different
    encodings were joined, each line is decoded on its own: `utf-8+cp1252`.

    Args:
        data: of the text.
        language: BCP-47 tag, if known: the encodings of that language are tried before detection.

    Raises:
        UndecodableError: the bytes are empty, binary, or in an unknown encoding.
    """
    if form := forms.binary(data):
        raise UndecodableError(f"the file is binary: {form}")
    # UTF-8 comes before a declared one-byte encoding: bytes that are valid UTF-8 by accident are rare,
    # headers that were not updated when a file was converted are not.
    text, encoding = _wide(data) or _utf_8(data) or _other(data, language)
    if not text or text.isspace():
        raise UndecodableError("the file is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _wide(data: bytes) -> tuple[str, str] | None:
    """The text if it is in UTF-16 or UTF-32; text in other encodings has no NUL bytes."""
    unmarked = _unmarked_utf_16(data) if b"\0" in data else ""
    marked = [name for mark, name in _MARKS if data.startswith(mark)]
    for name in filter(None, [*marked, unmarked]):
        if (text := _nearly(data, name)) is not None and "\0" not in text:
            _refuse_controls(text.encode())
            return text, name
    if b"\0" in data:
        raise UndecodableError("the file is binary: it holds NUL characters")
    return None


def _unmarked_utf_16(data: bytes) -> str:
    """The name of UTF-16 without byte order mark: Latin letters have a NUL, always on the same side."""
    pairs = min(len(data), _HEADER_BYTES) // 2
    first, second = data[: pairs * 2 : 2].count(0), data[1 : pairs * 2 : 2].count(0)
    if min(first, second) > pairs * 0.01 or max(first, second) <= pairs * 0.7:
        return ""
    return "utf-16-be" if first > second else "utf-16-le"


def _nearly(data: bytes, name: str) -> str | None:
    """The text if all but a few of its characters are valid."""
    text = data.decode(name, "replace")
    return text if _few_broken(text) else None


def _few_broken(text: str) -> bool:
    return text.count(_BROKEN) <= max(1, len(text) * _MAX_BROKEN_SHARE)


def _utf_8(data: bytes) -> tuple[str, str] | None:
    _refuse_controls(data)
    name = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    try:
        return data.decode(name), name
    except UnicodeDecodeError as error:
        rest = len(error.object) - error.start if error.reason == "unexpected end of data" else 0
    text = data.decode(name, "replace")
    whole, broken = _beyond_ascii(text)
    mostly = whole > broken and broken <= max(1, whole * _MAX_BROKEN_SHARE)
    # Or it ends inside a character. A single byte at the end of ASCII is more likely the é of ISO-8859-1.
    if mostly or rest > 1 or (rest and whole):
        return text, name
    return _by_lines(data) if whole > broken * _MIN_UTF_8_SHARE else None


def _beyond_ascii(text: str) -> tuple[int, int]:
    """The number of valid characters beyond ASCII, and of broken ones."""
    broken = text.count(_BROKEN)
    return len(text) - len(text.encode("ascii", "ignore")) - broken, broken


def _refuse_controls(utf_8: bytes) -> None:
    """Raise UndecodableError if there are more control characters than a text has."""
    size, number = len(utf_8), len(utf_8) - len(utf_8.translate(None, _CONTROLS))
    if number <= size * _MAX_CONTROLS_SHARE < utf_8.count(b"\xc2"):
        piece = _sample(utf_8)
        size, number = len(piece), (len(piece) - len(_HIGH_CONTROLS.sub(b"", piece))) // 2
    if number > max(1, size * _MAX_CONTROLS_SHARE):
        raise UndecodableError(f"the file is binary: {number / size:.0%} of it are control characters")


def _by_lines(data: bytes) -> tuple[str, str] | None:
    """The text if some of its lines are in UTF-8 and the others in a one-byte encoding."""
    fallback = _declared(data) or "cp1252"
    if not re.fullmatch(_ONE_BYTE, fallback):
        return None
    out = io.StringIO()
    utf_8 = other = 0
    for line in io.BytesIO(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")):
        try:
            out.write(line.decode())
            utf_8 += not line.isascii()
        except UnicodeDecodeError:
            out.write(line.decode(fallback, "replace"))
            other += 1
    text = out.getvalue()
    mixed = utf_8 > other * _MIN_UTF_8_SHARE and _few_broken(text)
    return (text, f"utf-8+{fallback}") if mixed else None


def _other(data: bytes, language: str) -> tuple[str, str]:
    """The text in the encoding that its header declares, that its language suggests, or that is detected."""
    declared = _declared(data) or (legacy_encodings.encoding_of(data, language) if language else "")
    if declared and (text := _nearly(data, declared)) is not None:
        return text, declared
    best = from_bytes(_sample(data)).best()
    name = _WIDER.get(best.encoding, best.encoding) if best else ""
    text = _nearly(data, name) if name else None
    if text is None:
        raise UndecodableError("the encoding can't be told")
    _refuse_controls(text.encode())
    return text, name


def _sample(data: bytes) -> bytes:
    """A small file, or the beginning and the middle of a large one."""
    if len(data) <= _SAMPLE:
        return data
    half, middle = _SAMPLE // 2, len(data) // 2
    return b"".join(_between_blanks(data[start : start + half]) for start in (0, middle))


def _between_blanks(piece: bytes) -> bytes:
    """The bytes without beginning and end, which may be parts of characters."""
    inner = piece[piece.find(b" ") + 1 :]
    return inner[: inner.rfind(b" ")] if b" " in inner else piece


def _declared(data: bytes) -> str | None:
    """The character set in the header of Project Gutenberg or of markup, if there is one."""
    found = _HEADER.search(data[:_HEADER_BYTES])
    if found is None:
        return None
    label = found[found.lastindex or 0].decode("ascii", "replace").strip().lower()
    label = label.removeprefix("iso ").replace("us-ascii", "ascii").replace(" ", "-")
    try:
        name = codecs.lookup(label).name
    except (LookupError, ValueError):
        return None
    known = re.fullmatch(f"{_ONE_BYTE}|{_SEVERAL_BYTES}", name)
    return _WIDER.get(name, name) if known else None
