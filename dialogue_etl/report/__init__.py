"""Reports on datasets: the paper's tables and figures as metrics, plots and one page."""
