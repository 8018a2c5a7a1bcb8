#!/usr/bin/env python3
"""end_to_end.py CAIRN SAMPLE: the window on a real X server, driven by keys alone.

Starts with a file, searches, goes to what was found, looks at its statistics, saves a report of it and quits. With
CAIRN_SCREENSHOTS set to a folder, what is on the screen is kept there. Exit code 77: Xvfb, xdotool or ImageMagick is not
here.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "desktop"))
import screen  # noqa: E402
from screen import own_home, run, screenshot, settle, wait_for, window_named, x_server  # noqa: E402


def find(title):
    """Waits for a window and gives it the keyboard, which no window manager does here."""
    run("xdotool", "windowfocus", "--sync", window_named(title))
    settle()


def press(*keys):
    run("xdotool", "key", "--delay", "50", *keys)
    settle()


def write(text):
    run("xdotool", "type", "--delay", "20", text)
    settle()


def main():
    cairn, file = Path(sys.argv[1]), Path(sys.argv[2])
    if missing := [tool for tool in ("Xvfb", "xdotool", "import") if not shutil.which(tool)]:
        print(f"skipped: {', '.join(missing)} not found")
        return 77
    screen.screenshots = os.environ.get("CAIRN_SCREENSHOTS", "")
    with tempfile.TemporaryDirectory(prefix="cairn-x11-") as folder, x_server():
        os.environ.update(own_home(folder), QT_QPA_PLATFORM="xcb", LANGUAGE="en")
        window = subprocess.Popen([cairn, "--new-window", file])
        try:
            find(file.name)
            screenshot("x11-open")
            press("ctrl+f")
            write("cls_token")
            press("Return")
            screenshot("x11-search")
            press("ctrl+alt+3")  # the histogram
            screenshot("x11-histogram")
            report = Path(folder) / "report.md"
            press("ctrl+alt+r")
            find("Save as")
            press("ctrl+a")
            write(str(report))
            press("Return")
            text = wait_for("the report", lambda: report.exists() and report.read_text())
            for part in ("# two_gpus.pth", "## model.cls_token", "Search: cls_token", "Mean ± deviation"):
                if part not in text:
                    sys.exit(f"FAIL: no {part!r} in the report:\n{text}")
            find(file.name)
            press("ctrl+q")
            wait_for("the end", lambda: window.poll() is not None)
            return window.returncode
        finally:
            screenshot("x11-end")
            if window.poll() is None:
                window.kill()
                window.wait()


if __name__ == "__main__":
    sys.exit(main())
