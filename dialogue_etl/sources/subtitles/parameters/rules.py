"""The parameters of `subtitle_rules`: what is taken out of the sentences of subtitles."""

from dialogue_etl.core.parameters import DeclaredSection
from dialogue_etl.filters.rule import parameters
from dialogue_etl.sources.subtitles.artefacts import RULES


class SubtitleRules(DeclaredSection, declared=parameters(RULES)):
    """Which text that is not speech is removed from the sentences of subtitles.

    Each rule is a parameter: `off`; `cut` removes the noise, and drops the sentence if no word is left;
    `drop` drops the sentence.
    """
