"""What tests on a real X server share: programs, windows and pictures of the screen."""
import contextlib
import os
import shutil
import subprocess
import sys
import time

GUARD_SECONDS = 180  # against freezing only
screenshots = ""  # the folder of the pictures; none: there are no pictures


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options).stdout.strip()


def screenshot(name):
    if screenshots and shutil.which("import"):
        run("import", "-window", "root", os.path.join(screenshots, name + ".png"))


def titles(pattern):
    """The names of the windows that can be seen, each by its window."""
    windows = run("xdotool", "search", "--onlyvisible", "--name", pattern).split()
    return {window: run("xdotool", "getwindowname", window) for window in windows}


def wait_for(what, condition):
    end = time.monotonic() + GUARD_SECONDS
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.1)
    screenshot("failed")
    sys.exit(f"FAIL: {what} did not happen within {GUARD_SECONDS} s; windows: {titles('.')}")


def settle():
    """Waits until what is on the screen stays as it is: programs have done what they were told, and drawn it."""
    shown = [None, None, None]

    def is_still():
        shown.append(subprocess.run(["import", "-window", "root", "rgb:-"], capture_output=True, check=True).stdout)
        shown.pop(0)
        return shown[0] == shown[1] == shown[2]

    wait_for("a quiet screen", is_still)


def window_named(pattern):
    """The newest of them."""
    return wait_for(f"a window {pattern}",
                    lambda: run("xdotool", "search", "--onlyvisible", "--name", pattern).split())[-1]


@contextlib.contextmanager
def x_server():
    """An X server of its own, in the environment of everything that is started meanwhile."""
    read, write = os.pipe()
    # Else it starts anew when its only client leaves, and refuses whoever comes meanwhile.
    server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-noreset", "-screen", "0", "1280x800x24"],
                              pass_fds=[write], stderr=subprocess.DEVNULL)  # fmt: skip
    os.close(write)
    with os.fdopen(read) as number:
        os.environ["DISPLAY"] = ":" + number.readline().strip()
    try:
        yield
    finally:
        server.terminate()
        server.wait()


def start_window_manager():
    process = subprocess.Popen(["openbox"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for("a window manager", lambda: "window id" in run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"))
    return process


def own_home(folder):
    """An environment whose settings, data and caches no other program has."""
    environment = {}
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
        environment[name] = os.path.join(folder, name)
        os.mkdir(environment[name], 0o700)
    return environment
