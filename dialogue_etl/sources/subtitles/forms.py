"""Subtitle files of all formats as pysubs2 reads them, with what they state of speakers kept as marks."""

import re

from dialogue_etl.sources.subtitles import colours, timed_text
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from dialogue_etl.text import forms

SUFFIXES = (".srt", ".ass", ".ssa", ".vtt", ".sub", ".sbv", ".smi", ".sami", ".ttml", ".dfxp", ".scc")

MARK = re.compile("([\ue000\ue002])([^\ue001]*)\ue001")
"""What `<v Name>` and agents of TTML (U+E000) and `<P Class=Name>` become: private characters, which no file
has. A voice has no name where it ends.
"""
_SEVERAL = "SubRip, ASS, SSA, WebVTT, MicroDVD, SubViewer, SBV, SAMI or TTML"
NONE = f"no subtitles in a form that can be read: {_SEVERAL}"
_REFUSED = {
    "Scenarist_SCC": "SCC holds codes of a screen: convert it to SRT or TTML first",
    "[ti:": "LRC holds the words of a song",
    "[ar:": "LRC holds the words of a song",
    "TITLE=": "MPSub: convert it to SRT first",
}
"""By how a file begins."""
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>\n]{1,80})>|</v>")
_CLASS = re.compile(r"<P\s+Class\s*=\s*[\"']?([\w-]+)[^>]*>", re.IGNORECASE)
_WORD_TIMES = re.compile(r"<\d[\d:.]*>")
INVISIBLE = re.compile("[\u00ad\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ue000-\ue002]")
"""Soft hyphens, marks of direction and of byte order, which hide a dash; and the private ones."""
_USUAL = r"\d\d:\d\d:\d\d[,.]\d{3}"
_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,9}))?"
_TIMES = re.compile(
    rf"^(?!{_USUAL} --> {_USUAL}$)[ \t]*{_TIME}[ \t]*--?>[ \t]*{_TIME}(?=[ \t]|$).*$", re.MULTILINE
)
_SBV_TIMES = re.compile(rf"^(?!{_USUAL} --> {_USUAL}$)[ \t]*{_TIME}[ \t]*,[ \t]*{_TIME}[ \t]*$", re.MULTILINE)
_WIDE_TIMES = re.compile("^[\\d：:，,．.。 \t]{8,32}-->[\\d：:，,．.。 \t]{8,32}$", re.MULTILINE)
_NARROW = str.maketrans("：，．。", ":,..")
_LOGGED = re.compile(r"^\[([\d:.,]{7,13})[ \t]*-->[ \t]*([\d:.,]{7,13})\][ \t]*", re.MULTILINE)
"""Times and text in one line, as Whisper prints them."""
_ASIDE = re.compile(r"(?<=\n)\n(?:NOTE|STYLE|REGION)(?=\s)[^\n]*(?:\n(?![^\n]*-->)[^\n]*\S[^\n]*)*")
"""Blocks of WebVTT that are no cues."""
_ARROW_LINE = re.compile("^.*-->.*$", re.MULTILINE)
_STRAY = re.compile(r"(?<=\n\n)[ \t]*\d+[ \t]*\n\s*(?=\d+[ \t]*\n[^\n]*-->)")
"""A number between two cues, before that of the next one."""
_RATE = re.compile(r"\A\s*\{[01]\}\{[01]\}(?=[\d.]+\s)")
_ARROWS = re.compile(r"(?:^|(?<=[\s.!?\]}>]))[ \t]*(?:>>>?|&gt;&gt;(?:&gt;)?)[ \t]*(?=\S)", re.MULTILINE)
_TTML = re.compile(r"<(?:\w+:)?tt[\s>]")


def plain(text: str) -> str:
    """A file in the form that pysubs2 reads: times in full, speakers as marks, changes of speaker as dashes.

    Raises:
        UnreadableError: it is of a format that cannot be read, or no subtitles.
    """
    if refused := next((why for begin, why in _REFUSED.items() if text.startswith(begin)), ""):
        raise UnreadableError("unusable", refused)
    if text.lstrip()[:6].upper() == "<SAMI>":
        text = INVISIBLE.sub("", text.lstrip()[6:])
        several = len({found[1].casefold() for found in _CLASS.finditer(text)}) > 1
        return "<SAMI>" + (_CLASS.sub("<P>\n\ue002\\1\ue001", text) if several else text)
    if _TTML.search(text[:5_000]):
        return timed_text.plain(INVISIBLE.sub("", text))
    if form := forms.markup(text[:64_000].encode(errors="replace")):
        raise UnreadableError("unusable", f"{form}, not subtitles")
    text = text if text.isascii() else INVISIBLE.sub("", text)
    text = _RATE.sub("{1}{1}", text)
    if text.lstrip()[:13].upper().startswith(("[INFORMATION]", "[TITLE]")):
        text = _subviewer(text)
    if "-->" not in text and _SBV_TIMES.match(text.lstrip()):
        text = _SBV_TIMES.sub(_in_full, text.replace("[br]", "\n"))
    if "->" not in text:
        return text
    return _lines(text)


def _lines(text: str) -> str:
    """The same for forms with a line of times before each cue."""
    if text.lstrip()[:1] == "[":
        text = _LOGGED.sub(r"\n\1 --> \2\n", text)
    if not text.isascii():
        text = _WIDE_TIMES.sub(lambda line: line[0].translate(_NARROW), text)
    text = _STRAY.sub("", _TIMES.sub(_in_full, text))
    if text.startswith("WEBVTT"):
        text = _ASIDE.sub("", text)
        text = _ARROW_LINE.sub(lambda line: line[0].replace(",", "."), text)
    if "<" in text:
        text = colours.dashed(_WORD_TIMES.sub("", text))
        text = _VOICE.sub(_voice, text)
    return _ARROWS.sub("\n- ", text) if ">>" in text or "&gt;&gt;" in text else text


def _subviewer(text: str) -> str:
    """The cues of SubViewer, without what it says about itself."""
    first = _SBV_TIMES.search(text)
    if not first:
        raise UnreadableError("unusable", "SubViewer of the first version: convert it to SRT first")
    return text[first.start() :]


def _voice(found: re.Match[str]) -> str:
    name = " ".join((found[1] or "").split())
    return f"\n\ue000{name if any(map(str.isalnum, name)) else ''}\ue001"


def _in_full(found: re.Match[str]) -> str:
    """A line of times with hours and thousandths of seconds."""

    def clock(hours: str | None, minutes: str, seconds: str, part: str | None) -> str:
        return f"{int(hours or 0):02d}:{minutes:0>2}:{seconds:0>2}.{f'{part or 0:0<3}'[:3]}"

    return f"{clock(*found.groups()[:4])} --> {clock(*found.groups()[4:])}"
