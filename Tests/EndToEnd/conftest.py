"""Fixtures of the end-to-end tests: a desktop for each worker, a home for each test, and the stand-in server."""

import json
import subprocess

import pytest

import items
import tree
from app import BINARY
from desktop import Desktop
from keyring import Keyring
from media import API_NAMES, Media
from screens import Stargazer, title
from settings import Settings
from standin import StandIn
from waiting import PATIENCE


@pytest.fixture(scope="session")
def desktop():
    assert BINARY.exists(), f"{BINARY} is not built: `make app standin` builds it"
    with Desktop() as desktop:
        tree.connect(desktop.bus.address)
        yield desktop


def pytest_terminal_summary(terminalreporter):
    """Prints measurements of the tests here, since the output of workers is lost."""
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")


@pytest.fixture
def home(tmp_path):
    """The home of a test. Programs started with it again find the saved data."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def settings(desktop, home):
    """The desktop's settings store in that home."""
    return Settings(desktop, home)


@pytest.fixture
def server():
    """GitHub's stand-in without rate limits."""
    with StandIn(search_limit="off") as server:
        yield server


@pytest.fixture
def odd_server():
    """The same stand-in with the unusual and hostile items too."""
    with StandIn(scenario="odd", search_limit="off") as server:
        yield server


@pytest.fixture
def launch(desktop, home):
    """`launch(server)` starts the application with that server, in the home of the test."""

    def start(server, *arguments, **environment):
        return Stargazer(desktop, home, "--github-api", server.url, *arguments, **environment)

    return start


@pytest.fixture
def launch_all(desktop, home):
    """`launch_all(server)` uses that server for all four catalogs."""

    def start(server, *arguments, **environment):
        addresses = [part for name in API_NAMES for part in (f"--{name}-api", server.url)]
        return Media(desktop, home, *addresses, *arguments, **environment)

    return start


@pytest.fixture
def demo(desktop, home):
    """The application with the sample data of all four catalogs."""
    with Media(desktop, home, "--demo") as app:
        yield app


@pytest.fixture
def app(launch, server):
    """The application, just started."""
    with launch(server) as app:
        yield app


@pytest.fixture
def keyring(desktop, tmp_path):
    """A real, unlocked keyring on the session bus of the tests."""
    with Keyring(desktop, tmp_path / "keyring") as keyring:
        yield keyring


@pytest.fixture
def three_favorites(app):
    """The application with the first three results as favorites; their titles, oldest first."""
    app.search_for_rows("swift")
    app.select_first()
    names = []

    def fresh(row):
        return row if row is not None and title(row) not in names else None

    for _ in range(3):
        row = app.until("a row not yet kept", lambda: fresh(app.row_in_focus()))
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        names.append(title(row))
        app.keys.press("Down")
    return names


@pytest.fixture
def console(desktop, home):
    """`console("--export", path)` runs a command without a display and without a session bus."""
    environment = desktop.environment(home)
    for name in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "GDK_BACKEND"):
        environment.pop(name, None)

    def start(*arguments, **more):
        return subprocess.run(
            [BINARY, *map(str, arguments)], env=environment | more, stdin=subprocess.DEVNULL, cwd=home,
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    return start


@pytest.fixture
def favorites_file(home):
    """A file with three favorites, one of which has a tag and a note."""
    favorites = [items.favorite(number, name) for number, name in enumerate(["a/parser", "b/viewer", "c/other"])]
    for one in favorites:
        one["repository"]["owner"] = one["title"].split("/")[0]
    favorites[0] |= {"tags": ["cli"], "note": "try the quick one"}
    favorites[1]["repository"]["description"] = "Shows\tpictures\n\u202e of \u0007 all kinds"
    path = home / "three.json"
    path.write_text(json.dumps({
        "format": "stargazer-favorites", "version": 2, "tags": [{"name": "cli", "color": "red"}],
        "saved_searches": [{"name": "Rust", "source": "favorites", "text": "rust"}], "favorites": favorites,
    }))  # fmt: skip
    return path
