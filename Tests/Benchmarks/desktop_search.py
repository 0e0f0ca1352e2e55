"""Measures how long the desktop's search waits for an answer: from a program that the bus must start, and from a
running one."""

import statistics
import subprocess
import time

from gi.repository import GLib

from processes import end
from session import SHELL, Session

WORDS = ("swift", "ka", "to mi", "net", "swiftra", "con ser", "gra", "b", "no such word")
ROUNDS = 5


class Timed(Session):
    def took(self, method, signature, *arguments):
        """Returns the answer and the milliseconds it took."""
        begun = time.monotonic()
        answer = self.call(SHELL, method, signature, *arguments)
        return answer, 1000 * (time.monotonic() - begun)


def started(session, program, environment):
    """Returns the process, its first answer, and the milliseconds from the start to the answer."""
    begun = time.monotonic()
    process = subprocess.Popen([program, "--gapplication-service"], env=environment, stdin=subprocess.DEVNULL)
    while True:
        try:
            answer = session.call(SHELL, "GetInitialResultSet", "(as)", ["swift"])
            return process, answer, 1000 * (time.monotonic() - begun)
        except GLib.Error:
            time.sleep(0.001)


def measure(desktop, app, home, count):
    session = Timed(desktop)
    environment = desktop.environment(home)
    cold, warm, metas = [], {}, []
    for _ in range(ROUNDS):
        process, found, first = started(session, app, environment)
        try:
            cold.append(first)
            for words in WORDS:
                warm.setdefault(words, []).append(session.took("GetInitialResultSet", "(as)", words.split())[1])
            metas.append(session.took("GetResultMetas", "(as)", found[:5])[1])
        finally:
            end(process)
    middle = {words: statistics.median(times) for words, times in warm.items()}
    slowest = max(middle, key=middle.get)
    print(f"the desktop's own search, {count:,} favorites, median of {ROUNDS}")
    print(f"  started for it: {statistics.median(cold):.0f} ms from nothing to the answer")
    print(f"  running: {statistics.median(middle.values()):.0f} ms, the slowest “{slowest}” {middle[slowest]:.0f} ms "
          "(goal 50)")  # fmt: skip
    print(f"  what to show of five of them: {statistics.median(metas):.0f} ms")
    print("  to check: gdbus call --session --dest io.github.stargazer_app.Stargazer --object-path "
          "/io/github/stargazer_app/Stargazer/SearchProvider --method "
          "org.gnome.Shell.SearchProvider2.GetInitialResultSet \"['swift']\"")  # fmt: skip
