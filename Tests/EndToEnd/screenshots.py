"""Takes screenshots of the real window with sample data, for the README and for software centers: `make pictures`."""

import pathlib
import subprocess
import sys
import tempfile

import tree
from desktop import REPOSITORY, Desktop
from screens import Stargazer

FOLDER = REPOSITORY / "data/pictures"
LARGEST = 120_000
"""In bytes."""
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
    return path


def read_the_first(app):
    app.search_for_rows("terminal")
    app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    app.open_selected()
    app.wait_for_text("Watchers")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    with Desktop() as desktop, tempfile.TemporaryDirectory() as folder:
        tree.connect(desktop.bus.address)
        for name, style, size in (("results", LIGHT, (1100, 720)), ("dark", DARK, (1100, 720))):
            home = pathlib.Path(folder) / name
            home.mkdir()
            with Stargazer(desktop, home, "--demo", **style) as app:
                app.resize(*size)
                read_the_first(app)
                print(save(app, name))
        home = pathlib.Path(folder) / "start"
        home.mkdir()
        with Stargazer(desktop, home, "--demo", **LIGHT) as app:
            app.resize(360, 720)
            app.wait("list", "Trending")
            print(save(app, "narrow"))


if __name__ == "__main__":
    sys.exit(main())
