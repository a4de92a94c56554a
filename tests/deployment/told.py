"""A notifier that writes into a file."""

from pathlib import Path
from typing import Any

from airflow.sdk import BaseNotifier, Context


class Told(BaseNotifier):
    """Adds a line to a file."""

    template_fields = ("said",)

    def __init__(self, *, file: str, said: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.file, self.said = file, said

    def notify(self, context: Context) -> None:
        """Add it."""
        with Path(self.file).open("a", encoding="utf-8") as file:
            file.write(f"{self.said}\n")
