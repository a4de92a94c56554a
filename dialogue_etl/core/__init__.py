"""What every step uses: tables and shards, running a stage over them, and declarations of parameters."""
