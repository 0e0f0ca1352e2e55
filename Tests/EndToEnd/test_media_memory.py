"""Memory use of hostile pictures. The test prints its measurements."""

import time

import pytest

import tree
from media import GIFS, KEY, open_only

HOSTILE = ["page", "bomb", "truncated", "endless", "hasty"]
PEAK = 64
"""The largest allowed growth of peak memory, in MiB."""


class Meter:
    """Memory and processor time of a process."""

    def __init__(self, process):
        self._folder = f"/proc/{process.pid}"
        self._clock = ~process.pid << 3 | 2
        self._quiet_since = None

    def _status(self, name):
        with open(f"{self._folder}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(name + ":")) / 1024

    def begin(self):
        """Resets the peak. `growth` counts from here."""
        with open(f"{self._folder}/clear_refs", "w") as file:
            file.write("5")
        self._before = self.resident()

    def resident(self):
        return self._status("VmRSS")

    def growth(self):
        return self._status("VmHWM") - self._before

    def is_quiet(self):
        """Returns whether the process used less than a fiftieth of a core for two seconds."""
        now, spent = time.monotonic(), time.clock_gettime(self._clock)
        if self._quiet_since is None or spent - self._quiet_since[1] > 0.04:
            self._quiet_since = (now, spent)
        return now - self._quiet_since[0] >= 2


@pytest.fixture
def app(launch_all, odd_server, keyring):
    with launch_all(odd_server, STARGAZER_LOG="trace") as app:
        app.go_keyed(GIFS, "alt+3")
        app.enter_key(KEY)
        app.wait_for_cells()
        yield app


def stretches(app):
    """Returns the longest main loop blocks, in ms."""
    told = [float(line.split("busy=")[1].split()[0]) for line in app.errors().splitlines() if "busy=" in line]
    return sorted((round(1000 * seconds) for seconds in told), reverse=True)[:5]


def test_what_nobody_ought_to_send_costs_little(app):
    meter = Meter(app.process)
    app.until("a window at rest", meter.is_quiet)
    for words in HOSTILE:
        app.until("a window at rest", meter.is_quiet)
        meter.begin()
        open_only(app, words)
        moves = words in ("endless", "hasty")
        if moves:
            app.wait(tree.BUTTON, "Pause")
        else:
            app.wait(None, "The picture could not be loaded.")
        growth = meter.growth()
        if moves:
            app.press(tree.BUTTON, "Pause", until=lambda: app.find(tree.BUTTON, "Play"))
            # The cell plays as long as the focus is in it.
            app.keys.press("ctrl+f")
        print(f"{words}: the peak grew by {growth:.1f} MiB")
        assert growth < PEAK, words
    print(f"longest stretches of the main thread: {stretches(app)} ms")
