"""Subtitle files of all formats as pysubs2 reads them, with what they state of speakers kept as marks."""

import re
from collections import Counter

from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from dialogue_etl.text import forms

SUFFIXES = (".srt", ".ass", ".ssa", ".vtt", ".sub", ".sbv", ".smi", ".sami", ".ttml", ".dfxp", ".scc")

MARK = re.compile("([\ue000\ue002])([^\ue001]*)\ue001")
"""What `<v Name>` and agents of TTML (U+E000) and `<P Class=Name>` become: private characters, which no file
has. A voice has no name where it ends.
"""
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
_ARROW_LINE = re.compile("^.*-->.*$", re.MULTILINE)
_STRAY = re.compile(r"(?<=\n\n)[ \t]*\d+[ \t]*\n\s*(?=\d+[ \t]*\n[^\n]*-->)")
"""A number between two cues, before that of the next one."""
_RATE = re.compile(r"\A\s*\{[01]\}\{[01]\}(?=[\d.]+\s)")
_ARROWS = re.compile(r"(?:^|(?<=[\s.!?\]}>]))[ \t]*(?:>>>?|&gt;&gt;(?:&gt;)?)[ \t]*(?=\S)", re.MULTILINE)
_OLD_TTML = re.compile(r"http://www\.w3\.org/2006/(?:04|10)/ttaf1")
_TTML = re.compile(r"<(?:\w+:)?tt[\s>]")
_AGENT = re.compile(
    r"<(?:\w+:)?agent\b[^>]*?\bid\s*=\s*[\"']([^\"']+)[\"'][^>]*>\s*<(?:\w+:)?name\b[^>]*>([^<]{1,80})<"
)
_OF_AGENT = re.compile(r"<(?:\w+:)?p\b[^>]*?\bagent\s*=\s*[\"']([^\"']+)[\"'][^>]*(?<!/)>")
"""In TTML: who speaks, and what each says."""
_COLOUR = re.compile(
    r"<font[^>]*?color\s*=\s*[\"']?(#?\w+)[^>]*>|<c\.(\w+)[^>]*>|</(?:font|c)>", re.IGNORECASE
)
_TELETEXT = {
    **{name: name for name in ("white", "yellow", "cyan", "lime", "magenta")},
    "green": "lime",
    "aqua": "cyan",
    "#ffffff": "white",
    "#ffff00": "yellow",
    "#00ffff": "cyan",
    "#00ff00": "lime",
    "#ff00ff": "magenta",
    "fuchsia": "magenta",
}
"""The colours of speakers in teletext, and in subtitles made of it."""
_COLOURED = 0.05


def plain(text: str) -> str:
    """A file in the form that pysubs2 reads: times in full, speakers as marks, changes of speaker as dashes.

    Raises:
        UnreadableError: it is of a format that cannot be read, or no subtitles.
    """
    if text.startswith("Scenarist_SCC"):
        raise UnreadableError("unusable", "SCC holds codes of a screen: convert it to SRT or TTML first")
    if text.lstrip()[:6].upper() == "<SAMI>":
        text = INVISIBLE.sub("", text.lstrip()[6:])
        several = len({found[1].casefold() for found in _CLASS.finditer(text)}) > 1
        return "<SAMI>" + (_CLASS.sub("<P>\n\ue002\\1\ue001", text) if several else text)
    if _TTML.search(text[:5_000]):
        names = {found[1]: " ".join(found[2].split()) for found in _AGENT.finditer(text)}
        text = INVISIBLE.sub("", text)
        text = _OF_AGENT.sub(lambda p: f"{p[0]}\ue000{names.get(p[1], '')}\ue001", text)
        return _OLD_TTML.sub("http://www.w3.org/ns/ttml", text)
    if form := forms.markup(text[:64_000].encode(errors="replace")):
        raise UnreadableError("unusable", f"{form}, not subtitles")
    text = text if text.isascii() else INVISIBLE.sub("", text)
    text = _RATE.sub("{1}{1}", text)
    if "-->" not in text and _SBV_TIMES.match(text.lstrip()):
        text = _SBV_TIMES.sub(_in_full, text)
    if "->" not in text:
        return text
    text = _STRAY.sub("", _TIMES.sub(_in_full, text))
    if text.startswith("WEBVTT"):
        text = _ARROW_LINE.sub(lambda line: line[0].replace(",", "."), text)
    if "<" in text:
        text = _by_colour(_WORD_TIMES.sub("", text))
        text = _VOICE.sub(lambda found: f"\n\ue000{' '.join((found[1] or '').split())}\ue001", text)
    return _ARROWS.sub("\n- ", text) if ">>" in text or "&gt;&gt;" in text else text


def _in_full(found: re.Match[str]) -> str:
    """A line of times with hours and thousandths of seconds."""

    def clock(hours: str | None, minutes: str, seconds: str, part: str | None) -> str:
        return f"{int(hours or 0):02d}:{minutes:0>2}:{seconds:0>2}.{f'{part or 0:0<3}'[:3]}"

    return f"{clock(*found.groups()[:4])} --> {clock(*found.groups()[4:])}"


def _by_colour(text: str) -> str:
    """The text with a dash where another colour begins, if colours mark speakers.

    They do if a twentieth of the coloured passages each have two of the colours of teletext, or one of them
    where the rest has none.
    """
    if "<font" not in text.lower() and "<c." not in text:
        return text
    passages = _COLOUR.finditer(text)
    used = Counter(_TELETEXT.get((one[1] or one[2] or "white").lower(), "") for one in passages)
    known = [colour for colour, number in used.items() if colour and number >= _COLOURED * used.total()]
    if len(known) < 2 or used[""]:
        return text
    before = "white"

    def dash(found: re.Match[str]) -> str:
        nonlocal before
        colour = _TELETEXT[(found[1] or found[2] or "").lower()] if found[1] or found[2] else ""
        if not colour or colour == before:
            return ""
        before = colour
        return "\n- "

    return _COLOUR.sub(dash, text)
