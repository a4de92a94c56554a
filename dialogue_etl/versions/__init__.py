"""Moves versions: to a remote, into a new workspace, or their dataset into a folder."""
