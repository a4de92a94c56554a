"""`python -m dialogue_etl`, the same as the `dialogue-etl` command."""

from dialogue_etl.cli import main

if __name__ == "__main__":
    main()
