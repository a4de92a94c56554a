import socket
from contextlib import contextmanager
from threading import Thread

import pytest

from dialogue_etl.web.failures import RefusedError
from dialogue_etl.web.guard import redirected, server_of
from tests.web import faults
from tests.web.clients import FILE, TEXT, client, fetched

HERE = "http://a.org/x/y.txt"


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("http://A.org/x", "a.org:80"),
        ("https://a.org", "a.org:443"),
        ("http://a.org:8080/x", "a.org:8080"),
        ("http://[::1]:81/", "::1:81"),
        ("http://me:secret@a.org/", "a.org:80"),
    ],
)
def test_a_server_is_host_and_port(url, server):
    assert server_of(url) == server


@pytest.mark.parametrize(
    ("location", "target"),
    [
        ("z.txt", "http://a.org/x/z.txt"),
        ("/z.txt", "http://a.org/z.txt"),
        ("//b.org/z.txt", "http://b.org/z.txt"),
        ("http://b.org/", "http://b.org/"),
        ("https://named.org/z", "https://named.org/z"),
    ],
)
def test_a_redirect_of_the_same_scheme_or_to_who_was_named_is_followed(location, target):
    assert redirected(HERE, location, {"named.org:443"}) == target


@pytest.mark.parametrize(
    "location",
    [
        "https://a.org/x",
        "https://named.org:444/",
        "ftp://named.org/",
        "file:///etc/passwd",
        "javascript:0",
        "http://[::1",
        "http://a.org:99999/",
        "data:,x",
    ],
)
def test_a_redirect_elsewhere_is_refused(location):
    with pytest.raises(RefusedError, match="redirects to"):
        redirected(HERE, location, {"named.org:443", "named.org:21"})


@contextmanager
def listener(host="127.0.0.1"):
    """Host and port of somebody who listens, and all bytes that anybody sent there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    heard = []

    def listen(server):
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            connection.settimeout(1)
            heard.append(connection.recv(1000))
            connection.close()

    with socket.create_server((host, 0), family=family) as server:
        thread = Thread(target=listen, args=[server])
        thread.start()
        try:
            yield server.getsockname()[1], heard
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize(
    ("listens", "named"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1", "localhost"),
        ("127.0.0.1", "2130706433"),
        ("127.0.0.1", "0x7f.1"),
        ("127.0.0.1", "[::ffff:127.0.0.1]"),
        ("127.0.0.1", "[::ffff:7f00:1]"),
        ("127.0.0.1", "0.0.0.0"),
        ("::1", "[::1]"),
    ],
)
def test_a_redirect_into_a_private_network_is_refused_and_nothing_is_sent_there(
    serve, tmp_path, listens, named
):
    with listener(listens) as (port, heard):
        mirror = serve(always={FILE: faults.redirect(f"http://{named}:{port}/secret")})
        with pytest.raises(
            Exception, match=r"leads to the private address (127\.|::1|0\.).*name it as a mirror"
        ):
            fetched(client(tmp_path, mirror), mirror)
    assert b"".join(heard) == b""


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_redirect_to_another_named_server_is_followed_there(serve, tmp_path, host):
    other = serve(host=host)
    mirror = serve({}, always={FILE: faults.redirect(f"{other.url}/{FILE}")})
    assert fetched(client(tmp_path, mirror, other), mirror) == TEXT
    assert [request.path for request in other.requests] == ["robots.txt", FILE]


def test_an_address_that_nobody_named_is_refused_without_a_redirect_too(serve, tmp_path):
    mirror = serve()
    with pytest.raises(Exception, match="private address"):
        fetched(client(tmp_path), mirror)
    assert mirror.count == 0


def test_another_port_of_a_named_host_is_not_named(serve, tmp_path):
    with listener() as (port, heard):
        mirror = serve(always={FILE: faults.redirect(f"http://127.0.0.1:{port}/")})
        with pytest.raises(Exception, match="private address"):
            fetched(client(tmp_path, mirror), mirror)
    assert b"".join(heard) == b""
