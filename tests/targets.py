"""What `dvc repro` is asked for by tests of a source: all its stages, and those of no other one."""

TARGETS = {
    "books": ("books-check", "books-evaluate", "books-report"),
    "subtitles": ("subtitles-check", "subtitles-report"),
    "threads": ("threads-check", "threads-report"),
    "emotions": ("emotions-check", "emotions-report"),
}
BOOKS = TARGETS["books"]
