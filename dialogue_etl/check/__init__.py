"""What people take away, read again before it is published, and measured; `gates.py` decides.

Nothing here looks at how the dataset came about, only at its files, the stored texts and the works. Each
language is a job: `language.py` goes through its files in streams, `forms.py` reads them whatever is wrong
with them, `offsets.py` looks places up in the texts, `repeats.py` finds what is there twice.
"""
