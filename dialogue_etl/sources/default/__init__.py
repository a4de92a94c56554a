"""Parts that a source need not write: `Source.part` takes them if its folder has no module of that name.

Each module has a class `Part`, made for a source, with the names that a module of the source would have. They
fit sources whose documents are in the shared table `documents` (`core/tables.py`).
"""
