"""The knobs of how dialogues are found in a book."""

from __future__ import annotations

from typing import Literal

from dialogue_etl.params.section import OURS, PAPER, Section, knob

ProfileChoice = Literal["default", "reference"]


class Extract(Section):
    """How dialogues are found in a book."""

    min_delimiters: float = knob(
        150,
        "Drop books with fewer speech marks, weighted as the language file says; 0 turns it off",
        unit="marks per 10,000 words",
        source=PAPER,
        ge=0,
        le=10_000,
    )
    dialogue_gap: int = knob(
        150,
        "More text than this between two turns starts a new dialogue; 0 turns it off",
        unit="characters",
        source=PAPER,
        ge=0,
        le=1_000_000,
    )
    max_words: int = knob(
        100,
        "A longer utterance is left out and cuts its dialogue in two; 0 turns it off",
        unit="words",
        source=PAPER,
        ge=0,
        le=1_000_000,
    )
    min_turns: int = knob(
        2,
        "Dialogues of fewer turns are dropped; 0 turns it off",
        unit="turns",
        source="gutenberg-dialog, extract",
        ge=0,
        le=1_000,
    )
    join_paragraphs: bool = knob(
        True,
        "A speech whose paragraph ends without a closing mark goes on in the next paragraph "
        "if that opens with a mark",
        unit="switch",
        source="Chicago Manual of Style 13.32: quotations of more than one paragraph",
    )
    drop_scare_quotes: bool = knob(
        True,
        "Leave out paragraphs that only quote a lower-case word or phrase inside the narration",
        unit="switch",
        source="narrower than gutenberg-dialog, which drops every paragraph whose first quotation "
        "does not begin with a capital",
    )
    skip_apparatus: bool = knob(
        True,
        "Take nothing out of tables of contents, lists, indexes and advertisements",
        unit="switch",
        source=OURS,
    )
    any_dash: bool = knob(
        True,
        "Take every dash glyph (hyphens, en dash, em dash, bar) for one mark; off, only the first one of "
        "the language",
        unit="switch",
        source="Ortografía de la lengua española 2010, 3.4; transcribers type what they have",
    )
    any_guillemets: bool = knob(
        True,
        "Take guillemets that point inwards and outwards for one kind of mark",
        unit="switch",
        source="Amtliches Regelwerk der deutschen Rechtschreibung, § 89; Lexique de l'Imprimerie nationale",
    )
    single_quotes: bool = knob(
        True,
        "Find speech between single marks, typographic or ASCII, where they are the book's own",
        unit="switch",
        source="Hart's Rules 9.2: single marks for speech, double ones inside",
    )
    backticks: bool = knob(
        True,
        "Take backtick and acute accent for a pair of marks",
        unit="switch",
        source="gutenberg-dialog drops such books",
    )
    nested_quotes: bool = knob(
        True,
        "A quotation inside a quotation belongs to the outer one",
        unit="switch",
        source="Chicago Manual of Style 13.30",
    )
    mixed_marks: bool = knob(
        True,
        "A book may set speech apart in more than one way, each found by its own rule",
        unit="switch",
        source=OURS,
    )
    inserted_tags: bool = knob(
        True,
        "Cut the narrator's words out of speech after a dash (—dijo—, —disse elle—, dit-il)",
        unit="switch",
        source="Ortografía de la lengua española 2010, 3.4.8",
    )
    chapter_breaks: bool = knob(
        True,
        "A heading ends a dialogue",
        unit="switch",
        source=OURS,
    )
    scene_breaks: bool = knob(
        True,
        "A row of asterisks or the like ends a dialogue",
        unit="switch",
        source=OURS,
    )
    skip_letters: bool = knob(
        True,
        "Take nothing out of letters, quoted or set apart",
        unit="switch",
        source=OURS,
    )
    skip_verse: bool = knob(
        True,
        "Take nothing out of verse set apart",
        unit="switch",
        source=OURS,
    )
    skip_plays: bool = knob(
        True,
        "Take nothing out of passages set as a play, with the names of the speakers before their lines",
        unit="switch",
        source=OURS,
    )
    skip_epigraphs: bool = knob(
        True,
        "Take nothing out of mottoes under a heading",
        unit="switch",
        source=OURS,
    )
    skip_titles: bool = knob(
        True,
        "Quoted titles, names and inscriptions in the narration are no speech",
        unit="switch",
        source=OURS,
    )
    find_speakers: bool = knob(
        True,
        "Tell who speaks where the narrator says it",
        unit="switch",
        source="Elson & McKeown 2010, Automatic attribution of quoted speech in literary narrative",
    )
    split_speakers: bool = knob(
        True,
        "Part the speech of one paragraph where the narrator names another speaker",
        unit="switch",
        source=OURS,
    )
    join_speakers: bool = knob(
        True,
        "Neighbouring turns of one speaker are one",
        unit="switch",
        source=OURS,
    )
    alternate_speakers: bool = knob(
        True,
        "Where nothing is said, speakers take turns",
        unit="switch",
        source="He, Barbosa & Kondrak 2013, Identification of speakers in novels",
    )
    gap_both_sides: bool = knob(
        True,
        "The gap counts the narration on both sides of the marks, as the paper defines it; off, only what "
        "follows the speech, as the released code does",
        unit="switch",
        source="Csáky & Recski 2021, section 3",
    )
    profile: ProfileChoice = knob(
        "default",
        "How dialogues are found: by the rules of this section, or as gutenberg-dialog finds them, with its "
        "quirks and thresholds, whatever the other knobs here say. The span of a turn is then its paragraph: "
        "only with default do the spans of a turn give its text back",
        unit="choice",
        source=OURS,
    )
