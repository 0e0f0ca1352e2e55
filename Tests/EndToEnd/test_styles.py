"""The desktop's preferences: light or dark, contrast, motion, text size, text direction.

They change while the window is open, as settings do. test_contrast.py measures each style.
"""

import time

import pytest

import tree
from camera import contrast
from portal import DARK, LIGHT, Portal
from settings import KEPT, Settings, XSettings, prefer, text_scale

INTERFACE = "org.gnome.desktop.interface"
ACCESS = "org.gnome.desktop.a11y.interface"
HANGS = 25
"""Seconds that GTK waits for each answer of a hung portal."""


def is_dark(app):
    return app.camera.light() < 0.45


def is_light(app):
    return app.camera.light() > 0.6


def test_the_portals_choice_is_followed_while_the_window_is_open(desktop, home, launch, server, record_property):
    with Portal(desktop, home) as portal, launch(server) as app:
        app.search_for_rows("swift")
        app.until("a light window", lambda: is_light(app))
        for value, wanted in ((DARK, is_dark), (LIGHT, is_light)):
            changed = time.monotonic()
            portal.prefer("color-scheme", value)
            app.until("the style that was chosen", lambda: wanted(app))
            record_property("seconds until the style of the portal shows", round(time.monotonic() - changed, 2))


def show_rows(app, desktop, home):
    """Shows rows, and waits until the program has saved the query.

    Preferences are in the same file here, and a program that saves replaces what others wrote just before.
    """
    app.search_for_rows("swift")
    settings = Settings(desktop, home)
    app.until("the query to be saved", lambda: settings.stored().get("last-query") == "'swift'")


def test_without_a_portal_the_settings_are_followed(desktop, home, launch, server):
    with launch(server, **KEPT) as app:
        show_rows(app, desktop, home)
        app.until("a light window", lambda: is_light(app))
        prefer(desktop, home, INTERFACE, "color-scheme", "prefer-dark")
        app.until("a dark window", lambda: is_dark(app))
        prefer(desktop, home, INTERFACE, "color-scheme", "default")
        app.until("a light window", lambda: is_light(app))


