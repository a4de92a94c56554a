"""Where we connect: to public addresses only, unless the user named the server as a mirror.

A mirror may redirect, and where to is somebody else's choice: without this, an answer could make us read a
service of the user's own network (server-side request forgery). The address of the open connection is what
counts, before anything is sent: a name server may give another answer every time (DNS rebinding).
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from dialogue_etl.web.failures import RefusedError

if TYPE_CHECKING:
    import socket
    from collections.abc import Collection

_PORTS = {"http": 80, "https": 443}


def server_of(url: str) -> str:
    """Host and port of an address, as in `www.gutenberg.org:443`."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 0)}"


def redirect_target(url: str, location: str, allowed: Collection[str]) -> str:
    """The address that a redirect leads to.

    Args:
        url: the address that was requested.
        location: the header `Location` of the answer.
        allowed: servers the user named, as `server_of` writes them.

    Raises:
        RefusedError: it leads to another scheme or a private address, and the user did not name it; or it
            is not an address.
    """
    try:
        target = urljoin(url, location)
        parts = urlsplit(target)
        named = server_of(target) in allowed
    except ValueError:
        raise RefusedError("redirects to something that is not an address") from None
    web = parts.scheme in _PORTS and bool(parts.hostname)
    if not web or (parts.scheme != urlsplit(url).scheme and not named):
        shown = f"{parts.scheme}://{parts.hostname or ''}"
        raise RefusedError(f"redirects to {shown}; name it as a mirror to allow that")
    return target


class PublicAdapter(HTTPAdapter):
    """Connects to public addresses, and to the servers that are allowed."""

    def __init__(self, allowed: Collection[str], **options: Any) -> None:
        self._allowed = frozenset(allowed)
        super().__init__(**options)

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        """Give the pools connections that check where they lead."""
        super().init_poolmanager(*arguments, **options)
        self.poolmanager.pool_classes_by_scheme = {
            "http": self._checked(HTTPConnectionPool, HTTPConnection),
            "https": self._checked(HTTPSConnectionPool, HTTPSConnection),
        }

    def _checked(self, pool: type[HTTPConnectionPool], connection: Any) -> type[HTTPConnectionPool]:
        allowed = self._allowed

        def connect(self: Any) -> socket.socket:
            connected: socket.socket = connection._new_conn(self)
            try:
                if f"{self.host}:{self.port}" not in allowed:
                    _refuse_private(connected.getpeername()[0])
            except RefusedError:
                connected.close()
                raise
            return connected

        checked = type(connection.__name__, (connection,), {"_new_conn": connect})
        return type(pool.__name__, (pool,), {"ConnectionCls": checked})


def _refuse_private(text: str) -> None:
    """Refuse an address that is not globally reachable (IANA special-purpose registries)."""
    address = ipaddress.ip_address(text.partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    if not address.is_global:
        raise RefusedError(f"leads to the private address {address}; name it as a mirror to allow that")
