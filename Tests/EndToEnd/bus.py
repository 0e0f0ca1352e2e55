"""A private session bus that can start the accessibility bus and nothing else.

A plain `dbus-run-session` would start the real settings portal and keyring by name. Here a service exists only when
a test adds it.
"""

import pathlib
import shutil
import subprocess

from processes import end, first_line

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
ACCESSIBILITY = pathlib.Path("/usr/share/dbus-1/services/org.a11y.Bus.service")


class Bus:
    """A dbus-daemon that runs from `start` to `stop`. `address` is the value for DBUS_SESSION_BUS_ADDRESS."""

    def __init__(self, folder):
        self.folder = folder
        self.address = None
        self._daemon = None

    def start(self, environment):
        services = self.folder / "services"
        services.mkdir()
        shutil.copy(ACCESSIBILITY, services)
        configuration = self.folder / "session.conf"
        configuration.write_text(CONFIGURATION.format(folder=self.folder, services=services))
        command = ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--print-address=1"]
        with open(self.folder / "bus.log", "wb") as log:
            self._daemon = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        self.address = first_line(self._daemon)

    def stop(self):
        if self._daemon:
            end(self._daemon)
            self._daemon.stdout.close()
