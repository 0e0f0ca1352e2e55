"""GIFs and photos: API key, cells, favorites, and messages about missing parts."""

import pytest

import tree
from account import LOUD, button, close_page, open_page, signed_in
from app import NEWER_GTK
from media import GIFS, KEY, PHOTOS
from screens import ENTRY
from settings import KEPT, Settings
from standin import StandIn
from test_preferences import close_preferences, open_preferences, part, preferences, press, wait_closed, wait_for_text
from test_secrets import everything_shown, places_with


@pytest.mark.parametrize(("name", "keys", "foot"), [(GIFS, "alt+3", "Powered by GIPHY"), (PHOTOS, "alt+4", "SmugMug")])
def test_trending_search_details_and_favorites(demo, name, keys, foot):
    demo.go(name, keys)
    demo.wait_for_cells()
    demo.until("trending", lambda: demo.count().startswith("Trending"))
    demo.wait(None, lambda text: foot in text)
    demo.ask("golden lighthouse")

    def found():
        names = demo.names()
        return names and all("Golden" in shown for shown in names) and names

    first = demo.until("what was searched for", found)[0].split(",")[0]
    demo.keys.press("Down", "Return")
    demo.wait("label", first)
    demo.keys.press("ctrl+d")
    demo.until("a favorite", lambda: tree.pressed(demo.find(tree.BUTTON, "Add to Favorites")))
    demo.show_information()
    demo.wait("heading", first)
    if name == PHOTOS:
        # Not every GIF has an author or tags.
        demo.wait(tree.BUTTON, "More by This Person", rows=True)
        tag = first.split()[-1]
        demo.press(tree.BUTTON, tag, until=lambda: demo.query() == f"golden lighthouse {tag}")
    demo.keys.press("ctrl+2")
    demo.until("the favorite", lambda: any(n.startswith(first) for n in demo.names("Favorites")))


def test_a_key_is_requested_verified_and_stored(launch_all, home, keyring):
    with StandIn(search_limit="off") as server:
        with launch_all(server, **LOUD) as app:
            app.go_keyed(GIFS, "alt+3")
            app.enter_key("bad" + KEY)
            app.wait(None, lambda text: text.startswith("GIPHY did not accept this key"))
            app.enter_key(KEY)
            app.wait_for_cells()
            assert KEY not in everything_shown(app)
            app.until("the key kept", lambda: KEY in keyring.tokens())
            # The other catalogs have their own keys, or need none.
            app.go_keyed(PHOTOS, "alt+4")
            app.keys.press("alt+1")
            app.shows("Repositories")
            app.search_for_rows("swift")
            app.close()
        assert f"api_key={KEY}" in "".join(server.log("gifs/trending"))
        with launch_all(server, **LOUD) as app:
            app.go(GIFS, "alt+3")
            app.wait_for_cells()
            assert KEY not in app.errors()
            app.close()
    kept = [path for path in places_with(KEY, [home])]
    assert not kept, kept


def test_services_at_one_address_have_a_secret_each(launch_all, keyring):
    secrets = {"": "ghp_" + KEY, GIFS: "gif" + KEY, PHOTOS: "photo" + KEY}
    with StandIn(search_limit="off") as server:
        with launch_all(server) as app:
            signed_in(app, secrets[""])
            for name, keys in ((GIFS, "alt+3"), (PHOTOS, "alt+4")):
                app.go_keyed(name, keys)
                app.enter_key(secrets[name])
                app.wait_for_cells()
            app.until("all secrets kept", lambda: all(secret in keyring.tokens() for secret in secrets.values()))
            app.close()
        with launch_all(server) as app:
            for name, keys in ((GIFS, "alt+3"), (PHOTOS, "alt+4")):
                app.go(name, keys)
                app.wait_for_cells()
            open_page(app)
            button(app, "Sign Out")
            close_page(app)
            app.close()
        # Each service received its own key and no other secret.
        for name, path in ((GIFS, "/gifs/trending"), (PHOTOS, "/services/rest")):
            asked = [line for line in server.log(path) if "api_key=" in line]
            assert asked and all(f"api_key={secrets[name]}" in line for line in asked), asked


