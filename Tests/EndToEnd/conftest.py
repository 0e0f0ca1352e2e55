"""What the tests in the real window share: one desktop for all, a home for each, the stand-in behind the window."""

import os

import pytest

import tree
from app import BINARY
from desktop import Desktop
from screens import Stargazer
from standin import StandIn


@pytest.fixture(scope="session")
def desktop():
    assert BINARY.exists(), f"{BINARY} is not built: `make app standin` builds it"
    with Desktop() as desktop:
        os.environ["DISPLAY"] = desktop.display.name
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = desktop.bus.address
        tree.connect()
        yield desktop


@pytest.fixture
def home(tmp_path):
    """The home of one test; starting again with it is the same person coming back."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def server():
    """GitHub's stand-in, without limits on how often one may ask."""
    with StandIn(search_limit="off") as server:
        yield server


@pytest.fixture
def launch(desktop, home):
    """`launch(server)` starts the application against that server, in this test's home."""

    def start(server, *arguments, **environment):
        return Stargazer(desktop, home, "--github-api", server.url, *arguments, **environment)

    return start


@pytest.fixture
def app(launch, server):
    """The application, just started."""
    with launch(server) as app:
        yield app
