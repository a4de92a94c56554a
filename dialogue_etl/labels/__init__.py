"""Labels of utterances and dialogues: those that people gave, and those that classifiers give."""
