"""GIFs and photos: the key, cells, details, and what is said where something is missing."""

import pytest

import tree
from account import LOUD
from screens import ENTRY, Stargazer
from settings import KEPT, Settings
from standin import StandIn
from test_preferences import close_preferences, open_preferences, preferences
from test_secrets import everything_shown, places_with

KEY = "NeverToBeSeen0123456789"
GIFS, PHOTOS = "GIFs", "Photos"


class Media(Stargazer):
    def shows(self, name):
        self.expect(f"whether {name} is pressed", lambda: self.is_pressed(tree.BUTTON, name), True)

    def go(self, name, keys):
        self.keys.press(keys)
        self.shows(name)

    def cells(self, name="Results"):
        found = self.list(name)
        return [] if found is None else [node for node in tree.children(found) if node.role == tree.ROW]

    def names(self, name="Results"):
        return [node.name for node in self.cells(name)]

    def first_name(self):
        """What is shown first; empty where nothing is."""
        return next(iter(self.names()), "")

    def wait_for_cells(self):
        return self.until("cells", self.cells)

    def enter_key(self, key):
        field = self.wait("text", "Key")
        self.tab_to(field, self.root)
        self.keys.press("ctrl+a")
        self.keys.type(key)
        self.expect("the letters in the field", lambda: len(tree.text(self.find("text", "Key"))), len(key))
        self.keys.press("Return")

    def ask(self, words):
        """Types the words into the entry of the catalog that shows, and asks at once."""
        self.keys.press("ctrl+f", "ctrl+a")
        self.keys.type(words)
        self.expect("the words in the entry", self.query, words)
        self.keys.press("Return")


@pytest.fixture
def start(desktop, home):
    """`start(server)` has all four catalogs at that server."""

    def started(server, *arguments, **environment):
        addresses = [part for name in ("github", "giphy", "flickr") for part in (f"--{name}-api", server.url)]
        return Media(desktop, home, *addresses, *arguments, **environment)

    return started


@pytest.fixture
def sample(desktop, home):
    with Media(desktop, home, "--demo") as app:
        yield app


@pytest.mark.parametrize(("name", "keys", "foot"), [(GIFS, "alt+3", "Powered by GIPHY"), (PHOTOS, "alt+4", "SmugMug")])
def test_trending_search_details_and_favorites(sample, name, keys, foot):
    sample.go(name, keys)
    sample.wait_for_cells()
    sample.until("trending", lambda: sample.count().startswith("Trending"))
    sample.wait(None, lambda text: foot in text)
    sample.ask("golden lighthouse")

    def found():
        names = sample.names()
        return names and all("Golden" in shown for shown in names) and names

    first = sample.until("what was searched for", found)[0].split(",")[0]
    sample.keys.press("Down", "Return")
    sample.wait("heading", first)
    sample.keys.press("ctrl+d")
    sample.until("starred", lambda: sample.first_name().endswith(", starred"))
    if name == PHOTOS:
        # Not every GIF has a name to it, or tags.
        sample.wait(tree.BUTTON, "More by This Person", rows=True)
        tag = first.split()[-1]
        sample.press(tree.BUTTON, tag, until=lambda: sample.query() == f"golden lighthouse {tag}")
    sample.keys.press("ctrl+2")
    sample.until("the favorite", lambda: any(n.startswith(first) for n in sample.names("Favorites")))


def test_a_key_is_asked_for_tried_out_and_kept(start, home, keyring):
    with StandIn(search_limit="off") as server:
        with start(server, **LOUD) as app:
            app.go(GIFS, "alt+3")
            app.wait(None, "GIFs Need a Key")
            app.enter_key("bad" + KEY)
            app.wait(None, lambda text: text.startswith("GIPHY does not accept this key"))
            app.enter_key(KEY)
            app.wait_for_cells()
            assert KEY not in everything_shown(app)
            app.until("the key kept", lambda: KEY in keyring.tokens())
            # The other catalogs have keys of their own, or need none.
            app.go(PHOTOS, "alt+4")
            app.wait(None, "Photos Need a Key")
            app.keys.press("alt+1")
            app.shows("Repositories")
            app.search_for_rows("swift")
            app.close()
        assert f"api_key={KEY}" in "".join(server.log("gifs/trending"))
        with start(server, **LOUD) as app:
            app.go(GIFS, "alt+3")
            app.wait_for_cells()
            assert KEY not in app.errors()
            app.close()
    kept = [path for path in places_with(KEY, [home])]
    assert not kept, kept