def small_text(app):
    """Returns the contrast of the small text in the first row."""
    place = tree.place(app.wait(None, lambda text: text.startswith("★"), within=app.first(), rows=True))
    edge = [part // 2 for part in app.border()]
    return contrast(app.camera.colors(place, edge))


def test_high_contrast_comes_and_goes_while_the_window_is_open(desktop, home, launch, server):
    with launch(server, **KEPT) as app:
        show_rows(app, desktop, home)
        app.until("a still window", app.camera.still)
        plain = small_text(app)
        # White on black, as in newer styles, is the highest possible contrast.
        wanted = min(max(7, plain + 1), 15)
        before, *_, strong = app.camera.changes(lambda: prefer(desktop, home, ACCESS, "high-contrast", "true"))
        assert strong != before
        app.until(f"a contrast above {wanted:.2f}", lambda: small_text(app) > wanted)
        prefer(desktop, home, ACCESS, "high-contrast", "false")
        app.until(f"a contrast of {plain:.2f}", lambda: abs(small_text(app) - plain) < 0.01)


def test_a_portal_that_hangs_is_done_without(desktop, home, launch, server, record_property):
    with Portal(desktop, home) as portal:
        portal.suspend()
        begun = time.monotonic()
        with launch(server) as app:
            shown = time.monotonic() - begun
            record_property("seconds until a window beside a portal that hangs", round(shown, 2))
            assert shown < HANGS
            app.search_for_rows("swift")
            app.until("a light window", lambda: is_light(app))
            portal.resume()
            # The portal is not called again, so nothing waits for it later either.
            app.keys.press("ctrl+comma")
            app.wait("frame", "Preferences")


def test_where_nothing_is_to_move_pages_change_at_once(desktop, home, launch, server):
    with XSettings(desktop, home, **{"Gtk/EnableAnimations": 0}), launch(server) as app:
        app.resize(360, 640)
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        app.until("the details at rest", app.camera.still)
        for keys in ("alt+Left", "Return"):
            seen = app.camera.changes(lambda keys=keys: app.keys.press(keys))
            # One page, the other, and the other with the focus; a slide animation would give many pictures.
            assert len(seen) <= 3, len(seen)


def test_large_texts_stand_over_nothing_else(desktop, home, launch, server):
    with XSettings(desktop, home, **text_scale(2.0)), launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        for width in (1600, 900, 360):
            app.resize(width, 640)
            app.until("a window at rest", app.camera.still)
            app.camera.save(f"large-{width}-results")
            # Content that does not fit makes the window larger.
            app.expect("the size of the window", app.camera.size, app.asked_size)
            for row in in_sight(app):
                app.expect("the texts of the row over others", lambda: overlaps(row), [])
        app.open_selected()
        app.until("a window at rest", app.camera.still)
        app.camera.save("large-360-details")
        app.expect("the size of the window", app.camera.size, app.asked_size)
        app.expect("the texts of the details over others", lambda: overlaps(page(app)), [])


def in_sight(app):
    """Returns the rows on the screen. The positions of rows that GTK keeps outside it are outdated."""
    rows = app.rows()
    places = [tree.place(row) for row in rows]
    return [row for row, at in zip(rows, places) if at and 0 <= at.y and at.y + at.height < app.asked_size[1]]


def page(app):
    """Returns the scroll pane with the heading of the details."""
    return next(pane for pane in tree.find_all(app.details(), "scroll pane") if tree.find(pane, "heading"))


def overlaps(within):
    """Returns the texts that overlap another one or extend beyond the edge."""
    edge = tree.place(within)
    # A dot at the end of a line is hidden, and its position outdated.
    texts = [node for node in tree.walk(within, rows=True)
             if node.role in ("label", "heading") and node.name not in ("", "·")]  # fmt: skip
    placed = []
    places = [(node.name, tree.place(node)) for node in texts]
    for (name, at), (_, following) in zip(places, places[1:] + [("", None)]):
        if name != "/":
            placed.append((name, at))
        elif at and placed and placed[-1][1]:
            owner, its = placed.pop()
            # Without room for the owner, the name is in its place, and the owner's position is outdated.
            if not following or following.x > its.x:
                # The text of a shortened owner ends where the slash begins, which is inside the owner's label.
                placed.append((owner, its._replace(width=min(its.width, at.x - its.x))))
    shown = [(name, at) for name, at in placed if at and at.width > 0 and at.y < edge.y + edge.height]
    found = [name for name, at in shown if at.x < edge.x or at.x + at.width > edge.x + edge.width]
    for index, (name, at) in enumerate(shown):
        # A heading contains a label with the same name.
        others = [(other, there) for other, there in shown[index + 1 :] if other != name]
        found += [f"{name!r} over {other!r}" for other, there in others if cross(at, there)]
    return found


def cross(one, other):
    return (
        one.x < other.x + other.width and other.x < one.x + one.width
        and one.y < other.y + other.height and other.y < one.y + one.height
    )  # fmt: skip


@pytest.mark.parametrize("width", [360, 900])
def test_the_window_is_mirrored_for_who_writes_from_the_right(launch, server, width):
    with launch(server, GTK_DEBUG="invert-text-dir") as app:
        app.resize(width, 640)
        app.search_for_rows("swift")
        row = app.select_first()
        app.until("a window at rest", app.camera.still)
        app.camera.save(f"mirrored-{width}")
        app.expect("the size of the window", app.camera.size, app.asked_size)

        def sides():
            star, of_row = tree.place(app.star(row)), tree.place(row)
            return star and of_row and star.x + star.width / 2 < of_row.x + of_row.width / 2

        app.until("the star on the left", sides)
        app.open_selected()
        app.until("a window at rest", app.camera.still)
        app.camera.save(f"mirrored-{width}-details")
        app.expect("the size of the window", app.camera.size, app.asked_size)
