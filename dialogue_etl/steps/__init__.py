"""What is done with dialogues, written once for every source."""
