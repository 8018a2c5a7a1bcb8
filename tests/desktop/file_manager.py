#!/usr/bin/env python3
"""Opens and converts checkpoints with the installed Cairn as a person does, on a real X server.

    file_manager.py FIRST SECOND SCREENSHOTS

A true double-click on FIRST in the file manager opens it in Cairn; one on SECOND opens it in the same window. "Open with" the
desktop's own ways (gio open, xdg-open) does the same. "Convert to CPU" in the menu of a file, the script for GNOME Files and
the desktop entry of the converter write copies that load without a GPU; FIRST needs one. Prints how long a start takes, too.
Screenshots of every step are kept in SCREENSHOTS.
Needs Xvfb, openbox, dbus, pcmanfm with libfm-modules (which wait for ever without lxmenu-data), xdotool and ImageMagick, and
Cairn installed with its desktop data.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

import screen
from screen import run, screenshot, settle, start_window_manager, wait_for, window_named


def cairn_windows():
    windows = run("xdotool", "search", "--onlyvisible", "--class", "^cairn$").split()
    return {window: name for window in windows if (name := run("xdotool", "getwindowname", window))}


def point_at_only_file(folder):
    """Shows `folder`, which holds one file, in the file manager and puts the pointer on that file."""
    subprocess.Popen(["pcmanfm", folder])
    name = os.path.basename(folder)
    window = window_named(f"^{name}$")
    run("xdotool", "windowactivate", "--sync", window)
    run("xdotool", "windowsize", "--sync", window, "640", "400")
    settle()
    # The only icon is the first thing that Ctrl+A and the keyboard would meet: at the upper left of the view.
    geometry = dict(line.split("=") for line in run("xdotool", "getwindowgeometry", "--shell", window).splitlines())
    x, y = int(geometry["X"]) + icon_offset[0], int(geometry["Y"]) + icon_offset[1]
    run("xdotool", "mousemove", "--sync", str(x), str(y))
    screenshot("manager-" + name)


def double_click_only_file(folder):
    point_at_only_file(folder)
    run("xdotool", "click", "--repeat", "2", "--delay", "80", "1")


def convert_by_menu(folder):
    """The one before the last line of a file's menu, which is Properties."""
    point_at_only_file(folder)
    run("xdotool", "click", "3")
    settle()
    for key in ("Up", "Up"):
        run("xdotool", "key", key)
        settle()
    screenshot("menu")
    run("xdotool", "key", "Return")


def opened(name):
    return wait_for(f"a window of {name}",
                    lambda: {w: t for w, t in cairn_windows().items() if name in t})


def in_one_window(what):
    """Once no window is only just appearing, and no second one either."""
    settle()
    wait_for(f"{what}, in one window", lambda: len(cairn_windows()) == 1)
    print("ok:", what, flush=True)


def folder_with(path):
    folder = tempfile.mkdtemp(prefix="folder-")
    shutil.copy(path, folder)
    return folder


def loads_anywhere(path):
    return subprocess.run(["cairn-cli", "check", "--trusted", "--machine", "cpu", path], capture_output=True, check=False).returncode == 0


def converted(how, folder):
    """The copy has its name when it is whole."""
    source = os.path.join(folder, os.path.basename(first))
    copy = f".cpu{os.path.splitext(source)[1]}".join((os.path.splitext(source)[0], ""))
    wait_for(f"a copy by {how}", lambda: os.path.exists(copy))
    if loads_anywhere(source) or not loads_anywhere(copy):
        sys.exit(f"FAIL: the copy by {how} loads no better than its source")
    print(f"ok: {how} wrote a copy that loads without a GPU", flush=True)


def first_paint(path):
    """Milliseconds from the start of the program to the painted tree, the best of some."""
    times = []
    for _ in range(7):
        begin = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        times.append((int(run("cairn", "--first-paint", path)) - begin) / 1e6)
    return min(times)


first, second, screen.screenshots = sys.argv[1:4]
icon_offset = (207, 95)  # in a new window of pcmanfm
os.makedirs(screen.screenshots, exist_ok=True)
if "DISPLAY" not in os.environ:
    sys.exit("FAIL: no display; run under xvfb-run and dbus-run-session")
window_manager = start_window_manager()
double_click_only_file(folder_with(first))
window = opened(os.path.basename(first))
screenshot("double-click")
in_one_window(f"a double-click opened {os.path.basename(first)}")

double_click_only_file(folder_with(second))
opened(os.path.basename(second))
screenshot("second-double-click")
in_one_window(f"a second double-click opened {os.path.basename(second)}")

for index, command in enumerate((["gio", "open"], ["xdg-open"])):
    folder = folder_with(first)
    name = f"by-{command[0]}{os.path.splitext(first)[1]}"
    os.rename(os.path.join(folder, os.path.basename(first)), os.path.join(folder, name))
    run(*command, os.path.join(folder, name))
    opened(name)
    in_one_window(f"{' '.join(command)} opened {name}")

folder = folder_with(first)
convert_by_menu(folder)
converted('"Convert to CPU" in the menu of a file', folder)
screenshot("converted")
folder = folder_with(first)
run("/usr/share/cairn/file-managers/nautilus-convert-to-cpu", os.path.join(folder, os.path.basename(first)))
converted("the script for GNOME Files", folder)
folder = folder_with(first)
run("gio", "launch", "/usr/share/applications/io.github.cairn.cairn.converter.desktop",
    os.path.join(folder, os.path.basename(first)))
converted("the desktop entry of the converter", folder)
screenshot("end")
subprocess.run(["pkill", "cairn"], check=False)
print(f"from start to painted tree: {first_paint(first):.0f} ms", flush=True)
subprocess.run(["pkill", "pcmanfm"], check=False)
window_manager.terminate()
