"""The contrast of text and controls with their background, measured in screenshots of every style."""

import pytest

import tree
from camera import contrast
from screens import title
from standin import StandIn
from test_readme import finding

STYLES = {
    "light": {"ADW_DEBUG_COLOR_SCHEME": "prefer-light"},
    "dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"},
    "high contrast, light": {"ADW_DEBUG_COLOR_SCHEME": "prefer-light", "ADW_DEBUG_HIGH_CONTRAST": "1"},
    "high contrast, dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark", "ADW_DEBUG_HIGH_CONTRAST": "1"},
}


def parts(app, row):
    """Returns the rectangles of the star and of the small text of a row, in the window."""
    small = app.wait(None, lambda text: text.startswith("★"), within=row, rows=True)
    return [tree.place(node) for node in (app.star(row), small)]


def measure(app, row):
    """Returns the contrast of the star and of the small text of a row."""
    app.until("a still window", app.camera.still)
    # Coordinates in the tree do not include the border that the window draws itself.
    edge = [part // 2 for part in app.border()]
    return [contrast(app.camera.colors(place, edge)) for place in parts(app, row)]


def point_at(app, row):
    place = tree.place(row)
    app.keys.run("mousemove", "--window", app.window, place.x + place.width // 2, place.y + place.height // 2)


@pytest.mark.parametrize("style", STYLES)
def test_star_and_small_text_stand_out(launch, server, style):
    least_star, least_text = (4.5, 7.0) if "high" in style else (3.0, 4.5)
    with launch(server, **STYLES[style]) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.keys.press("Down")
        app.until("the next row", lambda: title(app.selected()) not in (None, title(row)))
        favorite, selected, plain = app.rows()[:3]
        found = {"a favorite": measure(app, favorite), "selected": measure(app, selected), "plain": measure(app, plain)}
        app.keys.press("Up")
        app.expect("the selected row", lambda: title(app.selected()), title(row))
        found["a favorite, selected"] = measure(app, favorite)
        point_at(app, favorite)
        found["a favorite, selected and pointed at"] = measure(app, favorite)
        point_at(app, plain)
        found["pointed at"] = measure(app, plain)
        print({name: [round(value, 2) for value in values] for name, values in found.items()})
        for name, (star, text) in found.items():
            assert star >= least_star, f"the star of {name}: {star:.2f}"
            assert text >= least_text, f"the small text of {name}: {text:.2f}"


@pytest.mark.parametrize("style", STYLES)
def test_links_in_a_text_stand_out(launch, server, style):
    with launch(server, **STYLES[style]) as app:
        app.resize(900, 1000)
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        link = app.wait("label", "Installation")
        # Content that loads late moves the link.
        app.wait(tree.BUTTON, lambda name: name.startswith("Latest Release: "))
        app.until("a still window", app.camera.still)
        edge = [part // 2 for part in app.border()]
        place = tree.place(link)
        # Only the words, without the space next to them.
        found = contrast(app.camera.colors(place._replace(width=min(place.width, 80)), edge))
        print(f"{style}: {found:.2f}")
        assert found >= (7.0 if "high" in style else 4.5)


@pytest.mark.parametrize("style", ["light", "dark"])
def test_results_of_an_older_search_can_be_read(launch, style):
    with StandIn(search_limit=2) as server, launch(server, **STYLES[style]) as app:
        app.resize(900, 700)
        app.search_for_rows("swift")
        app.search("swift stars:>2")
        app.wait_for_text("Results for “swift”")
        _, text = measure(app, app.rows()[1])
        print(f"{style}: {text:.2f}")
        assert text >= 4.5


def test_what_was_found_in_a_link_stands_out(launch, server):
    """Tests one style: the colors of a match are the same in all."""
    with launch(server, **STYLES["light"]) as app:
        finding(app)
        app.keys.type("installation")
        app.wait(None, lambda text: text.startswith("1 of "))
        link = app.wait("label", "Installation", within=app.details())
        app.until("a window at rest", app.camera.still)
        edge = [part // 2 for part in app.border()]
        # Only the found words, without the space next to them.
        found = contrast(app.camera.colors(tree.place(link)._replace(width=60), edge))
        print(f"{found:.2f}")
        assert found >= 7
