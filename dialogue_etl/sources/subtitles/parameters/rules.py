"""The parameters of `subtitle_rules`: what is taken out of the sentences of subtitles."""

from dialogue_etl.core.parameters import DeclaredSection
from dialogue_etl.filters.rule import parameters
from dialogue_etl.sources.subtitles.artefacts import RULES


class SubtitleRules(DeclaredSection, declared=parameters(RULES)):
    """What subtitles hold besides what is said, sentence by sentence.

    Each rule is a parameter of its own: `off`; `cut` takes the noise out, and the sentence goes if no word is
    left; `drop` leaves the sentence out.
    """
