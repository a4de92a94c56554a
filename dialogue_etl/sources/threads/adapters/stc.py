"""`stc`: posts and responses in two parallel files, segmented into words (Shang et al. 2015).

The names of the files differ in one word: `stc_weibo_train_post` and `stc_weibo_train_response`;
`repos-id-post-cn` and `repos-id-cmnt-cn`, whose lines begin with an id and a tab; `train.source.txt` and
`train.target.txt`, the form of translation toolkits and of our exports.
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
    """Yield the lines of a file as posts or responses, by the file's name; line numbers pair them."""
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
