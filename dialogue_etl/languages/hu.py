"""Hungarian: a dash at the beginning of the paragraph, narration between further dashes.

Rules of Hungarian Orthography, 12th edition, §257: the dash (gondolatjel, an en dash) opens speech and
parts it from the narrator's words. Transcribers also type an em dash, two hyphens, or one between blanks.
"""

from dialogue_etl.languages.language import Dash, Language

HUNGARIAN = Language(
    tag="hu",
    name="Hungarian",
    marks=(Dash(glyphs=("--", "–", "—", "―", " - "), weight=2),),
)
