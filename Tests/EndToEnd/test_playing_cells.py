"""GIFs that play in a list: by a preference all of them, with reduced motion none."""

import tree
from media import GIFS, KEY
from settings import KEPT
from standin import StandIn


def show_gifs(app):
    app.go_keyed(GIFS, "alt+3")
    app.enter_key(KEY)
    app.wait_for_cells()


def hover(app):
    """Moves the pointer over the first cell."""
    place = app.until("a place", lambda: tree.place(app.cells()[0]))
    width, height = app.border()
    app.keys.run("mousemove", "--window", app.window, width + place.x + 60, height + place.y + 60)


def test_all_play_by_a_preference_while_the_window_is_active(launch_all, keyring, home, settings):
    settings.write(play_animations="true")
    with StandIn(search_limit="off") as server, launch_all(server, **KEPT) as app:
        show_gifs(app)
        app.until("GIFs that play", lambda: not app.camera.still())
        app.keys.press("ctrl+comma")
        preferences = app.wait("frame", "Preferences")
        app.until("GIFs at rest", app.camera.still)
        app.wait_focus_in("the preferences", lambda: preferences)
        app.keys.press("Escape")
        app.gone("frame", "Preferences")
        app.until("GIFs that play again", lambda: not app.camera.still())
        settings.set("play-animations", "false")
        app.keys.press("ctrl+f")
        app.until("GIFs at rest", app.camera.still)
        hover(app)
        app.until("the GIF under the pointer", lambda: not app.camera.still())


def test_with_reduced_motion_none_plays(launch_all, keyring, home, settings):
    folder = home / "config/gtk-4.0"
    folder.mkdir(parents=True)
    (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    settings.write(play_animations="true")
    with StandIn(search_limit="off") as server, launch_all(server, **KEPT) as app:
        show_gifs(app)
        hover(app)
        app.until("requests for the pictures", lambda: server.log("_s.gif"))
        for _ in range(3):
            app.until("GIFs at rest", app.camera.still)
        assert not server.log("200w.gif")
