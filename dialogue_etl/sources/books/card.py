"""The dataset card for books."""

from dialogue_etl.core.parameters.model import Params
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.names import name_of
from dialogue_etl.text.normalise import library

NAME = "Dialogues from books"
TAGS = ("books",)
TEXT = """
# Dialogues from books

Conversations found in books by [Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version}, by the
method of *The Gutenberg Dialogue Dataset* (Csáky & Recski, EACL 2021): direct speech is separated from
narration by its quotation marks, neighbouring turns form a dialogue, and rules remove what is not
conversation. It was not reviewed by people: it offers size at a known quality, not a gold standard.
How many neighbouring turns are wrong pairs (one speaker says both, or one of them holds several), the report
estimates in {judged}, of which there are annotated novels; in other languages it is not known.

## Statistics

{statistics}

All dialogues of a book, and all editions and volumes of a work, are in one split.

{splits}

Dialogues that rules left out:

{dropped}

## Fields

- `id`: source id and offset of the first character; `source_id`: the book, see `books.tsv`; `work_id`:
  the work it is an edition of
- `language` (BCP-47), `title`, `authors`, `rights` of the book; `corpus`, and `utterance_id` of the turns,
  are null in books
- `turns`: a list of `text`, `spans` (character offsets into the stored text of the book, half open; the
  text is what they hold, white space made one blank, spans joined by one, but not before a comma
  or other mark that ends a clause; with `extract.profile: reference`
  the span is the paragraph), `speaker` (as the narrator names whoever speaks; null where nobody says it)
  and `speaker_confidence` (0 to 1), `speech_confidence` (0 to 1: that it is speech, not quoted words)
{normalised}{formats}

## Privacy

{privacy}

## Parameters

{parameters}

## Rights and provenance

{rights}

`books.tsv` lists authors, titles, rights and the SHA-256 of every text used. `characters.tsv` lists who
speaks in each book: the name that `speaker` has, all names in the text, gender (`1` for a narrator), number
of turns. A program has found them: a character may have two names, and two of a family may share one.

## Citation

    @inproceedings{{csaky2021gutenberg,
      title     = {{The Gutenberg Dialogue Dataset}},
      author    = {{Cs{{\\'a}}ky, Rich{{\\'a}}rd and Recski, G{{\\'a}}bor}},
      booktitle = {{Proceedings of EACL}},
      year      = {{2021}}
    }}
"""


def language_name(tag: str) -> str:
    """The name of a language in the card."""
    return name_of(tag)


def values(params: Params) -> dict[str, str]:
    """Further values for the text of the card."""
    profile = params.normalise.profile
    judged = " and ".join(sorted(one.name for one in LANGUAGES.values() if one.wrong_odds[1]))
    normalised = _NORMALISED[profile].format(library=library(profile))
    return {"normalised": f"{normalised}\n", "judged": judged}


_NORMALISED = {
    "none": "",
    "clean": "- `normalised`: the turns' texts, in their order, as chat forms have them, for reading: no "
    "emphasis marks, numbers of footnotes and other artefacts of transcription\n",
    "training": "- `normalised`: the turns' texts made ready for training, in their order: NFC, emphasis "
    "marks off, `--` as —, three points as …, and what the parameters `normalise` say; with `tokenise` there "
    "are blanks between the tokens that {library} finds; nothing else is lost\n",
    "reference": "- `normalised`: the turns' texts, in their order, as the cleaning step of gutenberg-dialog "
    "has them (tokens of {library}), with its damage: accents decomposed or lost, curly apostrophes and "
    "dashes lost in English and Dutch\n",
}
