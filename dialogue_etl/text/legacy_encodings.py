"""Finds the encoding that a language used before Unicode, by the letters of that language.

Detection by byte statistics takes a few kilobytes of Persian for Russian on a Macintosh. If the language is
known, no statistics are needed: in the right encoding, nearly all characters beyond ASCII are its letters.
"""

import re

_LATIN_1 = "cp1252"
_CENTRAL = "cp1250"
_COMMON_CHINESE = (
    "[的一是不了我你在有他这這个個们們来來到说說就和要去也没沒好么麼吗"
    "嗎什会會着著过過那对對为為么只能可以很想知道]"
)
_LANGUAGES: dict[str, tuple[tuple[str, ...], str]] = {
    "ar fa ur ckb ps": (("cp1256",), r"[\u0600-\u06ff\u200c-\u200f]"),
    "he yi": (("cp1255",), r"[\u0590-\u05ff]"),
    "el": (("cp1253",), r"[\u0370-\u03ff]"),
    "th": (("cp874",), r"[\u0e00-\u0e7f]"),
    "ru bg": (("cp1251", "koi8-r", "cp866", "iso8859-5"), "[а-яё]"),
    "uk be sr mk": (("cp1251", "koi8-r", "cp866"), "[а-яёіїєґўјљњћђџѓќѕ]"),
    "zh": (("gb18030", "big5hkscs"), _COMMON_CHINESE),
    "ja": (("cp932", "euc_jp"), r"[\u3040-\u30ff]"),
    "ko": (("cp949",), r"[\uac00-\ud7af]"),
    "vi": (("cp1258",), "[àáâãèéêìíòóôõùúýăđơưạ-ỹ]"),
    "cs sk": ((_CENTRAL,), "[áäčďéěíĺľňóôŕřšťúůýž]"),
    "pl": ((_CENTRAL,), "[ąćęłńóśźż]"),
    "hu": ((_CENTRAL,), "[áéíóöőúüű]"),
    "ro": ((_CENTRAL,), "[ăâîşţ]"),
    "hr bs sl": ((_CENTRAL,), "[čćšžđ]"),
    "tr": (("cp1254",), "[çğıöşüâîû]"),
    "et lv lt": (("cp1257",), "[āčēģīķļņšūžąęėįųõäöü]"),
    "en": ((_LATIN_1,), "[éèêëïöüàâçñæœô]"),
    "es pt ca gl": ((_LATIN_1,), "[áâãàçéêèíïñóôõòúü·]"),
    "fr": ((_LATIN_1,), "[àâçéèêëîïôœùûüÿ]"),
    "it": ((_LATIN_1,), "[àèéìòù]"),
    "de": ((_LATIN_1,), "[äöüß]"),
    "nl": ((_LATIN_1,), "[áäéèëïíóöúü]"),
    "da nb nn no sv fi is fo": ((_LATIN_1,), "[åäöæøéáíóúýðþ]"),
}
_OF = {tag: known for tags, known in _LANGUAGES.items() for tag in tags.split()}
_BEYOND = re.compile(r"[^\W\d_\x00-\x7f]|[\u2500-\u25ff]")  # letters, and box drawing misread for letters
_MIN_SHARE = 0.9  # of the letters beyond ASCII
_LEAST = {"ja": 0.3, "zh": 0.1}  # kana among kanji; common characters, which wrong encodings do not give
_SAMPLE = 200_000  # bytes


def encoding_of(data: bytes, language: str) -> str:
    """The encoding of a text that is not in Unicode; empty if it cannot be found by the language.

    Args:
        data: of the text.
        language: BCP-47 tag.
    """
    plain = language.partition("-")[0]
    names, letters = _OF.get(plain, ((), ""))
    shares = {name: _share(data[:_SAMPLE], name, letters) for name in names}
    best = max(shares, key=lambda name: shares[name], default="")
    return best if best and shares[best][1] >= _LEAST.get(plain, _MIN_SHARE) else ""


def _share(data: bytes, name: str, letters: str) -> tuple[float, float]:
    """The shares of lower-case letters, and of all letters, of the language among letters beyond ASCII.

    The first distinguishes Russian encodings: in a wrong one, lower-case letters become capitals.
    """
    text = data.decode(name, "replace")
    if text.count("\ufffd") > max(1, len(text) // 100):
        return 0.0, 0.0
    beyond = "".join(_BEYOND.findall(text))
    small, own = (len(re.findall(letters, one)) / max(1, len(beyond)) for one in (beyond, beyond.lower()))
    return small, own
