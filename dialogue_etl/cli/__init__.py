"""The command line: `run` for any stage, and commands for everything around the stages."""

import gc
import logging
import os
import sys

# Set before NumPy is imported: we do no linear algebra, and a process without threads may fork its workers.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Else pydantic searches the metadata of every installed package for plug-ins.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

from dialogue_etl.cli.writing import explaining
from dialogue_etl.core.garbage_collection import paused_garbage_collection
from dialogue_etl.errors import DialogueEtlError, UsageError


def main() -> None:
    """Run a command; an expected error is a sentence, not a traceback.

    `run` and `code` are handled without importing the other commands: a pipeline starts dozens of stages.
    """
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr
    )
    try:
        with explaining():
            if sys.argv[1:2] == ["run"]:
                with paused_garbage_collection():  # importing creates hardly any garbage
                    from dialogue_etl.cli.run import run

                    gc.freeze()  # else the first collection, and each full one, visits all imported modules

                run(sys.argv[2:])
            elif sys.argv[1:2] == ["code"]:
                with paused_garbage_collection():
                    from dialogue_etl.cli.code import code

                    code(sys.argv[2:])
            else:
                with paused_garbage_collection():
                    from dialogue_etl.cli.app import app

                app()
    except DialogueEtlError as error:
        red, plain = ("\33[31m", "\33[0m") if sys.stderr.isatty() else ("", "")
        sys.stderr.write(f"{red}{error}{plain}\n")
        sys.exit(2 if isinstance(error, UsageError) else 1)
