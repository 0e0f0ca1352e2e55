"""Photos and GIFs of Wikimedia Commons: without a key, from a word to a favorite, and the choice of the source."""

import re

import pytest

import tree
from media import GIFS, KEY, PHOTOS, choose_source
from settings import KEPT
from standin import StandIn

COMMONS = "Wikimedia Commons"
# The widths that thumbnails exist in.
STEPS = {250, 330, 500, 960, 1280, 1920}


@pytest.fixture
def server():
    with StandIn(search_limit="off") as server:
        yield server


@pytest.mark.parametrize(("name", "keys"), [(PHOTOS, "alt+4"), (GIFS, "alt+3")])
def test_a_word_a_picture_and_a_favorite_without_a_key(launch_all, server, name, keys):
    with launch_all(server) as app:
        app.go(name, keys)
        app.wait_for_cells()
        app.until("featured pictures", lambda: app.count().startswith("Featured"))
        app.ask("golden lighthouse")

        def found():
            names = app.names()
            return names and all("Golden" in shown for shown in names) and names

        title = app.until("what was searched for", found)[0].split(",")[0]
        app.keys.press("Down", "Return")
        app.wait("label", title)
        app.show_information()
        app.wait(None, lambda text: text.startswith("CC") or text in ("Public domain", "GFDL"), rows=True)
        app.keys.press("ctrl+d")
        app.until("a favorite", lambda: tree.pressed(app.find(tree.BUTTON, "Add to Favorites")))
        app.keys.press("Escape")
        app.until("starred", lambda: app.first_name().endswith(", starred"))
        app.ask("golden tram")
        app.keys.press("ctrl+2")
        app.until("the favorite", lambda: any(n.startswith(title) for n in app.names("Favorites")))
        app.close()
    requests = server.log("/w/api.php")
    assert requests and all(" 200" in line for line in requests), requests
    widths = {int(width) for line in server.log("/wikimedia/") for width in re.findall(r"/(\d+)px-", line)}
    widths |= {int(width) for line in requests for width in re.findall(r"iiurlwidth=(\d+)", line)}
    assert widths and widths <= STEPS, widths
    assert not server.log("api_key"), "a service with a key was asked"


def test_subjects_are_suggested_while_typing(launch_all, server):
    with launch_all(server) as app:
        app.go(PHOTOS, "alt+4")
        app.wait_for_cells()
        app.keys.press("ctrl+f")
        app.keys.type("bal")
        app.keys.press("ctrl+space")
        app.wait(tree.ROW, "Balloon, suggested search", rows=True)
        app.keys.press("Tab", "Return")
        app.until("its results", lambda: app.query() == "Balloon" and "alloon" in app.first_name())
    assert server.log("gpssearch=bal") and not server.log("gpssearch=b&")


def test_a_source_is_chosen_remembered_and_left_again(launch_all, server):
    with launch_all(server, **KEPT) as app:
        app.go(PHOTOS, "alt+4")
        app.ask("golden lighthouse")
        app.until("results", lambda: any("Golden" in shown for shown in app.names()))
        choose_source(app, "Flickr")
        app.wait(None, "Flickr Needs a Key")
        app.expect("the words", app.query, "golden lighthouse")
        app.close()
    with launch_all(server, **KEPT) as app:
        app.go(PHOTOS, "alt+4")
        app.wait(None, "Flickr Needs a Key")
        app.press(tree.BUTTON, f"Search {COMMONS}", until=lambda: app.find("text", "Key") is None)
        app.expect("the words", app.query, "golden lighthouse")
        app.until("results", lambda: any("Golden" in shown for shown in app.names()))
        # With a key, the search continues on the other service.
        choose_source(app, "Flickr")
        app.wait(None, "Flickr Needs a Key")
        app.enter_key(KEY)
        app.wait_for_cells()
        app.wait(None, lambda text: "SmugMug" in text)
        app.close()
    assert [line for line in server.log("flickr.photos.search") if "golden" in line]
