"""TTML as pysubs2 reads it: times in seconds, speakers as marks, and a dash where another colour begins."""

import re

from dialogue_etl.sources.subtitles import colours

_FRAMES = re.compile(r"(\b(?:begin|end|dur)\s*=\s*[\"']\d+:\d\d:\d\d):(\d+)(?:\.\d+)?(?=[\"'])")
_TICKS = re.compile(r"(\b(?:begin|end|dur)\s*=\s*[\"'])(\d+)t(?=[\"'])")
_FRAME_RATE, _TICK_RATE = (re.compile(rf"\b{name}Rate\s*=\s*[\"'](\d+)[\"']") for name in ("frame", "tick"))
_OLD = re.compile(r"http://www\.w3\.org/2006/(?:04|10)/ttaf1")
_AGENT = re.compile(
    r"<(?:\w+:)?agent\b[^>]*?\bid\s*=\s*[\"']([^\"']+)[\"'][^>]*>\s*<(?:\w+:)?name\b[^>]*>([^<]{1,80})<"
)
_OF_AGENT = re.compile(r"<(?:\w+:)?p\b[^>]*?\bagent\s*=\s*[\"']([^\"']+)[\"'][^>]*(?<!/)>")
"""Who speaks, and what each says."""
_TAG = re.compile(r"<(?:\w+:)?(?:span|p)\b[^>]*(?<!/)>")
_STYLE = re.compile(r"<(?:\w+:)?style\b[^>]*>")
_STATED = re.compile(r"\b(id|style|color)\s*=\s*[\"']([^\"']+)[\"']")


def plain(text: str) -> str:
    """TTML with times in seconds, speakers as marks, and a dash where another colour begins."""

    def seconds(found: re.Match[str], rate: re.Pattern[str], usual: int) -> int:
        stated = rate.search(text)
        return 1_000 * int(found[2]) // max(int(stated[1]) if stated else usual, 1)

    # 30 frames and one tick a second are what TTML says where a file does not.
    text = _FRAMES.sub(lambda time: f"{time[1]}.{min(seconds(time, _FRAME_RATE, 30), 999):03d}", text)
    text = _TICKS.sub(lambda time: f"{time[1]}{seconds(time, _TICK_RATE, 1)}ms", text)
    names = {found[1]: " ".join(found[2].split()) for found in _AGENT.finditer(text)}
    if names:
        text = _OF_AGENT.sub(lambda p: f"{p[0]}\ue000{names.get(p[1], '')}\ue001", text)
    else:
        styles = [dict(_STATED.findall(tag[0])) for tag in _STYLE.finditer(text)]
        known = {style["id"]: style["color"] for style in styles if {"id", "color"} <= style.keys()}

        def colour(tag: re.Match[str]) -> str:
            stated = dict(_STATED.findall(tag[0]))
            return str(stated.get("color") or known.get(stated.get("style", ""), ""))

        text = colours.put_dashes(text, _TAG, colour, lambda tag, dash: tag + "<br/>- " * dash)
    return _OLD.sub("http://www.w3.org/ns/ttml", text)
