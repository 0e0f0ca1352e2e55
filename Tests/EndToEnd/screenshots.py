"""Takes screenshots of the real window with sample data, for the README and for software centers: `make pictures`."""

import contextlib
import pathlib
import subprocess
import sys
import tempfile

import tree
from desktop import REPOSITORY, Desktop
from media import API_NAMES, PHOTOS, Media
from standin import StandIn
from test_readme_download import stored
from waiting import eventually

FOLDER = REPOSITORY / "data/pictures"
LARGEST = 200_000
"""In bytes."""
WIDE, NARROW = (980, 680), (360, 680)
LIGHT = {"ADW_DEBUG_COLOR_SCHEME": "prefer-light"}
DARK = {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}


def save(app, name):
    """Saves a screenshot without the border, which replaces the shadow, and with 256 colors, which look the same."""
    app.until("a window at rest", app.camera.still)
    edge = "x".join(str(part // 2) for part in app.border())
    drawn = app.camera.save(name)
    path = FOLDER / f"{name}.png"
    small = ["-shave", edge, "+repage", "-strip", "-dither", "None", "-colors", "256"]
    subprocess.run(["convert", drawn, *small, f"png8:{path}"], check=True)
    drawn.unlink()
    if path.stat().st_size >= LARGEST:
        raise SystemExit(f"{path.name} has {path.stat().st_size} bytes; {LARGEST} are allowed")
    print(path)


def read_the_first(app):
    app.search_for_rows("terminal")
    app.wait_starred(app.select_first(), starred=False)
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    app.wait_for_text("Watchers")


def search_favorites(app, home):
    """Searches READMEs of favorites, which are downloaded first."""
    app.search_for_rows("terminal")
    app.select_first()
    app.keys.press("ctrl+a")
    app.keys.press("ctrl+d")
    app.wait_for_text("favorites added")
    app.keys.press("Escape")
    eventually("all READMEs", lambda: stored(home) == len(app.titles()), explain=app.dump)
    app.show_favorites()
    app.ask("runs on macos")
    app.wait_for_rows("Favorites")
    app.select_first("Favorites")
    app.wait_for_text("Watchers")


def view_a_photo(app):
    app.choose_source(PHOTOS)
    app.ask("golden")
    app.wait_for_cells()
    app.keys.press("Down")
    app.until("a photo in focus", app.focused_cell)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Desktop() as desktop, StandIn(search_limit="off") as server, tempfile.TemporaryDirectory() as folder:
        tree.connect(desktop.bus.address)

        @contextlib.contextmanager
        def window(name, size, style):
            home = pathlib.Path(folder) / name
            home.mkdir()
            addresses = [part for api in API_NAMES for part in (f"--{api}-api", server.url)]
            with Media(desktop, home, *addresses, STARGAZER_TOAST_SECONDS="1", **style) as app:
                app.resize(*size)
                yield app, home
                save(app, name)

        with window("favorites", WIDE, LIGHT) as (app, home):
            search_favorites(app, home)
        with window("results", WIDE, LIGHT) as (app, _):
            read_the_first(app)
        with window("dark", WIDE, DARK) as (app, _):
            read_the_first(app)
        with window("photo", WIDE, LIGHT) as (app, _):
            view_a_photo(app)
        with window("narrow", NARROW, LIGHT) as (app, _):
            app.wait("list", "Trending")


if __name__ == "__main__":
    sys.exit(main())
