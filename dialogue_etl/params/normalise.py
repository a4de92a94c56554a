"""The parameters of normalisation for training."""

from __future__ import annotations

from typing import Literal

from dialogue_etl.parameter import Section, parameter

NormaliseProfile = Literal["none", "training", "reference"]
ApostropheChoice = Literal["keep", "straight"]


class Normalise(Section):
    """How utterances are made ready for training, beside their raw text."""

    profile: NormaliseProfile = parameter(
        "none", "choice", source="gutenberg-dialog cleans only where asked (-cd)"
    )
    """Give each utterance in a normalised form too: none; for training (NFC, white space, emphasis marks off,
    -- as —, three points as …, and the other parameters here); or exactly as the cleaning step of
    gutenberg-dialog has it, with its damage, whatever the other parameters here say.
    """
    lower_case: bool = parameter(True, source="gutenberg-dialog, post_filter")
    """Lower case; for the profile training."""
    tokenise: bool = parameter(
        True, source="gutenberg-dialog, post_filter, which has English rules for every language"
    )
    """Blanks between tokens, by spaCy's rules for the language, hyphenated words whole, dashes apart; nothing
    else changes; for the profile training.
    """
    apostrophes: ApostropheChoice = parameter("straight", "choice")
    """Keep apostrophes as they are printed, or write them all straight, so that don’t and don't are one word;
    quotation marks stay; for the profile training.
    """
