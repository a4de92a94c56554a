"""Measures the effect of each rule of extraction: on annotated texts, and against gutenberg-dialog on books.

`switches.py` lists the rules; `ablation.py` turns them off one by one and scores the result. `library.py`
reads books, `profiles.py` extracts them with both profiles, `changes.py` describes the differences and the
rules that cause them, `speech_marks.py` counts paragraphs that begin with a speech mark; `books.py` does all
of this in one pass. `markdown.py` and `document.py` write the report.
"""
