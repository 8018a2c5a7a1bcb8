#!/usr/bin/env python3
"""Drags files between a file manager and Cairn as a person does, on a real X server.

    drag_files.py CAIRN SAMPLE [SCREENSHOTS]

A file that is dragged from the file manager onto the right half of Cairn's window gets a copy on the cpu; the row of that
copy, and a tensor of the tree, can be dragged back into the file manager, which then has them as files.
Starts Xvfb, openbox and pcmanfm of its own; without them, and xdotool, it ends with 77: skipped.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

import screen
from screen import own_home, run, screenshot, settle, start_window_manager, wait_for, window_named

TOOLS = ("Xvfb", "xvfb-run", "openbox", "pcmanfm", "xdotool", "xprop", "import", "dbus-run-session")


def place(window, x, y, width, height):
    settle()  # a new window may still be given a size by its program
    run("xdotool", "windowmove", window, str(x), str(y))
    run("xdotool", "windowsize", window, str(width), str(height))
    run("xdotool", "windowactivate", window)  # none with --sync: that waits for ever for a change that has come before
    wait_for("the window in front", lambda: run("xdotool", "getactivewindow") == window)
    settle()


def drag(start, end, picture=None):
    """Presses the button at one place, moves in steps as a hand does, and lets go at another."""
    run("xdotool", "mousemove", "--sync", *map(str, start))
    settle()
    run("xdotool", "mousedown", "1")
    steps = 25
    for step in range(1, steps + 1):
        at = [round(a + (b - a) * step / steps) for a, b in zip(start, end)]
        run("xdotool", "mousemove", "--sync", *map(str, at))
        time.sleep(0.03)  # no faster than a hand
    settle()
    if picture:
        screenshot(picture)
    run("xdotool", "mouseup", "1")


def files(folder):
    return sorted(name for name in os.listdir(folder) if not name.startswith("."))


def manager_of(folder):
    processes.append(subprocess.Popen(["pcmanfm", folder], stderr=subprocess.DEVNULL))
    return window_named(f"^{os.path.basename(folder)}$")


def from_manager(folder):
    """A file that is dropped on the right half of the window is converted."""
    place(manager_of(folder), 0, 0, 500, 380)
    place(window_named("Cairn$"), 520, 0, 860, 860)
    drag(FIRST_ICON, (1250, 500), "drop-zones")
    wait_for("a copy on the cpu", lambda: "model.cpu.pth" in files(folder))
    print("ok: a file was dragged onto the window and converted", flush=True)


def to_manager(folder):
    """The finished row, and a tensor, are files for other programs."""
    target = manager_of(folder)
    place(target, 0, 400, 500, 380)
    queue = window_named("^Convert to CPU")
    place(queue, 520, 0, 860, 400)
    run("xdotool", "windowactivate", target)
    wait_for("the file manager in front", lambda: run("xdotool", "getactivewindow") == target)
    screenshot("finished")
    drag((560, ROW_OF_QUEUE), (400, 700), "row-over-manager")
    wait_for("the copy in the other folder", lambda: "model.cpu.pth" in files(folder))
    print("ok: a finished row was dragged into the file manager", flush=True)


def tensor_to_manager(folder, sample, cairn):
    """A tensor of the tree becomes a .npy file."""
    run("xdotool", "search", "--name", "^Convert to CPU", "windowunmap")
    processes.append(subprocess.Popen([cairn, sample], stderr=subprocess.DEVNULL))
    window = window_named(os.path.basename(sample) + " – Cairn$")
    place(window, 520, 0, 860, 860)
    run("xdotool", "key", "--window", window, "ctrl+f")
    run("xdotool", "type", "--window", window, "pos_embed is:tensor")
    settle()
    screenshot("tree")
    def has_npy():
        return any(name.endswith(".npy") for name in files(folder))

    for y in TENSOR_ROWS:
        drag((600, y), (400, 700), f"tensor-from-{y}")
        settle()
        if has_npy():
            break
    wait_for("a .npy file", has_npy)
    print("ok: a tensor was dragged into the file manager", flush=True)


def session(cairn, sample):
    top = tempfile.mkdtemp(prefix="cairn-drag-test-")
    try:
        os.environ.update(own_home(top), TMPDIR=top)
        os.environ.pop("QT_QPA_PLATFORM", None)
        os.environ["LC_ALL"] = "C.UTF-8"
        folders = [os.path.join(top, name) for name in ("source", "target")]
        for folder in folders:
            os.mkdir(folder)
        shutil.copy(sample, os.path.join(folders[0], "model.pth"))
        processes.append(start_window_manager())
        processes.append(subprocess.Popen([cairn], stderr=subprocess.DEVNULL))
        from_manager(folders[0])
        to_manager(folders[1])
        tensor_to_manager(folders[1], sample, cairn)
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait()
        shutil.rmtree(top, ignore_errors=True)


def main():
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        print(f"skipped: {', '.join(missing)} not found")
        return 77
    if "CAIRN_DRAG_SESSION" not in os.environ:  # again, with a display and a bus of its own
        environment = dict(os.environ, CAIRN_DRAG_SESSION="1")
        return subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1400x900x24", "dbus-run-session", "--",
                               sys.executable, "-B", *sys.argv], env=environment, check=False).returncode
    session(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
    return 0


FIRST_ICON = (207, 95)  # in a new window of pcmanfm
ROW_OF_QUEUE = 105
TENSOR_ROWS = range(451, 250, -12)  # what is above the tree depends on the machine
processes = []
screen.screenshots = sys.argv[3] if len(sys.argv) > 3 else ""
if __name__ == "__main__":
    sys.exit(main())
