"""Pure kernels over strings and bytes: decoding, paragraphs, spans, words."""
