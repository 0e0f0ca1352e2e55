"""Starts `stargazer-standin` on a free port and reads its log.

The binary is `$STARGAZER_STANDIN`, else the release build of this checkout, else its debug build.
"""

import contextlib
import os
import pathlib
import signal
import subprocess
import threading
import time

from waiting import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parents[2]


def binary():
    """The program's path; None when it was not built."""
    named = os.environ.get("STARGAZER_STANDIN")
    places = [pathlib.Path(named)] if named else [
        ROOT / ".build" / kind / "stargazer-standin" for kind in ("release", "debug")
    ]
    return next((str(place) for place in places if place.exists()), None)


class StandIn:
    """with StandIn(scenario="drift", search_limit="off") as server: ... server.url, server.log()"""

    def __init__(self, scenario=None, latency=None, search_limit=None, port=0):
        program = binary()
        if program is None:
            raise RuntimeError("stargazer-standin is not built (or STARGAZER_STANDIN names nothing)")
        command = [program, "--port", str(port)]
        for name, value in (("--scenario", scenario), ("--latency", latency), ("--search-limit", search_limit)):
            if value is not None:
                command += [name, str(value)]
        self._lines = []
        self._news = threading.Condition()
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        first = self._process.stdout.readline().strip()
        if not first.startswith("listening on "):
            self.stop()
            raise RuntimeError(f"stargazer-standin did not start: {first!r}")
        self.url = first.removeprefix("listening on ")
        self.port = int(self.url.rsplit(":", 1)[1])
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            with self._news:
                self._lines.append(line.rstrip("\n"))
                self._news.notify_all()

    def log(self, containing=""):
        """Request lines so far, `METHOD TARGET STATUS`, oldest first; status 0: no answer was given."""
        with self._news:
            return [line for line in self._lines if containing in line]

    def wait_for(self, containing, count=1, timeout=PATIENCE):
        """The log lines that contain the text, as soon as there are so many; else a TimeoutError."""
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
    def held(self):
        """Meanwhile it takes what it is sent and answers nothing."""
        os.kill(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._process.pid, signal.SIGCONT)

    def stop(self):
        """Ends the server with SIGTERM; its exit code."""
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
