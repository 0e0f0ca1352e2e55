"""People: exact matches come first, invalid names are explained, and profiles can be opened, starred and reached
from repositories."""

import re

import tree

LISBON = "Lisbon, Portugal"


def people(app):
    app.keys.press("alt+2")
    app.expect("the source", app.source, "People")


def rows(app, name="Results"):
    found = app.list(name)
    return [] if found is None else [
        node.name for node in tree.children(found)
        if node.role == tree.ROW and re.search(r", (Person|Organization)\b", node.name)
    ]  # fmt: skip


def find(app, words):
    people(app)
    app.ask(words)
    app.until("people", lambda: rows(app))


def row_in_focus(app):
    node = app.focused()
    return node if node is not None and node.role == tree.ROW else None


def open_first(app):
    """Opens the first result by key, once a row has the focus."""
    app.keys.press("Down")
    app.until("the focus on a row", lambda: row_in_focus(app))
    app.keys.press("Return")


def second_after(app, first):
    """Returns the name of the second row, once the first has that name and the second is loaded."""
    found = rows(app)[:2]
    return found[1] if len(found) == 2 and found[0].startswith(first) and "follower" in found[1] else None


def test_the_exact_name_comes_first_and_rows_that_show_are_filled(launch, server):
    with launch(server) as app:
        find(app, "golden")
        first = "Gwen Golden (golden), Exact match, Person, 1,234 followers, 24 repositories"
        second = app.until(f"{first} first, and a count in the second row", lambda: second_after(app, first))
        assert "Exact match" not in second


def test_a_name_that_nobody_can_have_is_explained_and_nothing_is_sent(launch, server):
    with launch(server) as app:
        people(app)
        app.ask("a--b")
        app.wait_for_text("Usernames have single hyphens between letters or digits")
        app.wait(tree.BUTTON, "Edit Search")
        assert not server.log("/search/users"), server.log()
        app.press(tree.BUTTON, "Search Anyway", until=lambda: server.log("/search/users?q=a--b&"))
        app.until("the account to be asked for", lambda: server.log("/users/a--b "))
        app.ask("golden location:lisbon followers:>1000")
        app.until("words are searched for", lambda: len(rows(app)) == 1)


def test_a_person_is_opened_and_added_to_favorites(launch, server):
    with launch(server) as app:
        find(app, "golden")
        open_first(app)
        app.wait("heading", "Gwen Golden")
        app.wait_for_text(LISBON)
        app.wait(None, "Followers: 1,234")
        app.keys.press("ctrl+d")
        app.show_favorites()
        app.until("the favorite", lambda: [row for row in rows(app, "Favorites") if row.startswith("Gwen Golden")])


def test_what_somebody_writes_of_themselves_is_read_below_the_profile(launch, server):
    with launch(server) as app:
        people(app)
        for words, heading, said in (
            ("golden", "Gwen Golden", "Hello from Gwen Golden 👋"),
            ("lantern-works", "Lantern Works", "Hello from Lantern Works 👋"),
        ):
            app.ask(words)
            app.until(f"{heading} first", lambda name=heading: (rows(app) or [""])[0].startswith(name))
            open_first(app)
            app.wait("heading", heading)
            app.wait("heading", "README")
            app.wait("heading", said)
            app.keys.press("Escape")
        # A person without a profile README gets no message about it.
        app.ask("nobody-follows")
        app.until("Nora first", lambda: (rows(app) or [""])[0].startswith("Nora Quiet"))
        open_first(app)
        app.wait("heading", "Nora Quiet")
        app.until("what is written was asked for", lambda: server.log("/nobody-follows/readme"))
        app.gone("heading", "README")


def test_the_owner_of_a_repository_is_one_page_further(launch, server):
    with launch(server) as app:
        app.search_for_rows("repo:sharkdp/fd")
        app.select_first()
        app.open_selected()
        owner = app.wait(tree.BUTTON, "Owner: sharkdp")
        app.tab_to(owner, app.root)
        app.keys.press("Return")
        app.wait("heading", "sharkdp")
        app.wait(None, lambda name: name.startswith("Followers: "))
        # The page of a person has no such link.
        app.press(tree.BUTTON, "Back", until=lambda: app.find(tree.BUTTON, "Owner: sharkdp"))
        app.wait("heading", "fd")
        app.wait_focus_in("the link", lambda: app.find(tree.BUTTON, "Owner: sharkdp"))


def test_the_favorites_of_a_person_are_a_row_that_leads_to_them_and_back(launch, server):
    with launch(server) as app:
        app.search_for_rows("repo:sharkdp/fd")
        app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(app.first())
        app.open_selected()
        app.press(tree.BUTTON, "Owner: sharkdp", until=lambda: app.find(tree.BUTTON, "In Your Favorites: 1"))
        app.press(tree.BUTTON, "In Your Favorites: 1", until=lambda: app.query() == "user:sharkdp")
        app.expect("the favorite", lambda: app.titles("Favorites"), ["sharkdp/fd"])
        app.keys.press("alt+Left")
        app.wait("heading", "sharkdp")


def test_who_was_renamed_is_read_under_the_new_name(launch, server):
    with launch(server) as app:
        find(app, "old-lantern location:belgium")
        open_first(app)
        app.wait("heading", "Rina Lantern")


def test_who_is_gone_is_said_to_be(launch, odd_server):
    with launch(odd_server) as app:
        find(app, "gone-lantern followers:0")
        open_first(app)
        app.wait_for_text("This account is no longer available.")


def test_followers_are_a_navigation_page_and_each_leads_on(launch, server):
    with launch(server) as app:
        find(app, "golden")
        open_first(app)
        app.wait("heading", "Gwen Golden")
        app.tab_to(app.wait(tree.BUTTON, "Followers: 1,234"), app.root)
        app.keys.press("Return")
        app.until("followers", lambda: rows(app, "Followers"))
        app.wait_for_text("100 of 1,234")
        first = app.until("the focus on the first", lambda: row_in_focus(app))
        app.keys.press("Return")
        app.until("a page further", lambda: tree.role(app.focused()) == "heading")
        app.keys.press("alt+Left")
        app.until("the same row", lambda: app.focused() == first)
        assert len(server.log("/followers")) == 1, "nothing is asked again"
