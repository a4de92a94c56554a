"""What is made of finished datasets: a folder per kind, as in `sources/`, each with its value `SOURCE`."""
