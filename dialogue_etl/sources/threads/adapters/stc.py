"""`stc`: posts in one file, responses in another, line by line, the words cut apart (Shang et al. 2015).

Files of a pair differ in a word of their names, as `stc_weibo_train_post` and `stc_weibo_train_response`, or
`repos-id-post-cn` and `repos-id-cmnt-cn`, whose lines begin with an id and a tab; and so do
`train.source.txt` and `train.target.txt`, as toolkits for translation read them and we write them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dialogue_etl.sources.threads.adapters.records import Bad, Comment, Line, Record, checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ROLE = re.compile(
    r"(post|query|(?<=\.)source(?=\.))|(response|cmnt|comment|reply|(?<=\.)target(?=\.))", re.IGNORECASE
)
NAMES = "post or response (query, cmnt, comment, reply)"


def read(lines: Iterable[Line], name: str) -> Iterator[Record]:
    """The lines of a file by its name, each a post or the response to the post of the same line."""
    roles = list(_ROLE.finditer(name))
    if len(roles) != 1:
        yield Bad(
            0, f"its name does not say whether it holds posts or responses: it should hold {NAMES} once"
        )
        return
    pair = name[: roles[0].start()] + name[roles[0].end() :].partition(".")[0]
    for line in lines:
        id, answers = f"{pair}.{line.number}", roles[0].group(2)
        if line.problem or not line.text.strip():
            yield Bad(line.number, line.problem or "an empty line")
            continue
        try:
            text = checked(line.text.rpartition("\t")[2])
        except ValueError as error:
            yield Bad(line.number, str(error))
        else:
            yield Comment(
                line.number, f"{id}.answer" if answers else id, id if answers else None, None, text, None
            )
