"""The pictures of a README: where they may be loaded from."""

import struct
import zlib

import pytest

import tree
from scripted import Scripted, repository


def chunk(kind, content):
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)


def png(side=64):
    """A red square."""
    rows = b"".join(b"\0" + b"\xe0\x20\x20" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture
def github():
    with Scripted() as server:
        server.repositories = [repository(1, "ada/one", server.url)]
        server.pictures = {1: ("image/png", png()), 2: ("image/png", png(128))}
        yield server


@pytest.fixture
def elsewhere():
    """Another server on this machine."""
    with Scripted() as server:
        yield server


def opened(app):
    app.search_for_rows("one")
    app.select_first()
    app.open_selected()
    return app.wait("heading", "README")


def test_a_readme_reaches_no_other_server_on_this_machine(launch, github, elsewhere):
    port = elsewhere.url.rsplit(":", 1)[1]
    addresses = [f"{scheme}://{host}:{port}/admin/reboot" for scheme in ("http", "https")
                 for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]")]
    pictures = [f"![blocked {number}]({address})" for number, address in enumerate(addresses)]
    github.readme = "\n\n".join(["# One", *pictures, f"![fine]({github.url}/picture/2)"])
    with launch(github) as app:
        opened(app)
        app.until("the picture that may be loaded", lambda: "GET /picture/2 200" in github.log())
        app.wait("label", lambda text: "blocked 0" in text)
    assert elsewhere.log() == []
