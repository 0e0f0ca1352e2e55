"""Starts `stargazer-standin` on a free port and reads its log.

The binary is `$STARGAZER_STANDIN`, or the release build of this checkout, or its debug build.
"""

import contextlib
import itertools
import os
import pathlib
import select
import signal
import subprocess
import threading
import time

from waiting import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[2]
FREE_PORTS = itertools.cycle(range(10_000 + os.getpid() % 1_000 * 20, 32_000))
"""Ports below the range that the system assigns: a restarted server finds its port free. Each test process starts at
another port."""
MOST_PORTS = 100
"""The number of ports to try before giving up."""


def binary():
    """Returns the program's path; None when it is not built."""
    named = os.environ.get("STARGAZER_STANDIN")
    places = [pathlib.Path(named)] if named else [
        ROOT / ".build" / kind / "stargazer-standin" for kind in ("release", "debug")
    ]
    return next((str(place) for place in places if place.exists()), None)


class StandIn:
    """with StandIn(scenario="drift", search_limit="off") as server: ... server.url, server.log()"""

    def __init__(self, scenario=None, latency=None, search_limit=None, port=None):
        program = binary()
        if program is None:
            raise RuntimeError("stargazer-standin is not built (or STARGAZER_STANDIN names nothing)")
        options = []
        for name, value in (("--scenario", scenario), ("--latency", latency), ("--search-limit", search_limit)):
            if value is not None:
                options += [name, str(value)]
        self._lines, self._rest, self._is_at_end = [], b"", False
        self._news = threading.Condition()
        ports = itertools.islice(FREE_PORTS, MOST_PORTS) if port is None else [port]
        if not any(self._start([program, "--port", str(one), *options]) for one in ports):
            raise RuntimeError("stargazer-standin did not start")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _start(self, command):
        """Starts the server. Returns False when it exits at once, as when the port is taken."""
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0)
        first = self._process.stdout.readline().decode().strip()
        if not first:
            self.stop()
            return False
        self.url = first.removeprefix("listening on ")
        self.port = int(self.url.rsplit(":", 1)[1])
        return True

    def _read(self):
        """Reads the output continuously, so the program never waits for a reader of its log."""
        while not self._is_at_end:
            select.select([self._process.stdout], [], [])
            with self._news:
                self._take()

    def _take(self):
        """Returns the lines so far. The caller must hold the lock."""
        while not self._is_at_end and select.select([self._process.stdout], [], [], 0)[0]:
            piece = os.read(self._process.stdout.fileno(), 1 << 16)
            self._is_at_end = not piece
            *lines, self._rest = (self._rest + piece).split(b"\n")
            self._lines += [line.decode() for line in lines]
            self._news.notify_all()

    def log(self, containing=""):
        """Returns the request lines so far, `METHOD TARGET STATUS`, oldest first; status 0 means that no answer was
        given.

        Each line is written before its answer is sent, so the log has all requests that were answered.
        """
        with self._news:
            self._take()
            return [line for line in self._lines if containing in line]

    def wait_for(self, containing, count=1, timeout=PATIENCE):
        """Returns the matching log lines once there are `count` of them, or raises TimeoutError."""
        end = time.monotonic() + timeout
        with self._news:
            while True:
                lines = [line for line in self._lines if containing in line]
                if len(lines) >= count:
                    return lines
                left = end - time.monotonic()
                if left <= 0 or not self._news.wait(left):
                    raise TimeoutError(f"{count} x {containing!r} not in the log: {self._lines}")

    @contextlib.contextmanager
    def suspended(self):
        """Suspends the process meanwhile: it accepts requests and does not answer."""
        os.kill(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._process.pid, signal.SIGCONT)

    def stop(self):
        """Ends the server with SIGTERM. Returns its exit code."""
        if self._process.poll() is None:
            self._process.terminate()
        try:
            code = self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        if hasattr(self, "_reader"):
            self._reader.join()
        self._process.stdout.close()
        return code

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
