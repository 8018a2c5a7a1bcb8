#!/usr/bin/env python3
"""end_to_end.py CAIRN SAMPLE: the window on a real X server, driven by keys alone.

Starts with a file, searches, goes to what was found, looks at its statistics, saves a report of it and quits. With
CAIRN_SCREENSHOTS set to a folder, what is on the screen is kept there. Exit code 77: Xvfb or xdotool is not here.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 60


def wait_for(what, ready):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := ready():
            return value
        time.sleep(0.1)
    sys.exit(f"FAIL: waited in vain for {what}")


class Screen:
    """An X server of its own."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24"],
                                       pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.display = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


class Window:
    def __init__(self, cairn, file, display, home):
        for name in ("config", "data", "cache", "runtime"):
            (home / name).mkdir(mode=0o700)
        self.environment = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "LANGUAGE": "en",
                            "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data"),
                            "XDG_CACHE_HOME": str(home / "cache"), "XDG_RUNTIME_DIR": str(home / "runtime")}
        self.process = subprocess.Popen([cairn, "--new-window", file], env=self.environment)
        self.find(file.name)

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout.split() if done.returncode == 0 else []

    def find(self, title):
        """Waits for a window and gives it the keyboard, which no window manager does here."""
        window = wait_for(f"a window called {title}", lambda: self.xdotool("search", "--onlyvisible", "--name", title))
        self.xdotool("windowfocus", "--sync", window[-1])
        time.sleep(0.5)

    def keys(self, *keys):
        self.xdotool("key", "--delay", "50", *keys)
        time.sleep(0.5)

    def type(self, text):
        self.xdotool("type", "--delay", "20", text)
        time.sleep(0.5)

    def draw(self, name):
        if (folder := os.environ.get("CAIRN_SCREENSHOTS")) and shutil.which("import"):
            subprocess.run(["import", "-window", "root", f"{folder}/x11-{name}.png"], env=self.environment, check=True)


def main():
    cairn, file = Path(sys.argv[1]), Path(sys.argv[2])
    if not shutil.which("Xvfb") or not shutil.which("xdotool"):
        print("skipped: Xvfb or xdotool is not installed")
        return 77
    with tempfile.TemporaryDirectory(prefix="cairn-x11-") as folder, Screen() as screen:
        home = Path(folder)
        window = Window(cairn, file, screen.display, home)
        try:
            window.draw("open")
            window.keys("ctrl+f")
            window.type("cls_token")
            window.keys("Return")
            window.draw("search")
            window.keys("ctrl+alt+3")  # the histogram
            time.sleep(1)
            window.draw("histogram")
            report = home / "report.md"
            window.keys("ctrl+alt+r")
            window.find("Save as")
            window.keys("ctrl+a")
            window.type(str(report))
            window.keys("Return")
            text = wait_for("the report", lambda: report.exists() and report.read_text())
            for part in ("# two_gpus.pth", "## model.cls_token", "Search: cls_token", "Mean ± deviation"):
                if part not in text:
                    sys.exit(f"FAIL: no {part!r} in the report:\n{text}")
            window.find(file.name)
            window.keys("ctrl+q")
            wait_for("the end", lambda: window.process.poll() is not None)
            return window.process.returncode
        finally:
            window.draw("end")
            if window.process.poll() is None:
                window.process.kill()
                window.process.wait()


if __name__ == "__main__":
    sys.exit(main())
