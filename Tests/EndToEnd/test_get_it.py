"""Get It: the packages of this machine in the details of a repository, and how they are installed."""

import pytest

import tree
from packages import Packages, SoftwareCenter
from receiver import paste
from scripted import Scripted, repository
from settings import XSettings, text_scale

HEXYL = "https://github.com/sharkdp/hexyl"
APP = "io.github.stargazer_app.Stargazer"


@pytest.fixture
def packages(home):
    packages = Packages(home)
    packages.add("hexyl", HEXYL)
    return packages


@pytest.fixture
def machine(launch, packages):
    """The application with the details of sharkdp/hexyl, on a machine that has a package of it."""
    with Scripted() as server:
        server.repositories = [repository(1, "sharkdp/hexyl", server.url)]
        with launch(server, **packages.environment) as app:
            app.search_for_rows("hexyl")
            app.select_first()
            app.open_selected()
            yield app


def open_popover(app, shows):
    app.press(tree.BUTTON, "Get It", until=lambda: app.find(None, shows))


def inner(app, name):
    """Returns the button that can have the focus: a menu button is two nested ones."""
    return next(reversed(tree.find_all(app.root, tree.BUTTON, name)), None)


def has_focus(app, name):
    node = inner(app, name)
    return node and tree.includes(node.states, tree.STATE.FOCUSED)


def test_the_software_center_is_asked_and_the_row_follows_dpkg(machine, packages, desktop, home):
    app = machine
    with SoftwareCenter(desktop, home) as center:
        open_popover(app, "Install…")
        app.wait(None, "hexyl, 0.8.0 · Debian")
        called = app.press(tree.BUTTON, "Install…", until=center.calls)
        path, method, types, names, interaction, desktop_id, platform = called[0]
        assert path == "/org/freedesktop/PackageKit"
        assert method == "org.freedesktop.PackageKit.Modify2.InstallPackageNames"
        assert (types, names, interaction) == ("(asssa{sv})", ["hexyl"], "hide-confirm-search")
        assert desktop_id == f"{APP}.desktop"
        assert list(platform) == ["desktop-startup-id"] and "_TIME" in platform["desktop-startup-id"]
    # The call returned, and nothing is installed yet.
    app.wait(tree.BUTTON, "Install…")
    packages.install("hexyl")
    app.wait(None, "hexyl, 0.8.0 · Debian, Installed")
    app.gone(tree.BUTTON, "Install…")
    packages.remove("hexyl")
    app.wait(tree.BUTTON, "Install…")


def test_without_a_software_center_the_command_is_copied(machine, desktop, home):
    app = machine
    open_popover(app, "Install…")
    app.press(tree.BUTTON, "Install…", until=lambda: app.find(
        None, "No software center can install this package. The command was copied instead."))
    assert "sudo apt install hexyl" in paste(desktop, home).values()
    app.gone(tree.BUTTON, "Install…")


def test_the_command_is_copied(machine, desktop, home):
    app = machine
    open_popover(app, "Install…")
    app.press(tree.BUTTON, "Copy Command", until=lambda: app.find(None, "Command copied"))
    assert "sudo apt install hexyl" in paste(desktop, home).values()


def test_the_popover_is_reached_and_left_by_keys(machine):
    app = machine
    app.tab_to(app.until("Get It", lambda: inner(app, "Get It")), app.root)
    for key in ("Return", "space", "Down"):
        app.keys.press(key)
        app.until("the focus in the popover", lambda: has_focus(app, "Install…"))
        app.keys.press("Escape")
        app.gone(tree.BUTTON, "Install…")
        app.until("the focus on Get It", lambda: has_focus(app, "Get It"))


def test_with_nothing_clone_and_releases_are_offered(launch, home, desktop):
    packages = Packages(home)
    with Scripted() as server:
        server.repositories = [repository(1, "odd/none", server.url)]
        with launch(server, **packages.environment) as app:
            app.search_for_rows("none")
            app.select_first()
            app.open_selected()
            open_popover(app, "Nothing for This Machine")
            app.press_node("Clone", lambda: clone_in_popover(app),
                           until=lambda: app.find("menu item", "Copy HTTPS URL"))
            app.keys.press("Escape")
            app.gone("menu item", "Copy HTTPS URL")
            # Nothing here opens an address, so it is copied.
            open_popover(app, "Nothing for This Machine")
            app.press(tree.BUTTON, "Releases", until=lambda: app.find(None, lambda text: "The link was copied" in text))
            assert "https://github.localhost/odd/none/releases" in paste(desktop, home).values()


def test_a_repository_that_was_renamed_has_the_package_of_its_old_name(launch, home):
    packages = Packages(home)
    packages.add("jq", "https://github.com/stedolan/jq")
    with Scripted() as server:
        server.repositories = [repository(1, "jqlang/jq", server.url)]
        server.former_names = {"stedolan/jq": "jqlang/jq"}
        with launch(server, **packages.environment) as app:
            app.search_for_rows("jq")
            app.select_first()
            app.open_selected()
            open_popover(app, "jq, 0.8.0 · Debian")
            app.expect("one request for the old name", lambda: asked(server, "stedolan/jq"), 1)


def asked(server, name):
    return sum(f"/repos/{name} " in f"{line} " for line in server.log())


def test_without_package_lists_nothing_is_said_of_packages(launch):
    with Scripted() as server:
        server.repositories = [repository(1, "odd/none", server.url)]
        with launch(server) as app:
            app.search_for_rows("none")
            app.select_first()
            app.open_selected()
            open_popover(app, "Releases")
            app.until("Clone in the popover", lambda: clone_in_popover(app))
            app.gone(None, "Nothing for This Machine")


def clone_in_popover(app):
    """Returns the button in the popover, not the menu button of the same name."""
    named = tree.find_all(app.root, tree.BUTTON, "Clone")
    return next((node for node in named if [child.role for child in tree.children(node)] == ["label"]), None)


def test_large_text_leaves_it_in_the_menu(launch, packages, desktop, home):
    """Where the button has no room, More has an entry that opens the popover."""
    with XSettings(desktop, home, **text_scale(2.0)), Scripted() as server:
        server.repositories = [repository(1, "sharkdp/hexyl", server.url)]
        with launch(server, **packages.environment) as app:
            app.search_for_rows("hexyl")
            app.select_first()
            app.resize(360, 640)
            app.open_selected()
            app.tab_to(app.until("More", lambda: inner(app, "More")), app.root)
            app.keys.press("Return")
            app.press("menu item", "Get It", until=lambda: app.find(tree.BUTTON, "Install…"))
            app.keys.press("Escape")
            app.gone(tree.BUTTON, "Install…")
            app.until("the focus on More", lambda: has_focus(app, "More"))
            app.press(tree.BUTTON, "More", until=lambda: app.find("menu item", "Get It"))
            app.press("menu item", "Get It", until=lambda: app.find(tree.BUTTON, "Install…"))