def test_a_locked_key_store_is_said_and_the_other_catalogs_work_on(launch_all, home, keyring):
    with StandIn(search_limit="off") as server:
        with launch_all(server) as app:
            app.go_keyed(PHOTOS, "alt+4")
            app.enter_key(KEY)
            app.wait_for_cells()
            app.close()
        keyring.stop()
        keyring.start(unlocked=False)
        with launch_all(server, **LOUD) as app:
            app.go_keyed(PHOTOS, "alt+4")
            app.wait(tree.BUTTON, "Unlock Keyring")
            # A key entered meanwhile is used until the program ends.
            app.enter_key("bad" + KEY)
            app.wait(None, lambda text: text.startswith("Flickr did not accept this key"))
            assert KEY not in everything_shown(app), "a refusal shows the key"
            app.enter_key(KEY)
            app.wait_for_cells()
            app.keys.press("alt+1")
            app.shows("Repositories")
            app.search_for_rows("swift")
            assert KEY not in app.errors()
            app.close()
    assert not places_with(KEY, [home])


def test_without_a_key_store_a_key_is_good_until_the_end(launch_all):
    with StandIn(search_limit="off") as server, launch_all(server) as app:
        app.go_keyed(GIFS, "alt+3")
        app.wait(None, lambda text: "No keyring is running" in text)
        app.gone(None, lambda text: "stored in your keyring" in text)
        app.enter_key(KEY)
        app.wait_for_cells()
        app.wait(None, lambda text: "The key is discarded when you close Stargazer" in text)


def test_the_rating_is_a_preference(launch_all, desktop, home, keyring):
    with StandIn(search_limit="off") as server, launch_all(server, **KEPT) as app:
        app.go_keyed(GIFS, "alt+3")
        app.enter_key(KEY)
        app.wait_for_cells()
        assert "rating=g&" in "".join(server.log("gifs/trending"))
        open_preferences(app, "Pictures")
        part(app, None, lambda text: text.startswith("GIPHY Content Rating"))
        close_preferences(app)
        Settings(desktop, home).set("rating", "pg", catalog="gifs")
        app.ask("golden")
        app.until("the rating sent", lambda: "rating=pg&" in "".join(server.log("gifs/search")))


def placeholder(app):
    """Returns the text in the empty entry of the search."""
    return app.find(ENTRY, "Search").ask("GetAttributes")[0].get("placeholder-text")


def test_a_key_is_entered_from_the_preferences_and_removed_there(launch_all, keyring):
    with StandIn(search_limit="off") as server, launch_all(server) as app:
        app.go(PHOTOS, "alt+4")
        app.wait_for_cells()
        app.expect("the placeholder", lambda: placeholder(app), "Search Wikimedia Commons")
        open_preferences(app, "Pictures")
        press(app, "Enter GIPHY Key", until=lambda: app.find(None, "GIPHY Needs a Key"))
        wait_closed(app)
        app.shows(GIFS)
        app.expect("the placeholder", lambda: placeholder(app), "Search GIPHY")
        app.until("the focus in the field", lambda: (found := app.focused()) and found.name == "Key")
        app.keys.type(KEY)
        app.expect("the letters in the field", lambda: len(tree.text(app.find("text", "Key"))), len(KEY))
        app.keys.press("Return")
        app.wait_for_cells()
        app.until("the key kept", lambda: KEY in keyring.tokens())
        open_preferences(app, "Pictures")
        wait_for_text(app, "Not set")

        def entering():
            return app.find(tree.BUTTON, "Enter GIPHY Key", within=preferences(app), rows=True)

        press(app, "Remove GIPHY Key", until=entering)
        app.until("a focus afterwards", lambda: tree.focused(preferences(app)))
        app.until("the key removed", lambda: KEY not in keyring.tokens())
        close_preferences(app)


