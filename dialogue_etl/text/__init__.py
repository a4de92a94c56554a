"""Pure functions on strings and bytes: decoding, paragraphs, spans, words."""
