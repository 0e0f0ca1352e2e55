"""The picture cache: on disk, private, and valid pictures are not requested again."""

import contextlib

import pytest

from screens import Stargazer


def asked(server):
    """Returns the requests for pictures of rows and texts. The README of a row that stays selected is prefetched."""
    return [line.split(" ")[1] for where in ("/avatars/", "/docs/") for line in server.log(where)]


@pytest.fixture
def pictures(home):
    return home / "cache/stargazer/pictures"


def whole(pictures):
    """Returns the cached pictures by file, without unfinished files of a killed process."""
    found = {}
    for path in pictures.glob("*") if pictures.exists() else []:
        # The running program may delete a file meanwhile.
        with contextlib.suppress(FileNotFoundError):
            if ".partial-" not in path.name:
                found[path] = path.read_bytes()
    return found


def seen(app, server, pictures):
    """Searches, and waits until the screen is still and pictures are on disk."""
    app.search_for_rows("swift")
    # A blinking caret would never be still.
    app.select_first()
    app.until("the pictures", lambda: app.camera.still() and asked(server) and whole(pictures))


def test_a_picture_is_asked_for_once(launch, server, pictures):
    with launch(server) as app:
        seen(app, server, pictures)
    kept = len(whole(pictures))
    before = asked(server)
    with launch(server) as app:
        seen(app, server, pictures)
    again = [target for target in set(before) for _ in range(asked(server).count(target) - before.count(target))]
    # A picture whose answer had not arrived when the program ended is not cached.
    assert kept > 0 and len(again) <= len(before) - kept


def test_the_sample_catalog_caches_no_pictures(desktop, home, pictures):
    with Stargazer(desktop, home, "--demo") as app:
        app.search_for_rows("swift")
        app.select_first()
        app.until("a still window", app.camera.still)
    assert not pictures.exists()
