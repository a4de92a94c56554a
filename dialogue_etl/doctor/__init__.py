"""What can be wrong with a workspace, what to do about it, and mending it without loss.

A check is a function of the workspace's folder that yields findings; it reads damaged files without failing,
writes nothing, and takes about a second at most. `examine` lists them.
"""
