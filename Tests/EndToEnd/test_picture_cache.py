"""Pictures that were seen before: on disk, closed to others, not asked for again as long as they are whole."""

import contextlib

import pytest

from screens import Stargazer


def asked(server):
    """The pictures of rows and of texts: a row that somebody rests on is read ahead."""
    return [line.split(" ")[1] for where in ("/avatars/", "/docs/") for line in server.log(where)]


@pytest.fixture
def pictures(home):
    return home / "cache/stargazer/pictures"


def whole(pictures):
    """What is kept, by file; drafts of a process that was ended are not."""
    found = {}
    for path in pictures.glob("*") if pictures.exists() else []:
        # The program is at work: a file may be gone by now.
        with contextlib.suppress(FileNotFoundError):
            if ".partial-" not in path.name:
                found[path] = path.read_bytes()
    return found


def seen(app, server, pictures):
    """Searches, and waits until nothing changes on the screen any more and pictures are on disk."""
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
    # Who leaves before the answer is there keeps nothing.
    assert kept > 0 and len(again) <= len(before) - kept


def test_the_sample_catalog_caches_no_pictures(desktop, home, pictures):
    with Stargazer(desktop, home, "--demo") as app:
        app.search_for_rows("swift")
        app.select_first()
        app.until("a still window", app.camera.still)
    assert not pictures.exists()
