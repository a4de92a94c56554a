"""What people take away, read again before it is published, and measured; `gates.py` decides.

Nothing here looks at how the dataset came about, only at its files and, of books, the stored texts and the
works. Each language is a job: `language.py` goes through its files in streams, `forms.py` reads them whatever
is wrong with them, `repeats.py` finds what is there twice. `books.py`, `threads.py` and `mix.py` look at what
only their datasets have; `offsets.py` looks places of books up in the texts.
"""
