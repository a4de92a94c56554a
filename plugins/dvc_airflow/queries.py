"""What a request to the pages may contain: its size, its encoding and its fields, and the message for others.

Browsers send every field of a form, also those left empty: an empty field is one that is not given.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlencode

from fastapi import HTTPException, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError

LONGEST_QUERY, LONGEST_FIELD = 30_000, 1_000
"""Maximum bytes of a query (a stage has up to a few hundred outputs), and characters of a field in it."""
LONGEST_PART, LONGEST_PATH = 255, 2_000
"""Maximum bytes between two slashes, which is what file systems allow, and of a path."""
_MOST_FIELDS = 1_000
_SHOWN = 60  # characters of a wrong value
_WHOLE_NUMBER = "should be a whole number"
_SAID = {
    "missing": "is missing",
    "int_parsing": _WHOLE_NUMBER,
    "int_parsing_size": _WHOLE_NUMBER,
    "int_from_float": _WHOLE_NUMBER,
    "string_pattern_mismatch": "should be as the links of this page have it",
}
_CHOICE = re.compile(r"\^\(\|?([\w|-]+)\)\$")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Served = Callable[[Scope, Receive, Send], Awaitable[None]]
Fields = TypeVar("Fields", bound=BaseModel)


class Checked:
    """ASGI middleware: requests that no page can mean anything by are refused, and empty fields left out.

    Args:
        app: answers other requests.
        refuse: returns the answer to a request that is refused.
    """

    def __init__(self, app: Served, refuse: Callable[[Request, HTTPException], Awaitable[Served]]) -> None:
        self._app, self._refuse = app, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        try:
            _check_path(scope["path"])
            fields = _parse(scope["query_string"], LONGEST_QUERY)
            for name, value in fields:
                if max(len(name), len(value)) > LONGEST_FIELD:
                    raise HTTPException(
                        400, f"{_clip(name)}: {len(value):,} characters; at most {LONGEST_FIELD:,}"
                    )
        except HTTPException as error:
            answer = await self._refuse(Request(scope), error)
            return await answer(scope, receive, send)
        return await self._app({**scope, "query_string": urlencode(fields).encode()}, receive, send)


def _check_path(path: str) -> None:
    parts = [len(part.encode("utf-8", "replace")) for part in path.split("/")]
    if "\0" in path or max(parts) > LONGEST_PART or sum(parts) > LONGEST_PATH:
        raise HTTPException(404, f"there is no page at this address of {len(path):,} characters")


def _parse(encoded: bytes, largest: int) -> list[tuple[str, str]]:
    """The fields of a query or form that are not empty.

    Raises:
        HTTPException: it is too large, or not a valid encoding of text.
    """
    if len(encoded) > largest:
        raise HTTPException(413, f"more than {largest:,} bytes were sent, which is too much for this page")
    try:
        fields = parse_qsl(encoded.decode(), errors="strict", max_num_fields=_MOST_FIELDS)
    except UnicodeDecodeError:
        raise HTTPException(400, "what was sent is not valid UTF-8") from None
    except ValueError:
        raise HTTPException(400, f"more than {_MOST_FIELDS:,} fields were sent") from None
    for name, value in fields:
        if "\0" in name + value:
            raise HTTPException(400, f"{_clip(name)}: contains a NUL character")
    return fields


async def read_form(request: Request, fields: type[Fields], largest: int) -> Fields:
    """The fields of a form that was posted; of those given twice the last.

    Args:
        request: with the form, as browsers encode it by default.
        fields: their names, types and ranges.
        largest: maximum bytes of the request.

    Raises:
        HTTPException: it is too large, or not a form.
        RequestValidationError: a field is not valid.
    """
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > largest:
            break
    try:
        return fields.model_validate(dict(_parse(bytes(body), largest)))
    except ValidationError as error:
        raise RequestValidationError(
            [{**one, "loc": ("body", *one["loc"])} for one in error.errors()]
        ) from None


def refusal(errors: Iterable[Any]) -> HTTPException:
    """What is wrong with the fields of a request, one sentence each.

    Args:
        errors: of pydantic, each `loc` beginning with where the field was: path, query or body.
    """
    found = [(error["loc"][0], _sentence(error)) for error in errors]
    if any(where == "path" for where, _ in found):
        return HTTPException(404, "there is no page at this address")
    return HTTPException(422, "\n".join(said for _, said in found))


def _sentence(error: Any) -> str:
    name = ".".join(map(str, error["loc"][1:])) or "form"
    said = _SAID.get(error["type"], error["msg"].removeprefix("Input "))
    if choice := _CHOICE.fullmatch(error.get("ctx", {}).get("pattern", "")):
        said = f"should be one of {choice[1].replace('|', ', ')}"
    got = "" if error["type"] == "missing" else f", not “{_clip(str(error['input']))}”"
    return f"{_clip(name)}: {said}{got}"


def _clip(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
