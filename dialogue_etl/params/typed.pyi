from pydantic import Field

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.derived.emotions.parameters import Emotions
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.derived.mix.parameters import Mix
from dialogue_etl.derived.retrieval.parameters import Retrieval
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.labels.classifiers.parameters import Classify
from dialogue_etl.metrics.parameters import Testset
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.parameters import BookPairs, Books, Postfilter, Prefilter, Works
from dialogue_etl.sources.subtitles.parameters import SubtitlePairs, Subtitles
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.threads.parameters import ThreadPairs, Threads

class WholeParams(Params):
    book_pairs: BookPairs = Field(default_factory=BookPairs)
    books: Books = Field(default_factory=Books)
    classify: Classify = Field(default_factory=Classify)
    emotions: Emotions = Field(default_factory=Emotions)
    extract: Extract = Field(default_factory=Extract)
    generative: Generative = Field(default_factory=Generative)
    mix: Mix = Field(default_factory=Mix)
    postfilter: Postfilter = Field(default_factory=Postfilter)
    prefilter: Prefilter = Field(default_factory=Prefilter)
    retrieval: Retrieval = Field(default_factory=Retrieval)
    rules: Rules = Field(default_factory=Rules)
    subtitle_pairs: SubtitlePairs = Field(default_factory=SubtitlePairs)
    subtitle_rules: SubtitleRules = Field(default_factory=SubtitleRules)
    subtitles: Subtitles = Field(default_factory=Subtitles)
    testset: Testset = Field(default_factory=Testset)
    thread_pairs: ThreadPairs = Field(default_factory=ThreadPairs)
    threads: Threads = Field(default_factory=Threads)
    turns: Turns = Field(default_factory=Turns)
    works: Works = Field(default_factory=Works)
