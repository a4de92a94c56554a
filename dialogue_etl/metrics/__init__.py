"""What responses to the questions of a test set are worth: the metrics of the papers, of any system's files.

Not to be taken for `evaluation`, which scores the extraction of dialogues on annotated texts.
"""
