"""What each rule of extraction is worth: on annotated texts, and against gutenberg-dialog on real books.

`switches.py` finds the rules; `ablation.py` turns them off one by one and scores the rest.
`library.py` reads books, `profiles.py` counts what both
profiles make of them, `changes.py` says what differs and by which rules, `speech_marks.py` counts the
paragraphs that open with a mark; `books.py` does all that in one reading. `markdown.py` and `document.py`
write it down.
"""
