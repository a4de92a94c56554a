"""Labels of utterances and dialogues, from annotators and from classifiers."""
