"""The stages of dvc.yaml, and the digests of their code."""
