"""Workspaces: git and DVC repositories that hold people's datasets, and Airflow run for them.

git, dvc and airflow are run as programs; nothing here imports the latter two.
"""
