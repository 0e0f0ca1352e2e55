"""Starts and ends helper processes, each by its own handle."""

import contextlib
import pathlib
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


def describe(process):
    """Returns what the process and its threads are doing, for the message of a failed test."""
    if process.poll() is not None:
        return f"{process.args[0]} ended with {process.returncode}"
    lines = [f"{process.args[0]} runs as {process.pid}"]
    for thread in sorted(pathlib.Path(f"/proc/{process.pid}/task").iterdir()):
        # A thread may end meanwhile.
        with contextlib.suppress(OSError):
            name, waits_in = ((thread / file).read_text().strip() for file in ("comm", "wchan"))
            status = dict(line.split(":", 1) for line in (thread / "status").read_text().splitlines())
            lines.append(f"  {name}: {status['State'].strip()} in {waits_in}")
    return "\n".join(lines)
