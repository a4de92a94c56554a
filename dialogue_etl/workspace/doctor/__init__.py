"""What can be wrong with a workspace, what to do about it, and mending it without loss.

A module per kind of check. A check is a function of the workspace's folder that yields findings; it bears
with damaged files, writes nothing, and takes a second at most. `examine` lists them.
"""
