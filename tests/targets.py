"""What `dvc repro` is asked for by tests of books: all their stages, and those of no other source."""

BOOKS = ("books-check", "books-evaluate", "books-report")
