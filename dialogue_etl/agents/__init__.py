"""What answers: agents made of a dataset."""
