"""Measures pictures: frames while hundreds of GIFs scroll down and back, the cost of a playing one, the idle cost, and
the memory of thousands of results."""

import time

import tree
from media import API_NAMES, GIFS, PHOTOS, Media
from searching import BUSY, FRAME
from standin import StandIn
from window import CARET_STOPS, folder

CELLS = 520
FEW, MANY = 1_000, 10_000
"""The first of these results, and all that a service returns."""
WATCHED = 10
"""In seconds."""


class Grid(Media):
    """The window with GIFs in cells, with a key that the sample server accepts."""

    def open(self):
        self.go_keyed(GIFS, "alt+3")
        self.enter_key("k3y")
        self.until("cells", lambda: self.children_of("Results"))

    def processor(self):
        """Returns the processor time so far, in seconds, of all threads."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def pss(self):
        with open(f"/proc/{self.process.pid}/smaps_rollup") as rollup:
            return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024

    def share(self):
        """Returns the load over the next seconds, in percent of one core."""
        before = self.processor()
        time.sleep(WATCHED)
        return 100 * (self.processor() - before) / WATCHED


def scrolled(app):
    def all_there():
        app.keys.press("End")
        return f"· {CELLS} GIFs" in app.count()

    app.keys.press("ctrl+f", "Down")
    app.until("all of them", all_there)
    app.keys.press("Home")
    time.sleep(3)
    before, logged = app.pss(), len(app.errors())
    for key in ("Page_Down", "Page_Up"):
        for _ in range(CELLS // 8):
            app.keys.press(key)
            time.sleep(0.05)
    app.keys.press("Home")
    time.sleep(3)
    text = app.errors()[logged:]
    frames = sorted(float(value) * 1000 for value in FRAME.findall(text))
    busy = max((float(value) * 1000 for value in BUSY.findall(text)), default=0)
    if frames:
        p50, p95 = (frames[int(part * (len(frames) - 1))] for part in (0.5, 0.95))
        most = frames[-1]
        print(f"{CELLS} cells there and back: {len(frames)} frames of p50 {p50:.1f}, p95 {p95:.1f}, max {most:.1f} ms")
    print(f"  longest stretch without a turn of the main loop: {busy:.0f} ms (goal 50)")
    print(f"  Pss {app.pss() - before:+.1f} MiB afterwards (goal +20)")


def playing(app):
    app.keys.press("ctrl+f", "Down", "Return")
    app.wait(tree.BUTTON, "Pause")
    time.sleep(2)
    print(f"one GIF that plays, 480 px high: {app.share():.1f} % of a core (goal 10)")
    app.press(tree.BUTTON, "Pause", until=lambda: app.find(tree.BUTTON, "Play"))
    time.sleep(CARET_STOPS)
    print(f"  paused, and nothing else plays: {app.share():.2f} %")


def many(app):
    """Scrolls through all results of Wikimedia Commons."""

    def scroll_to(number):
        while (known := app.shown()) < number:
            app.keys.press("End")
            app.until("more results", lambda: app.shown() > known, seconds=60)
        time.sleep(5)
        return app.pss()

    app.go(PHOTOS, "alt+4")
    app.until("cells", lambda: app.children_of("Results"))
    # All photos.
    app.ask("-absent")
    app.until("some of many", lambda: 0 < app.shown() < FEW and " of " in app.count())
    app.keys.press("ctrl+f", "Down")
    few = scroll_to(FEW)
    print(f"{FEW:,} photos: Pss {few:.1f} MiB")
    print(f"{MANY:,} photos: {scroll_to(MANY) - few:+.1f} MiB (goal +40)")


def measure(desktop, server):
    """Measures the application that `STARGAZER_APP` names."""
    tree.connect(desktop.bus.address)
    addresses = [part for name in API_NAMES for part in (f"--{name}-api", server.url)]
    # The trace log enables the main loop monitor, which itself wakes up the main loop.
    for part, log in ((scrolled, "trace"), (playing, "warning")):
        with folder() as home, Grid(desktop, home, *addresses, STARGAZER_LOG=log) as shown:
            shown.open()
            part(shown)
    with StandIn(scenario="many", search_limit="off") as server:
        addresses = [part for name in API_NAMES for part in (f"--{name}-api", server.url)]
        with folder() as home, Grid(desktop, home, *addresses) as shown:
            many(shown)
