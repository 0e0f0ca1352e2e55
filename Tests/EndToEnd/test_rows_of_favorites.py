"""Rows of favorites: their heights, headings and dates in a library of thousands."""

import json

import pytest

import items
import tree
from app import NEWER_GTK
from screens import title

MANY = 3_000
DESCRIPTIONS = ["", "Short", "A parser generator for streams of text and of binary data that copies nothing, " * 3]
# The padding of a row, which its place in the tree leaves out before GTK 4.18.
PADDING = 0 if NEWER_GTK else 10
# How much more red than blue gold has; antialiased text has neither.
GOLD = 100


@pytest.fixture
def many_favorites(console, home):
    """Favorites whose rows have two, three or four lines, of three years."""
    several = []
    for number in range(MANY):
        one = items.favorite(0, f"owner{number}/tool{number}")
        one |= {"id": str(number + 1), "added_at": f"{2026 - number // 1_000}-03-{28 - number % 28:02}T12:00:00.000Z"}
        one["repository"] |= {
            "owner": f"owner{number}", "description": DESCRIPTIONS[number * 7 % 3],
            "pushed_at": f"{2020 + number % 3}-05-01T12:00:00.000Z",
        }  # fmt: skip
        several.append(one)
    path = home / "many.json"
    path.write_text(json.dumps({"format": "stargazer-favorites", "version": 2, "favorites": several}))
    assert console("--import", path).returncode == 0


def top(app):
    """Returns the position of the selected row in the list."""
    return tree.place(app.selected("Favorites")).y


def at_rest(app):
    app.until("a window at rest", app.camera.still)
    return title(app.selected("Favorites")), top(app)


def at_foot(app):
    """Whether the last row has the focus, at the foot of the list."""
    last, view = app.rows("Favorites")[-1], tree.place(app.find("list", "Favorites"))
    if not tree.includes(last.states, tree.STATE.FOCUSED):
        return False
    app.until("a window at rest", app.camera.still)
    return tree.place(last).y + tree.place(last).height + PADDING == view.y + view.height


def test_rows_of_many_heights_are_found_at_their_places(many_favorites, launch, server):
    with launch(server) as app:
        app.keys.press("ctrl+2")
        app.wait_for_text("3,000 favorites")
        app.until("the focus in a row", app.row_in_focus)
        app.resize(600, 700)
        places = []
        for _ in range(3):
            app.keys.press("End")
            app.expect("the last row at the foot", lambda: at_foot(app), True)
            app.keys.press("Home")
            app.expect("the first row", lambda: title(app.selected("Favorites")), "owner0/tool0")
            places.append(at_rest(app))
        assert places == [places[0]] * 3
        for _ in range(20):
            app.keys.press("Page_Down")
        before = at_rest(app)
        # To the details and back, in a window that has room for one of them.
        app.keys.press("Return")
        app.wait("heading", before[0].split("/")[1])
        app.keys.press("alt+Left")
        app.until("the focus in a row", app.row_in_focus)
        app.expect("the row at its place", lambda: at_rest(app), before)


def test_the_star_of_a_favorite_shows_under_the_pointer(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)

    def row():
        return app.rows("Favorites")[-1]

    def has_gold():
        """Returns whether the star of the last row shows, in the column at its end."""
        place = app.laid_out(row)
        end = place._replace(x=place.x + place.width * 2 // 3, width=place.width // 3)
        colors = app.camera.colors(end, [part // 2 for part in app.border()])
        return any(red - blue > GOLD for red, _, blue in colors)

    app.expect("whether the star shows", has_gold, False)
    app.point_at(app.laid_out(row))
    app.expect("whether the star shows", has_gold, True)
    app.keys.run("mousemove", 0, 0)
    app.expect("whether the star shows", has_gold, False)
    app.click(row)
    app.until("the row selected", lambda: tree.includes(row().states, tree.STATE.SELECTED))
    app.keys.run("mousemove", 0, 0)
    app.expect("whether the star of a selected row shows", has_gold, False)


def test_no_star_lies_over_text(app, three_favorites):
    def overlaps(name):
        """Returns the texts of rows that the star of their row touches; None while no row is laid out."""
        rows = [(row, tree.place(app.star(row))) for row in app.rows(name)]
        # Rows far away have nothing in them yet.
        filled = [(row, star) for row, star in rows if star is not None and star.width]
        found = None if not filled else []
        for row, star in filled:
            texts = [(node.name, tree.place(node)) for node in tree.find_all(row, "label", rows=True)]
            if None in [place for _, place in texts]:
                return None
            found += [text for text, place in texts if place.x < star.x + star.width and star.x < place.x + place.width
                      and place.y < star.y + star.height and star.y < place.y + place.height]
        return found

    for name in ("Results", "Favorites"):
        for width in (360, 700, 1100):
            app.resize(width, 700)
            app.until("rows", lambda: app.rows(name))
            app.expect(f"texts under a star in {name} at {width}", lambda: overlaps(name), [])
            app.point_at(app.laid_out(lambda: app.rows(name)[1]))
            app.expect(f"texts under the star of a row under the pointer at {width}", lambda: overlaps(name), [])
            app.select_first(name)
            app.expect(f"texts under the star of a selected row at {width}", lambda: overlaps(name), [])
            app.keys.press("ctrl+f")
        app.resize(1100, 700)
        app.show_favorites()


def test_headings_follow_the_date_of_the_order(many_favorites, launch, server):
    with launch(server) as app:
        app.keys.press("ctrl+2")
        app.wait_for_text("3,000 favorites")
        app.wait(None, "2026", rows=True)
        app.keys.press("ctrl+f")
        app.keys.type("sort:pushed")
        app.wait(None, "2022", rows=True)
        app.gone(None, "2026", rows=True)


def test_rows_stay_where_they_are_when_the_details_come(app):
    def places():
        return [tree.place(row) for row in app.rows("Results")[:4]]

    app.resize(1100, 760)
    app.search_for_rows("swift")
    app.until("a window at rest", app.camera.still)
    before = places()
    app.select_first()
    app.wait_for_text("Watchers")
    app.until("a window at rest", app.camera.still)
    app.expect("the places and sizes of the rows", places, before)
