"""Where we connect: nobody's private network, unless the user named that address as a mirror.

A mirror may redirect; what it redirects to is somebody else's choice. Addresses are looked at before we
connect, and again once the connection stands: a name server may answer otherwise the second time.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from dialogue_etl.web.failures import RefusedError

if TYPE_CHECKING:
    from collections.abc import Collection

_PORTS = {"http": 80, "https": 443}


def server_of(url: str) -> str:
    """Host and port of an address, as in `www.gutenberg.org:443`."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port or _PORTS.get(parts.scheme, 0)}"


def redirected(url: str, location: str, allowed: Collection[str]) -> str:
    """The address that a redirect leads to.

    Args:
        url: the address that was asked for.
        location: what the answer's header says.
        allowed: servers the user named, as `server_of` has them.

    Raises:
        RefusedError: it leads to another scheme or a private address, and the user did not name it; or it
            is no address.
    """
    try:
        target = urljoin(url, location)
        parts = urlsplit(target)
        named = server_of(target) in allowed
    except ValueError:
        raise RefusedError("redirects to something that is no address") from None
    web = parts.scheme in _PORTS and bool(parts.hostname)
    if not web or (parts.scheme != urlsplit(url).scheme and not named):
        shown = f"{parts.scheme}://{parts.hostname or ''}"
        raise RefusedError(f"redirects to {shown}; name it as a mirror to allow that")
    host, _, port = server_of(target).rpartition(":")
    look_at(host, int(port), allowed)
    return target


class GuardedAdapter(HTTPAdapter):
    """Connects to public addresses, and to the servers that are allowed."""

    def __init__(self, allowed: Collection[str], **rest: Any) -> None:
        self._allowed = frozenset(allowed)
        super().__init__(**rest)

    def init_poolmanager(self, *arguments: Any, **rest: Any) -> None:
        """Let the pools make connections that look where they lead."""
        super().init_poolmanager(*arguments, **rest)
        allowed = self._allowed

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                look_at(self.host, self.port, allowed)
                return _looked_at(super()._new_conn(), self.host, self.port, allowed)

        class Secure(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                look_at(self.host, self.port, allowed)
                return _looked_at(super()._new_conn(), self.host, self.port, allowed)

        self.poolmanager.pool_classes_by_scheme = {
            "http": type("PlainPool", (HTTPConnectionPool,), {"ConnectionCls": Plain}),
            "https": type("SecurePool", (HTTPSConnectionPool,), {"ConnectionCls": Secure}),
        }


def look_at(host: str, port: int | None, allowed: Collection[str]) -> None:
    """Let a server pass that may be connected to; one whose name is not known is left to the connection.

    Raises:
        RefusedError: one of its addresses is in a private network.
    """
    if f"{host}:{port}" in allowed:
        return
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for *_, address in found:
        _refuse_private(str(address[0]))


def _looked_at(
    connected: socket.socket, host: str, port: int | None, allowed: Collection[str]
) -> socket.socket:
    """The socket, if it leads where `look_at` saw it would: a name may mean something else a moment later."""
    if f"{host}:{port}" not in allowed:
        try:
            _refuse_private(connected.getpeername()[0])
        except RefusedError:
            connected.close()
            raise
    return connected


def _refuse_private(text: str) -> None:
    address = ipaddress.ip_address(text.partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    if not address.is_global:
        raise RefusedError(f"leads to the private address {address}; name it as a mirror to allow that")
