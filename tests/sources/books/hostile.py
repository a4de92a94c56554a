"""Files that come instead of books, or as very odd ones."""

import gzip
import io
import os
import random
import stat
import tarfile
import zipfile
import zlib
from functools import partial

TALK = "“Is it far?” she asked.\n\n“Not very,” he said.\n\n“Then we walk.”\n\n“Gladly.”\n\n"
PAGE = "".join(f"<p>{paragraph}</p>" for paragraph in TALK.strip().split("\n\n"))
START = "*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\n"
END = "\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\n\nLicence."
PIXEL = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0"
CAFE = "Le café est fermé à Évry. “Déjà ?” dit-il.\n\n"


def archive(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return out.getvalue()


def tar():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        file.add(__file__, "book.txt")
    return out.getvalue()


def declared(codec, data):
    return f"Character set encoding: {codec}\r\n\r\n".encode() + data


GONE = "no such file"
RANDOM = random.Random(4).randbytes(50_000)

# What a file holds (or what makes it, where that takes long), why it is quarantined, and a piece of the
# sentence that says so.
QUARANTINED = {
    "empty": (b"", "undecodable", "empty"),
    "blanks": (b" \r\n\t\f\n", "undecodable", "empty"),
    "million-newlines": (b"\n" * 1_000_000, "undecodable", "empty"),
    "mark-alone": (b"\xef\xbb\xbf\r\n", "undecodable", "empty"),
    "picture": (PIXEL, "undecodable", "a PNG picture"),
    "photograph": (b"\xff\xd8\xff\xe0\0\x10JFIF" + RANDOM, "undecodable", "a JPEG picture"),
    "objects": (b'\xef\xbb\xbf[{"id": 1, "text": "Yes."}]\n' * 20, "unusable", "JSON, not a book"),
    "gzipped-cut": (gzip.compress(TALK.encode())[:40], "unusable", "a gzip archive that is cut short"),
    "gzipped-bomb": (gzip.compress(b"0" * 9_000_000), "unusable", "a gzip archive of"),
    "gzipped-twice": (gzip.compress(gzip.compress(TALK.encode())), "unusable", "an archive in an archive"),
    "zip-cut": (archive({"a.txt": TALK * 99})[:-30], "unusable", "a broken zip archive"),
    "zip-bomb": (archive({"a.txt": b"0" * 9_000_000}), "unusable", "a zip archive with more than"),
    "zip-upwards": (archive({"../a.txt": TALK}), "unusable", "leads out of it: '../a.txt'"),
    "zip-absolute": (archive({"/etc/a.txt": TALK}), "unusable", "leads out of it: '/etc/a.txt'"),
    "zip-many": (partial(archive, dict.fromkeys(map(str, range(20_001)), "")), "unusable", "of 20,001 files"),
    "zip-nested": (archive({"a.txt": archive({"a.txt": TALK})}), "unusable", "an archive in an archive"),
    "zip-two": (archive({"a.txt": TALK, "b.txt": TALK}), "unusable", "with 2 texts"),
    "zip-none": (archive({"a.png": PIXEL}), "unusable", "without a text: a.png"),
    "word": (archive({"word/document.xml": "<w/>"}), "unusable", "a Word document"),
    "epub": (archive({"mimetype": "application/epub+zip", "a.txt": TALK}), "unusable", "no package document"),
    "tar": (tar(), "undecodable", "a tar archive"),
    "document": (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n" + RANDOM, "undecodable", "a PDF document"),
    "nul": (TALK.encode().replace(b"far", b"f\0r"), "undecodable", "NUL"),
    "random": (RANDOM, "undecodable", "NUL"),
    "deflated": (zlib.compress(RANDOM).replace(b"\0", b"\1"), "undecodable", "control characters"),
    "controls": ((TALK + "\x01\x02\x03\x1b").encode() * 50, "undecodable", "control characters"),
    "high-controls": ((TALK + "\x80\x81\x9f\x90") * 50, "undecodable", "control characters"),
    "high-noise": (bytes(byte | 0x80 for byte in RANDOM), "undecodable", "can't be told"),
    "utf-32": (TALK.encode("utf-32-le"), "undecodable", "NUL"),
    "page-cut": (b"<HTML", "unusable", "a web page without text"),
    "page-head": (b'<head lang="en"><title>404</title>', "unusable", "a web page without text"),
    "page-xhtml": (
        b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C">',
        "unusable",
        "a web page without",
    ),
    "tei": (b'<?xml version="1.0"?><TEI><p>x</p></TEI>', "unusable", "an XML document"),
    "rtf": (rb"{\rtf1\ansi \'93Is it far?\'94}", "unusable", "an RTF document"),
}

# What a file holds, and a stretch of the text it becomes.
HANDLED = {
    "cut-character": ((TALK + "The end”").encode()[:-1], "The end\ufffd"),
    "cut-in-a-line": (TALK.encode()[:101], "“Is it far?”"),
    "two-encodings": (CAFE.encode() * 20 + CAFE.encode("cp1252") * 20, CAFE * 40),
    "utf-16-unmarked": (TALK.encode("utf-16-be"), TALK),
    "utf-16-cut": (("\ufeff" + TALK).encode("utf-16-le")[:-1], "“Gladly.”"),
    "gzipped": (gzip.compress(TALK.encode()), TALK),
    "zipped": (archive({"x/": "", "x/BOOK.TXT": TALK, "x/cover.png": PIXEL}), TALK),
    "zipped-page": (archive({"1-h/1-h.htm": f"<html>{PAGE}", "__MACOSX/._1.htm": "x"}), TALK),
    "page": (f"<!DOCTYPE html>{PAGE}", TALK),
    "page-fragment": (PAGE, TALK),
    "page-comment": (b"\xef\xbb\xbf\n<!-- mirror -->\n<!-- 2 --><html>" + PAGE.encode(), TALK),
    "page-utf-16": (f"\ufeff<html>{PAGE}".encode("utf-16-le"), TALK),
    "page-deep": ("<html>" + "<div>" * 50_000 + PAGE, TALK),
    "page-latin": (f'<meta charset="windows-1252">{PAGE}<p>caf\u00e9'.encode("cp1252"), "caf\u00e9"),
    "two-marks": (b"\xef\xbb\xbf\xef\xbb\xbf" + TALK.encode(), "“Is it far?”"),
    "codec-klingon": (declared("Klingon", CAFE.encode("cp1252") * 9), "café est fermé"),
    "codec-rot13": (declared("rot13", TALK.encode("cp1252")), "“Is it far?” she asked."),
    "codec-unicode-escape": (declared("unicode_escape", rb"\ud800 " + TALK.encode()), r"\ud800"),
    "codec-utf-16": (declared("UTF-16", CAFE.encode("cp1252") * 9), "café est fermé"),
    "utf-7": ("+IBw-Is it far?+IB0- +AOk-\n\n" + TALK, "+IBw-Is it far?"),
    "surrogates": (TALK.encode() * 40 + b"\xed\xa0\x80" + TALK.encode(), "\ufffd“Is it far?”"),
    "only-a-header": (START + END, ""),
    "no-markers": ("Chapter\n\n" + TALK, "Chapter"),
    "quotes-a-tag": ("He wrote:\n\n<html> & <body>\n\n" + TALK, "<html> & <body>"),
    "titled-in-brackets": ("<Title of the story>\n\n" + TALK, "<Title of the story>"),
    "million-paragraphs": (TALK + "\n" * 1_000_000 + TALK + "\n \t" * 100_000 + TALK, "Gladly.”\n\n\n"),
    "long-line": (TALK.replace("\n\n", " ") * 60_000, "“Gladly.” “Is it far?”"),
    "long-word": (b"x" * 5_000_000, "xxx"),
    "unpaired": ("“Yes, " * 50_000, "“Yes, “Yes"),
    "unpaired-paragraphs": ("“Yes, he said.\n\n" * 20_000, "“Yes, he said.\n\n“Yes"),
    "unpaired-closing": ("Yes,” he said.\n\n" * 20_000, "Yes,” he said.\n\nYes"),
    "right-to-left": ("\u200f\u202e" + TALK.replace(" ", " \u200e"), "“Is \u200eit"),
    "marks-alone": ("\u200f\u202e\u2066" * 1_000, "\u200f"),
    "carriage-returns": (TALK.replace("\n", "\r"), TALK),
    "form-feeds": (TALK.replace("\n\n", "\n\n\f"), "\f"),
    "end-of-file-mark": (TALK + "\x1a", "“Gladly.”"),
    "starts": ("*** START OF THE PROJECT GUTENBERG\n" * 100_000 + TALK, "“Gladly.”"),
    "stars": ("*" * 1_000_000 + "\n\n" + TALK, "“Gladly.”"),
    "blanks-and-a-word": (" " * 1_000_000 + "\n\n" + TALK, "“Gladly.”"),
}


def place(folder, name, data):
    (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)


def misplace(folder):
    """Puts into `books` what is no file at all; returns path, reason and a piece of the sentence by id."""
    books = folder / "books"
    (books / "directory.txt").mkdir()
    os.mkfifo(books / "pipe.txt")
    os.mknod(books / "socket.txt", stat.S_IFSOCK | 0o600)
    (books / "loop.txt").symlink_to("loop.txt")
    (books / "dangling.txt").symlink_to("nothing.txt")
    (folder.parent / "secret.txt").write_text("Secret.")
    (books / "outside.txt").symlink_to(folder.parent / "secret.txt")
    (books / "device.txt").symlink_to("/dev/zero")
    said = {
        "directory": "a directory, not a file",
        "pipe": "a named pipe, not a file",
        "socket": "a socket, not a file",
        "loop": "symbolic links",
        "dangling": GONE,
        "outside": "leads out of its folder",
        "device": "leads out of its folder",
        "missing": GONE,
        "vanishing": GONE,
    }
    (books / "vanishing.txt").write_text(TALK)
    places = {id: (f"books/{id}.txt", sentence) for id, sentence in said.items()}
    return {
        **places,
        "absolute": ("/etc/hostname", "leads out of its folder"),
        "upwards": ("books/../../secret.txt", "leads out of its folder"),
        "below-a-file": ("books/empty.txt/x.txt", GONE),
        "nul-in-name": ("books/a\0b.txt", "leads out of its folder"),
        "no-name": ("", "a directory, not a file"),
    }
