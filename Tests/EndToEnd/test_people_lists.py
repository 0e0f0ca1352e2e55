"""The lists of a person: order, filter, refresh and navigation, also in a narrow window; and the profile in the
browser and on the clipboard."""

import re

import tree
from screens import ENTRY
from test_keyboard import stub_browser
from test_people import find, rows
from test_people_navigation import asked, lead, read, row

FILTER = "Filter Loaded Results"


def text(app):
    field = app.find(ENTRY, FILTER)
    return field and tree.text(field)


def test_people_are_put_in_order_and_narrowed(launch, server):
    with launch(server) as app:
        find(app, "location:portugal type:user")
        found = rows(app)
        sort = app.wait(tree.BUTTON, "Best Match")
        app.press_node("the orders", lambda: sort, until=lambda: app.find("menu item", "Followers", within=sort))
        app.press("menu item", "Followers", within=sort, until=lambda: server.log("sort=followers&order=desc"))
        app.until("the most followed first", lambda: rows(app) != found and "2,140 followers" in rows(app)[0])
        app.ask("location:portugal")
        app.until("the organization", lambda: rows(app) and "lantern-works" in rows(app)[0])
        assert len(server.log("q=location%3Aportugal&sort=followers")) == 1


def login(node):
    """Returns the login in a row's name, which stays when the row is loaded later; None when there is no row."""
    found = node and re.match(r"(?:.* \()?([\w-]+)\)?,", node.name)
    return found and found.group(1)


def is_reading(app):
    return app.focused() is not None and tree.role(app.focused()) == "heading"


def test_a_list_is_filtered_and_refreshed_and_the_next_one_begins_anew(launch, server):
    with launch(server) as app:
        read(app, "golden")
        lead(app, "Followers: 1,234")
        app.until("a follower", lambda: row(app))
        app.keys.type("alma")
        app.until("fewer", lambda: 0 < len(rows(app, "Followers")) < 20)
        app.expect("the filter", lambda: text(app), "alma")
        assert len(asked(server, "/followers")) == 1, "a filter asks for nothing"
        app.keys.press("F5")
        app.until("the list once more", lambda: len(asked(server, "/followers")) == 2)
        app.keys.press("Down")
        chosen = app.until("a row that matches", lambda: login(row(app)))
        assert "alma" in chosen
        app.keys.press("Return")
        app.until("a page further", lambda: is_reading(app))
        # Their list starts from the beginning.
        lead(app, "Followers: ")
        app.until("the first of theirs", lambda: login(row(app)) not in (None, chosen))
        app.expect("no filter", lambda: text(app), "")
        app.keys.press("alt+Left")
        app.until("the button that led there", lambda: row(app) is None and app.find(tree.BUTTON, "Back to Followers"))
        app.keys.press("alt+Left")
        app.until("the row that was left", lambda: login(row(app)) == chosen)
        app.expect("the filter as it was", lambda: text(app), "alma")


def test_every_list_of_a_person_leads_on_and_back_in_a_narrow_window_too(launch, server):
    with launch(server) as app:
        app.resize(360, 720)
        read(app, "golden")
        for start, name in (
            ("Following: 57", "Following"),
            ("Repositories: 24", "Repositories"),
            ("Stars", "Stars"),
        ):
            lead(app, start)
            app.until(f"a row of {name}", lambda name=name: row(app, name))
            app.keys.press("Return")
            app.until("a page further", lambda: is_reading(app))
            app.keys.press("alt+Left")
            app.until("the row again", lambda name=name: row(app, name))
            app.keys.press("alt+Left")
            app.until(
                "the button that led there",
                lambda start=start: app.focused() is not None and app.focused().name.startswith(start),
            )
        app.keys.press("alt+Left")
        app.wait_focus_in("the list", lambda: app.list("Results"))


def test_a_profile_goes_to_the_browser_and_its_address_to_the_clipboard(launch, server, home):
    stub_browser(home)
    opened = home / "opened"
    with launch(server) as app:
        read(app, "golden")
        app.press(tree.BUTTON, "More", until=lambda: app.find("menu item", "Open in Browser"))
        app.press("menu item", "Open in Browser", until=lambda: opened.exists() and opened.read_text().strip())
        assert opened.read_text().strip().endswith("github.com/golden")
        app.press(tree.BUTTON, "More", until=lambda: app.find("menu item", "Copy Link"))
        app.press("menu item", "Copy Link", until=lambda: app.find(None, "Link copied"))
