from dialogue_etl.api import (
    Dialogue,
    DialogueEtlError,
    Turn,
    clean,
    extract,
    read_book,
    read_dataset,
    read_params,
)

__version__: str
__all__ = [
    "Dialogue",
    "DialogueEtlError",
    "Turn",
    "__version__",
    "clean",
    "extract",
    "read_book",
    "read_dataset",
    "read_params",
]
