"""The report on a dataset of threads: the paper's tables, what each rule did, the classifiers, one page."""
