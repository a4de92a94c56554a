"""Rules that clean dialogues of social media: a function each, switched and ordered by the knobs `rules`."""
