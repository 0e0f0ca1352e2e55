"""Sends random keys and clicks to the real window for a while: the program must not crash, complain or grow.

    monkey.py [--minutes 30] [--seed N]

Each scenario of the stand-in has its turn, with a token and both keys saved. It refuses to run as root, since random
clicks reach file dialogs; for example: setpriv --reuid=65534 --regid=65534 --clear-groups /usr/bin/python3 monkey.py
Prints the memory (Pss) each minute. Exits with 1 after a crash or a complaint.
"""

import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import tree
from account import signed_in
from app import COMPLAINT
from desktop import Desktop
from keyring import Keyring
from media import API_NAMES, GIFS, KEY, PHOTOS, Media
from standin import StandIn, binary

KEYS = [
    *"abcdeinorstw", *"0129", "space", "Return", "Return", "Return", "Tab", "Tab", "shift+Tab", "Escape", "Escape",
    "BackSpace", "Delete", "Down", "Down", "Down", "Down", "Up", "Left", "Right", "Page_Down", "Page_Up", "Home", "End",
    "F5", "F6", "F8", "F9", "F10", "Menu", "slash", "ctrl+a", "ctrl+c", "ctrl+d", "ctrl+f", "ctrl+k", "ctrl+r",
    "ctrl+z",
    "ctrl+comma", "ctrl+question", "ctrl+Return", "ctrl+shift+c", "ctrl+shift+f", "ctrl+1", "ctrl+2", "alt+1", "alt+2",
    "alt+3", "alt+4", "alt+Left", "shift+F10", "colon", "quotedbl", "minus",
]  # fmt: skip
BUTTONS = [1] * 12 + [2, 3, 3, 4, 5, 5, 5, 8]
STROKES = 20
"""Strokes per command."""
CLOSE = 60
"""Size in pixels of the window's upper right corner to avoid: the button there ends the program."""


def scenarios():
    usage = subprocess.run([binary(), "--help"], capture_output=True, text=True, check=False).stdout
    return [None, *re.search(r"one of: (.*)", usage)[1].split()]


def strokes(chance, app):
    """Returns arguments of xdotool for some keys and clicks inside the window."""
    found = app.keys.run("getwindowgeometry", "--shell", app.window)
    box = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", found)}
    words = []
    for _ in range(STROKES):
        if chance.random() < 0.6:
            words += ["key", "--delay", "5", chance.choice(KEYS)]
            continue
        x, y = chance.randrange(box["WIDTH"]), chance.randrange(box["HEIGHT"])
        if y < CLOSE and x > box["WIDTH"] - CLOSE:
            continue
        words += ["mousemove", str(box["X"] + x), str(box["Y"] + y), "click", str(chance.choice(BUTTONS))]
        words += ["sleep", "0.02"]
    return words


def memory(app):
    """Returns the memory of the program in MiB."""
    text = pathlib.Path(f"/proc/{app.process.pid}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1]) / 1024


def prepare(app):
    signed_in(app)
    for name, keys in ((GIFS, "alt+3"), (PHOTOS, "alt+4")):
        app.go_keyed(name, keys)
        app.enter_key(KEY)
        app.wait_for_cells()


def play(app, chance, until):
    """Plays until the given time, or until the program ends, which a menu or a key may request."""
    while time.monotonic() < until and app.alive():
        app.keys._run(*strokes(chance, app))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments = parser.parse_args()
    if os.geteuid() == 0:
        parser.error("random clicks reach file dialogs: not as root")
    chance = random.Random(arguments.seed)
    print(f"seed {arguments.seed}", flush=True)
    home = pathlib.Path(tempfile.mkdtemp(prefix="monkey-"))
    begun = time.monotonic()
    end = begun + 60 * arguments.minutes
    turns = scenarios()
    with Desktop() as desktop, Keyring(desktop, home / "keyring"):
        tree.connect(desktop.bus.address)
        server = StandIn(search_limit="off")
        port = server.port
        folder = home / "home"
        folder.mkdir()
        addresses = [part for name in API_NAMES for part in (f"--{name}-api", server.url)]
        app = Media(desktop, folder, *addresses).__enter__()
        prepare(app)
        starts, minute = 1, 0
        while time.monotonic() < end:
            scenario = turns[minute % len(turns)]
            server.stop()
            server = StandIn(scenario=scenario, search_limit="off", port=port)
            play(app, chance, min(end, begun + 60 * (minute + 1)))
            if not app.alive():
                code = app.process.wait()
                print(f"ended with {code} in {scenario}", flush=True)
                if code:
                    print(app.errors()[-5_000:])
                    return 1
                starts += 1
                app = Media(desktop, folder, *addresses).__enter__()
                continue
            minute += 1
            print(f"{minute:3} min  {memory(app):6.1f} MiB  {scenario or 'no fault'}", flush=True)
        server.stop()
        app.process.terminate()
        app.process.wait()
    complaints = [line for line in app.errors().splitlines() if COMPLAINT.search(line)]
    print("\n".join(complaints))
    print(f"no crash, {starts} starts, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
