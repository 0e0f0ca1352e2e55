"""Starting helpers and ending them again, each by the handle of the process we started."""

import subprocess


def end(process, seconds=5):
    """Asks the process to end, insists after `seconds`; fine when it has ended already."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def first_line(process):
    """What the process says first on its standard output; an error when it ends without a word."""
    line = process.stdout.readline().strip()
    if not line:
        raise RuntimeError(f"{process.args[0]} ended with {process.wait()} before it was ready")
    return line
