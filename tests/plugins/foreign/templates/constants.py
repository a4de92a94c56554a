import os

EPOCHS = 5
SIZES = [1, 2]
TABLE = {"a": 1, "b": {"c": "deep"}}
TYPED: int = 7
DECLARED: int
COMPUTED = os.getpid()
first = second = 3


class Model:
    width = 16

    def __init__(self):
        self.height = 32
        local = self.height
        del local
        self.other.name = 2
