#!/usr/bin/env python3
"""Opens a checkpoint in the window on a real X server, presses the button that maps it to this machine and the one that
loads it, and prints what the page says then, as a screen reader hears it.

    first_load.py CAIRN FILE EXPECTED SCREENSHOT

EXPECTED is to be in it. Needs openbox, dbus, the accessibility bus with pyatspi, xdotool and ImageMagick.
"""
import os
import re
import subprocess
import sys
import tempfile

import pyatspi
import screen
from screen import run, screenshot, settle, start_window_manager, wait_for, window_named


def everything(node):
    """A part of the window, and all parts in it."""
    yield node
    for index in range(node.childCount):
        child = node.getChildAtIndex(index)
        if child is not None:
            yield from everything(child)


def window_parts():
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == "cairn":
            yield from everything(application)


def is_shown(part):
    return part.getState().contains(pyatspi.STATE_SHOWING)


def button(name):
    """A button that can be pressed now."""
    return next((part for part in window_parts() if part.name == name and "button" in part.getRoleName()
                 and is_shown(part) and part.getState().contains(pyatspi.STATE_ENABLED)), None)  # fmt: skip


def press(name):
    """With the mouse."""
    place = wait_for(f"a button {name}", lambda: button(name)).queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    run("xdotool", "mousemove", "--sync", str(place.x + place.width // 2), str(place.y + place.height // 2))
    run("xdotool", "click", "1")
    settle()


def report():
    """What the page of Load says: nothing while it loads."""
    for part in window_parts():
        if part.name == "What loading took" and is_shown(part):
            text = part.queryText()
            said = text.getText(0, text.characterCount)
            return re.sub("[\ufdd0\ufdd1]", " ", said).strip()  # where Qt has cells of a table
    return ""


def main():
    program, file, expected, picture = sys.argv[1:]
    screen.screenshots = os.path.dirname(picture)
    screen.GUARD_SECONDS = 300  # a CUDA build of PyTorch has gigabytes of libraries
    manager = start_window_manager()
    os.environ.update(QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", LANGUAGE="en")
    home = tempfile.TemporaryDirectory(prefix="cairn-first-load-")  # a window remembers maps
    cairn = subprocess.Popen([program, "--new-window", file], env={**os.environ, **screen.own_home(home.name)})
    try:
        run("xdotool", "windowactivate", "--sync", window_named(os.path.basename(file)))
        settle()
        press("Map to CPU")
        press("Load")
        said = wait_for("a report", report)
        settle()
        screenshot(os.path.basename(picture))
        print("    " + said.replace("\n", "\n    "), flush=True)
        if expected not in said:
            sys.exit(f"FAIL: it does not say {expected!r}")
        run("xdotool", "key", "ctrl+q")
        wait_for("the end", lambda: cairn.poll() is not None)
    finally:
        if cairn.poll() is None:
            cairn.kill()
            cairn.wait()
        manager.terminate()


if __name__ == "__main__":
    main()
