"""The details of a repository: languages, the latest release, clone addresses, a new name."""

import pathlib
import re

import pytest
import tree
from screens import title
from scripted import Scripted, repository

DRAWN = pathlib.Path("/usr/share/icons/Adwaita/16x16/actions/open-menu-symbolic.symbolic.png")
SHARE = re.compile(r"^(?P<language>.+) <?\d[\d.]*%$")


def opened(app, query):
    app.search_for_rows(query)
    app.select_first()
    return app.open_selected()


def test_nothing_of_it_is_asked_for_before_the_details_are(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        first = app.select_first()
        app.keys.press("Down")
        app.until("the focus in the next row", lambda: app.row_in_focus() not in (None, first))
        app.keys.press("Up")
        app.expect("the row in focus", app.row_in_focus, first)
        app.open_selected()
        name = title(app.selected())
        server.wait_for(f"GET /repos/{name}/languages 200")
        server.wait_for(f"GET /repos/{name}/releases/latest 200")
        assert len(server.log("/languages ")) == len(server.log("/releases/latest ")) == 1


def test_languages_are_a_bar_and_each_leads_to_a_search(launch, odd_server):
    with launch(odd_server) as app:
        opened(app, "many-topics")
        bar = app.wait(None, lambda name: name.startswith("Languages: "))
        assert "Other " in bar.name
        share = app.wait(tree.BUTTON, SHARE.match)
        language = SHARE.match(share.name)["language"]
        app.press_node("a language", lambda: app.find(tree.BUTTON, share.name),
                       until=lambda: re.fullmatch(rf'many-topics language:"?{re.escape(language)}"?', app.query()))


def test_their_icons_need_no_library_that_draws(launch, odd_server):
    """Rendering SVG icons would need 6 MiB for an arrow."""
    if not DRAWN.exists():
        pytest.skip(f"the desktop's own icons are SVG here: there is no {DRAWN}")
    with launch(odd_server) as app:
        opened(app, "many-topics")
        app.wait(None, lambda name: name.startswith("Languages: "))
        # The icons are painted by then: Back is pressed, and the list has the focus again.
        app.keys.press("alt+Left")
        app.until("the focus in its row", app.row_in_focus)
        loaded = pathlib.Path(f"/proc/{app.process.pid}/maps").read_text()
    assert "libgtk-4" in loaded and "librsvg" not in loaded


def test_a_repository_without_languages_and_releases_shows_neither(launch, odd_server):
    with launch(odd_server) as app:
        opened(app, "no-language")
        odd_server.wait_for("GET /repos/odd-samples/no-language/releases/latest 404")
        app.wait("heading", "README")
        app.gone(None, lambda name: name.startswith("Languages: "))
        app.gone(tree.BUTTON, lambda name: name.startswith("Latest Release: "))


def test_what_a_repository_does_not_have_leaves_no_gap(launch):
    """Languages and a release may come. The room that waits for them is given back."""

    def gap(app):
        above, below = (tree.place(app.find(role, name, within=app.details()))
                        for role, name in (("label", "Watchers"), (tree.BUTTON, "compilers")))
        return above and below and below.y - above.y - above.height

    with Scripted() as server:
        server.repositories = [repository(1, "odd/plain", server.url, topics=["compilers"])]
        server.readme = "# Plain\n\nWords."
        with launch(server) as app:
            app.resize(1100, 760)
            opened(app, "plain")
            app.until("the topics below the figures", lambda: gap(app) and 0 < gap(app) < 40)


def test_each_name_is_there_once(launch):
    """The header bar has the name while it is scrolled out, and a README that begins with it does not repeat it."""

    def said(app, name):
        return sum(name == node.name for node in tree.find_all(app.details(), "label"))

    with Scripted() as server:
        server.repositories = [repository(1, "odd/plain", server.url)]
        server.readme = "# Plain\n\n" + "Words.\n\n" * 200
        with launch(server) as app:
            app.resize(1100, 760)
            opened(app, "plain")
            app.wait("label", "Words.", within=app.details())
            app.expect("the name", lambda: [said(app, name) for name in ("plain", "Plain", "odd/plain")], [1, 0, 0])
            app.keys.press("Page_Down")
            app.expect("the title", lambda: said(app, "odd/plain"), 1)
            app.keys.press("Home")
            app.expect("the title", lambda: said(app, "odd/plain"), 0)


def test_what_few_look_for_is_opened(launch, server):
    with launch(server) as app:
        opened(app, "swift")
        app.wait_for_text("Watchers")
        app.gone("label", "Homepage")
        app.press(tree.BUTTON, "Details", within=app.details(), until=lambda: app.find("label", "Homepage"))
        app.wait("label", "Size")
        app.press(tree.BUTTON, "More", within=app.details(), until=lambda: app.find("menu item", "Open in Browser"))
        app.wait("menu item", "Copy Link")


def test_the_release_leads_to_its_notes_and_back(launch, server):
    with launch(server) as app:
        opened(app, "swift")
        release = app.wait(tree.BUTTON, lambda name: name.startswith("Latest Release: "))
        app.press_node("the release", lambda: app.find(tree.BUTTON, release.name),
                       until=lambda: app.find("heading", "Release Notes"))
        app.wait("heading", lambda name: name.startswith("What is new in "))
        app.press(tree.BUTTON, "Back", until=lambda: app.find("heading", "Release Notes") is None)
        app.wait(tree.BUTTON, release.name)


def test_hostile_notes_are_only_text(launch, odd_server):
    with launch(odd_server) as app:
        opened(app, "odd-samples/markup".split("/")[1])
        app.wait(tree.BUTTON, lambda name: name.startswith("<b>HTML</b> "))
        release = app.wait(tree.BUTTON, lambda name: name.startswith("Latest Release: v1.0<b>"))
        app.press_node("the release", lambda: app.find(tree.BUTTON, release.name),
                       until=lambda: app.find("heading", "Release Notes"))
        app.wait("heading", lambda name: name.endswith("New & shiny"))


def test_the_ways_to_clone_are_copied(launch, server):
    with launch(server) as app:
        opened(app, "swift")
        app.wait_for_text("Watchers")
        name = title(app.selected())
        app.press(tree.BUTTON, "Clone", until=lambda: app.find("menu item", "Copy HTTPS URL"))
        app.press("menu item", "Copy SSH URL", until=lambda: app.find(None, lambda text: "Clone URL copied" in text))
        app.press(tree.BUTTON, "Clone", until=lambda: app.find("menu item", "Copy GitHub CLI Command"))
        app.press("menu item", "Copy GitHub CLI Command",
                  until=lambda: app.find(None, lambda text: "Command copied" in text))
        app.keys.press("ctrl+1")
        app.wait_focus_in_entry()
        app.keys.press("ctrl+a", "ctrl+v")
        app.expect("what is pasted", app.query, f"gh repo clone {name}")


def test_a_new_name_is_said(launch, server):
    with launch(server, "stargazer://repo/apple/swift") as app:
        app.wait(None, "Moved from apple/swift to swiftlang/swift.")


def test_the_license_narrows_the_search(launch, server):
    with launch(server) as app:
        opened(app, "swift")
        app.press(tree.BUTTON, "License: Apache-2.0", until=lambda: app.query() == "swift license:apache-2.0")
