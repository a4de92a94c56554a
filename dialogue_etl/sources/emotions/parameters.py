"""The sections of parameters that come with this source."""

from dialogue_etl.emotions.parameters import Emotions

SECTIONS = {"emotions": Emotions}
