"""Agents that write their answers: models trained on a packaged dataset (the extra `transformers`)."""
