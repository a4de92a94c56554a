"""What a dataset is like: the paper's tables and figures as metrics, plots and one page."""
