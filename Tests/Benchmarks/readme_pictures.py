"""Measures READMEs of pictures: twelve GIFs compared with their still pictures and with none, and 957 badges."""

import re
import subprocess
import time

from scripted import Scripted, repository
from searching import BUSY, FRAME
from settings import KEPT
from window import AWAY, CARET_STOPS, folder, window

GIFS, BADGES = 12, 957
WIDE, HIGH, FRAMES = 760, 428, 60
DETAILS = (900, 500)
NOTCHES = 110
"""So many that the page is still scrolling at the end."""
WATCHED = 10
"""In seconds."""


def convert(*arguments, contents=None):
    return subprocess.run(["convert", *map(str, arguments)], input=contents, check=True, capture_output=True).stdout


def gif():
    """Returns an animation of a box that moves over a gradient, 20 times a second."""
    ground = ["-size", f"{WIDE}x{HIGH}", "gradient:navy-orange", "-colors", 128, "-write", "mpr:ground", "+delete"]
    frames = []
    for number in range(FRAMES):
        left = number * (WIDE - 80) // FRAMES
        frames += ["(", "mpr:ground", "-fill", "white", "-draw", f"rectangle {left},100 {left + 80},300", ")"]
    return convert(*ground, *frames, "-set", "delay", 5, "-loop", 0, "gif:-")


def badge(number):
    return convert("-size", "90x20", f"xc:#{number * 16301 % 0xFFFFFF:06x}", "png:-")


def prepare(home):
    look = home / "config/gtk-4.0/settings.ini"
    look.parent.mkdir(parents=True, exist_ok=True)
    look.write_text("[Settings]\ngtk-cursor-blink=0\n")


def frames(log):
    values = sorted(float(value) * 1000 for value in FRAME.findall(log))
    busy = max((float(value) * 1000 for value in BUSY.findall(log)), default=0)
    if not values:
        return "no frames"
    p50, p95 = (values[int(part * (len(values) - 1))] for part in (0.5, 0.95))
    return f"{len(values)} frames of p50 {p50:.1f}, p95 {p95:.1f}, max {values[-1]:.1f} ms, main loop {busy:.0f} ms"


def share(shown):
    """Returns the load over the next seconds, in percent of one core."""
    before = shown.processor()
    time.sleep(WATCHED)
    return 100 * (shown.processor() - before) / WATCHED


def scroll(eye, shown, is_up=False):
    before = len(shown.log())
    for _ in range(NOTCHES):
        eye.wheel(down=not is_up)
        time.sleep(0.012)
    time.sleep(0.5)
    return shown.log()[before:]


def show(shown):
    shown.fill("one")
    shown.press("Return")
    time.sleep(2)
    shown.press("ctrl+f", "Down", "Return")


def gifs(desktop, eye, app, server, name, picture):
    part = "Words that somebody wrote, and more of them in each line of it.\n\n" * 4
    server.pictures = {number: ("application/octet-stream", picture) for number in range(10, 10 + GIFS)}
    for log in ("warning", "trace"):
        with folder() as home:
            pictures = [f"![Demo]({server.url}/picture/{number})" if picture else "" for number in range(10, 10 + GIFS)]
            server.readme = "# One\n\n" + "".join(f"{one}\n\n{part}" for one in pictures) + part * 9
            prepare(home)
            with window(desktop, app, home, STARGAZER_LOG=log, **KEPT) as shown:
                show(shown)
                time.sleep(4)
                eye.point(*DETAILS)
                if log == "trace":
                    print(f"  {name}: {frames(scroll(eye, shown))}")
                    print(f"    again, upwards: {frames(scroll(eye, shown, is_up=True))}")
                    continue
                eye.point(*AWAY)
                time.sleep(CARET_STOPS)
                inside, memory = share(shown), shown.pss()
                eye.point(*DETAILS)
                scroll(eye, shown)
                shown.press("End")
                eye.point(*AWAY)
                time.sleep(3)
                print(f"  {name}: {inside:.1f} % of a core and {memory:.0f} MiB in view,", end=" ")
                print(f"{share(shown):.1f} % and {shown.pss():.0f} MiB out of view")


def badges(desktop, eye, app, server):
    server.pictures = {number: ("image/png", badge(number)) for number in range(10, 10 + BADGES)}
    server.readme = "# One\n\n" + "\n".join(f"![Badge]({server.url}/picture/{number})" for number in server.pictures)
    with folder() as home:
        prepare(home)
        with window(desktop, app, home, STARGAZER_LOG="trace", **KEPT) as shown:
            begun = time.monotonic()
            show(shown)
            time.sleep(2)
            memory = shown.pss()
            eye.point(*DETAILS)
            log = scroll(eye, shown)

            def loaded():
                return len({line for line in server.log() if re.match(r"GET /picture/\d\d", line)})

            end = time.monotonic() + 30
            while loaded() < BADGES and time.monotonic() < end:
                time.sleep(0.2)
            print(f"  {loaded()} of {BADGES} badges after {time.monotonic() - begun:.1f} s: {frames(log)}")
            print(f"  Pss {memory:.0f} MiB at first, {shown.pss():.0f} MiB afterwards")
            eye.point(*AWAY)


def measure(desktop, eye, app):
    """- app: the program and its path."""
    print(f"a README of {GIFS} GIFs of {WIDE} × {HIGH} pixels (the goals: below 5 % out of view, frames at most 1.2 ×)")
    moving = gif()
    still = convert("gif:-[0]", "png:-", contents=moving)
    with Scripted() as server:
        server.repositories = [repository(1, "ada/one", server.url)]
        command = [app[0], "--github-api", server.url]
        for name, picture in (("without", b""), ("still", still), ("moving", moving)):
            gifs(desktop, eye, command, server, name, picture)
        badges(desktop, eye, command, server)
