"""Starts and ends helper processes, each by its own handle."""

import subprocess


def end(process, seconds=5):
    """Terminates the process, and kills it after `seconds`. Does nothing when it has already ended."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def first_line(process):
    """Returns the first line of the process's standard output. Fails when it ends without output."""
    line = process.stdout.readline().strip()
    if not line:
        raise RuntimeError(f"{process.args[0]} ended with {process.wait()} before it was ready")
    return line