def test_a_key_that_is_refused_later_is_asked_for_again(start, keyring):
    with StandIn(search_limit="off") as server:
        with start(server) as app:
            app.go(PHOTOS, "alt+4")
            app.enter_key(KEY)
            app.wait_for_cells()
            server.stop()
            with StandIn(scenario="unauthorized", search_limit="off", port=server.port):
                app.ask("harbor")
                app.wait(None, lambda text: text.startswith("Flickr does not accept this key"))
            with StandIn(search_limit="off", port=server.port):
                app.enter_key("another" + KEY)
                app.until("what was asked for", lambda: app.cells() and app.query() == "harbor")


def test_without_a_key_store_a_key_is_good_until_the_end(start):
    with StandIn(search_limit="off") as server, start(server) as app:
        app.go(GIFS, "alt+3")
        app.wait(None, lambda text: "No keyring is running" in text)
        app.enter_key(KEY)
        app.wait_for_cells()
        app.wait(None, lambda text: "So the key is forgotten when Stargazer closes" in text)


def test_the_rating_is_a_preference(start, desktop, home, keyring):
    with StandIn(search_limit="off") as server, start(server, **KEPT) as app:
        app.go(GIFS, "alt+3")
        app.enter_key(KEY)
        app.wait_for_cells()
        assert "rating=g&" in "".join(server.log("gifs/trending"))
        open_preferences(app)
        app.wait(None, lambda text: text.startswith("Suitable for"), within=preferences(app), rows=True)
        close_preferences(app)
        Settings(desktop, home).set("rating", "pg", catalog="gifs")
        app.ask("golden")
        app.until("the rating sent", lambda: "rating=pg&" in "".join(server.log("gifs/search")))


def open_only(app, words):
    """Searches for what one picture alone has, and opens it."""
    before = app.names()
    app.ask(words)

    def other():
        """The one of before stays until the answer is there."""
        names = app.names()
        return names if len(names) == 1 and names != before and app.count().startswith("1 ") else None

    name = app.until("one picture", other)[0]
    app.keys.press("Down", "Return")
    app.wait("heading", name.split(",")[0])


def test_pictures_that_nobody_ought_to_send_are_said_to_be_none(sample):
    sample.go(GIFS, "alt+3")
    sample.wait_for_cells()
    for words in ("page", "bomb", "truncated", "vector", "missing"):
        open_only(sample, words)
        sample.wait(None, "The picture could not be loaded.")
    for words in ("endless", "hasty"):
        open_only(sample, words)
        sample.wait(tree.BUTTON, "Pause")
    assert sample.alive()


def test_where_nothing_is_to_move_the_details_wait_for_play(start, keyring, home):
    folder = home / "config/gtk-4.0"
    folder.mkdir(parents=True)
    (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    with StandIn(search_limit="off") as server, start(server) as app:
        app.go(GIFS, "alt+3")
        app.enter_key(KEY)
        app.wait_for_cells()
        app.keys.press("ctrl+f", "Down", "Return")
        app.press(tree.BUTTON, "Play", until=lambda: app.find(tree.BUTTON, "Pause"))
        app.press(tree.BUTTON, "Pause", until=lambda: app.find(tree.BUTTON, "Play"))


def test_all_toggles_can_be_reached_in_a_narrow_window(sample):
    sample.resize(360, 600)
    sample.go(PHOTOS, "alt+4")

    def is_inside():
        place = tree.place(sample.find(tree.BUTTON, PHOTOS))
        return place is not None and place.x >= 0 and place.x + place.width <= 360

    sample.until("the toggle in the window", is_inside)
    sample.go("Repositories", "alt+1")
    sample.wait_focus_in("the entry", lambda: sample.find(ENTRY, "Search"))
