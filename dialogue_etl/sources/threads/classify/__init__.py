"""Is this pair noisy; is this utterance understandable without its context?"""