def test_what_many_search_for_is_offered_and_so_is_what_a_text_may_become(launch_all, keyring):
    with StandIn(search_limit="off") as server, launch_all(server) as app:
        app.go_keyed(GIFS, "alt+3")
        app.enter_key(KEY)
        app.wait_for_cells()
        app.press(
            tree.BUTTON, "lighthouse, trending search",
            until=lambda: app.query() == "lighthouse" and "ighthouse" in app.first_name())
        app.gone(tree.BUTTON, "lighthouse, trending search")
        app.keys.press("ctrl+f", "ctrl+a", "BackSpace")
        app.wait(tree.BUTTON, "lighthouse, recent search")
        app.keys.type("bal")
        app.keys.press("ctrl+space")
        app.wait(tree.ROW, "balloon, suggested search", rows=True)
        app.keys.press("Tab", "Return")
        app.until("what it became", lambda: app.query() == "balloon" and "balloon" in app.first_name())
        assert len(server.log("search/tags")) >= 1 and not server.log("search/tags?q=b&")


def test_arrow_keys_go_from_a_favorite_to_the_other_results(demo):
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    demo.ask("golden tram")
    demo.until("results", lambda: "Golden tram" in demo.first_name())
    names = demo.names()
    demo.keys.press("ctrl+f", "Down", "Right", "ctrl+d")
    demo.until("the favorite", lambda: any(name.endswith(", starred") for name in demo.names()))
    # The favorite that matches comes first, in the same grid.
    demo.ask("golden")
    demo.until("more results", lambda: len(demo.names()) > len(names))
    demo.ask("golden tram")
    demo.until("the favorite first", lambda: demo.first_name().split(",")[0] == names[1].split(",")[0])
    demo.keys.press("ctrl+f", "Down")
    demo.until("the first cell", lambda: demo.focused_cell() and demo.focused_cell().name == demo.first_name())
    demo.keys.press("Right")
    demo.until("the second cell", lambda: demo.focused_cell() and demo.focused_cell().name == demo.names()[1])


def test_tab_goes_around_the_page_of_a_picture(demo):
    demo.go(PHOTOS, "alt+4")
    first = demo.until("a picture", demo.first_name)
    demo.keys.press("ctrl+f", "Down", "Return")
    demo.wait(tree.BUTTON, "Full Screen")
    demo.show_information()
    heading = demo.wait("heading", lambda name: name in first)
    demo.wait_focus_in("the heading", lambda: heading)
    here, seen = demo.focused(), []

    def moved():
        node = demo.focused()
        return node if node is not None and node != here else None

    def is_around():
        # In GTK 4.18, Tab stops at controls only.
        return here.name == seen[0] and len(seen) > 1 if NEWER_GTK else here.role == "heading"

    while len(seen) < 40 and (not seen or not is_around()):
        demo.keys.press("Tab")
        here = demo.until("the focus to move", moved)
        seen.append(here.name)
    assert is_around(), seen
    assert {"Photos", "Back", "Next", "Zoom In", "Full Screen", "Save…"} <= set(seen), seen


def test_photos_are_narrowed_by_their_license(demo):
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    demo.ask("golden")
    demo.until("all of them", lambda: demo.count() and "Golden" in demo.first_name())
    everything = demo.count()
    demo.ask("golden license:free")
    demo.until("fewer", lambda: demo.count() not in ("", everything) and "photo" in demo.count())


def test_favorites_of_all_catalogs_fit_the_narrowest_window(demo):
    searches = [("alt+1", "swift"), ("alt+2", "golden"), ("alt+3", "golden"), ("alt+4", "golden")]
    for number, (keys, words) in enumerate(searches, 1):
        demo.keys.press(keys)
        demo.keys.press("ctrl+f", "ctrl+a")
        demo.keys.type(words)
        demo.keys.press("Return", "Down")
        demo.until("a row with the focus", lambda: demo.row_in_focus() or demo.focused_cell())
        demo.keys.press("ctrl+d")
        demo.until(f"{number} favorites", lambda: demo.source_row("All Favorites").name == f"All Favorites, {number}")
    demo.keys.press("ctrl+2")
    demo.wait_for_text("4 favorites")
    demo.resize(360, 640)
    demo.expect("the width", lambda: demo.camera.size()[0] - demo.border()[0], 360)
