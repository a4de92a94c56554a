"""HTML and EPUB made of plain text, as people who make books do it."""

import html
import io
import re
import zipfile

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
    'full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
FACTS = "<dc:title>The Ferry</dc:title><dc:creator>Ann Doe</dc:creator><dc:language>en-GB</dc:language>"
NAV = ' properties="nav"'
_BREAK = re.compile(r"[\s*]+")


def paragraphs(text):
    """The paragraphs of a text as HTML: emphasis, verse, rules; headings are what more lines part."""
    for gap, block in re.findall(r"(\n*)((?:[^\n]+\n?)+)", text):
        marked = re.sub(r"(?<!\w)_([^_]+)_(?!\w)", r"<i>\1</i>", html.escape(block.rstrip(), quote=False))
        lines = marked.split("\n")
        if _BREAK.fullmatch(block):
            yield "<hr class='tb'/>"
        elif len(gap) > 3 and len(lines) < 3:
            yield f"<h2>{'<br/>'.join(lines)}</h2>"
        elif all(line.startswith("  ") for line in lines):
            yield f"<blockquote><p>{'<br/>'.join(lines)}</p></blockquote>"
        else:
            yield f"<p>{marked}</p>"


def page(body, head="<title>The Ferry</title>"):
    """An XHTML page."""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "x.dtd">'
        f'<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head>{head}</head><body>{body}</body></html>'
    )


def epub(pages, *, facts=FACTS, files=None, spine=None, version="3.0", guide=""):
    """An EPUB book.

    Args:
        pages: XHTML by name.
        facts: metadata.
        files: others by their names in the archive.
        spine: names of pages in reading order; all of them by default.
        version: of EPUB.
        guide: of EPUB 2.
    """
    items = "".join(
        f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"'
        f"{NAV if name == 'nav.xhtml' else ''}/>"
        for name in pages
    )
    order = "".join(f'<itemref idref="{name}"/>' for name in spine or pages)
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf" '
        f'version="{version}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{facts}</metadata>'
        f"<manifest>{items}</manifest><spine>{order}</spine>{guide}</package>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        archive.writestr("META-INF/container.xml", CONTAINER)
        archive.writestr("OEBPS/book.opf", package)
        for name, text in pages.items():
            archive.writestr(f"OEBPS/{name}", text)
        for name, data in (files or {}).items():
            archive.writestr(name, data)
    return out.getvalue()
