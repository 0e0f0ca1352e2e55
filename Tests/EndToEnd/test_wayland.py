"""The same binary on Wayland: it starts, searches for nothing, exits, and logs no complaint."""

import subprocess

import tree
from app import App, BINARY
from processes import end
from waiting import eventually


def test_it_runs_on_wayland(desktop, home, server):
    run = home / "run"
    environment = desktop.environment(home)
    with open(home / "weston.log", "wb") as log:
        weston = subprocess.Popen(
            ["weston", "--backend=headless-backend.so", "--socket=stargazer-test", "--idle-time=0",
             "--width=1280", "--height=800"],
            env=environment, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        eventually("weston", lambda: (run / "stargazer-test").exists(), explain=(home / "weston.log").read_text)
        wayland = {**environment, "GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": "stargazer-test"}
        del wayland["DISPLAY"]
        with open(home / "stderr.log", "wb") as log:
            program = subprocess.Popen(
                [BINARY, "--github-api", server.url], env=wayland, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        app = App(desktop, home)
        app.process = program
        try:
            app.root = eventually("the program's tree", lambda: tree.program(program.pid), explain=app.errors)
            app.wait("frame", "Stargazer")
            app.wait(("entry", "text"), "Search")
        finally:
            end(program)
        app.assert_no_complaints()
    finally:
        end(weston)
