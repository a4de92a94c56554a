"""Documents that are not read, and how to convert them."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

_PANDOC = "pandoc {name} -o {epub}"
_CALIBRE = "ebook-convert {name} {epub} (Calibre)"
_PDF = "pdftotext {name} {txt}"
_DOCUMENTS = {
    ".pdf": ("PDF", _PDF),
    ".docx": ("Word's form", _PANDOC),
    ".odt": ("OpenDocument", _PANDOC),
    ".rtf": ("RTF", _PANDOC),
    ".fb2": ("FictionBook", _PANDOC),
    ".doc": ("Word's old form", "libreoffice --convert-to epub {name}"),
    **dict.fromkeys([".mobi", ".azw", ".azw3", ".kfx", ".prc"], ("Kindle's form", _CALIBRE)),
    **dict.fromkeys([".djvu", ".djv"], ("DjVu", "djvutxt {name} {txt}")),
    **dict.fromkeys([".lit", ".lrf", ".pdb", ".chm", ".cbz", ".cbr"], ("this form of e-book", _CALIBRE)),
    **dict.fromkeys([".7z", ".rar", ".tar", ".tgz", ".bz2", ".xz", ".zst"], ("this archive", "unpack it")),
}
"""By the end of the name: what it is called, and a program that makes something that is read of it."""
_IN_ZIP = {
    "word/document.xml": "a Word document: save it as text, HTML or EPUB",
    "content.xml": "an OpenDocument text: save it as text, HTML or EPUB",
    "ppt/presentation.xml": "a presentation, not a book",
    "xl/workbook.xml": "a spreadsheet, not a book",
}
"""By the member of a zip archive that gives it away."""
SAVE = "save it as text, HTML or EPUB"


def named(name: str) -> str:
    """What to say of a document by its name; empty for an unknown one."""
    stem, dot, end = name.removesuffix(".gz").rpartition(".")
    what, program = _DOCUMENTS.get(f"{dot}{end.lower()}", ("", ""))
    if not what:
        return ""
    if "{name}" not in program:
        return f"{what} is not supported; {program}"
    words = program.format(
        name=shlex.quote(name), epub=shlex.quote(f"{stem}.epub"), txt=shlex.quote(f"{stem}.txt")
    )
    return f"{what} is not supported; convert it: {words}"


def in_zip(members: Iterable[str]) -> str:
    """What to say of a zip archive by its members; empty if it may hold a text."""
    there = set(members)
    return next((said for member, said in _IN_ZIP.items() if member in there), "")
