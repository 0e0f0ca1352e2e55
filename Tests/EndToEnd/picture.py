"""Pictures of the window, for a person to look at and for a coarse measure of light and dark."""

import os
import pathlib
import re
import subprocess

FOLDER = pathlib.Path(__file__).parent / "pictures"


class Camera:
    """Photographs one X window."""

    def __init__(self, display, window):
        self._environment = {"PATH": os.environ["PATH"], "DISPLAY": display}
        self._window = str(window)

    def _run(self, *command):
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=True)
        return done.stdout

    def save(self, title):
        """Writes pictures/TITLE.png and returns its path."""
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{title}.png"
        self._run("import", "-silent", "-window", self._window, str(path))
        return path

    def still(self):
        """Whether five pictures in a row are the same: nothing slides or fades any more, nor is about to."""
        look = ["import", "-silent", "-window", self._window, "-format", "%#", "info:"]
        return len({self._run(*look) for _ in range(5)}) == 1

    def size(self):
        told = self._run("xwininfo", "-id", self._window)
        return tuple(int(re.search(rf"{side}: (\d+)", told).group(1)) for side in ("Width", "Height"))

    def light(self):
        """Mean gray of what shows, 0 black to 1 white; the window was measured at 0.87 light and 0.25 dark."""
        measure = ["-colorspace", "Gray", "-format", "%[fx:mean]", "info:"]
        return float(self._run("import", "-silent", "-window", self._window, *measure))
