#!/usr/bin/env python3
"""Installs the window for Windows under Wine, and uses it on a display that nobody sees.

    window.py CAIRN_CLI INSTALLER ARCHIVE [PICTURES]

The installer, what it registers, the window with a file, a second start that hands its file to the first, a path in another
script, the command of the context menu, an installation over one that runs, and the uninstaller. The copy that the window
writes has the bytes of that of CAIRN_CLI. Pictures of the window go to the folder PICTURES. Exit code 77: there is no Wine or
display, or nothing to install (`packaging/windows/window` makes it).
"""

import filecmp
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SAMPLE = TOP / "resources" / "samples" / "two_gpus.pth"
TOOLS = ("wine", "wineserver", "Xvfb", "xdotool", "import", "convert")
CHECKPOINTS = ("pth", "pt", "ckpt", "safetensors")
TYPES = (*CHECKPOINTS, "json")
CLASSES = r"HKCU\Software\Classes"
SETTINGS = r"HKCU\Software\cairn\cairn"
UNINSTALL = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Cairn"


class Desk:
    """A Windows of its own, with a display of its own."""

    def __init__(self, folder, pictures):
        self.folder, self.pictures = folder, pictures
        self.failures = []
        self.started = []
        self.display, number = self.begin_display()
        self.environment = {**os.environ, "DISPLAY": f":{number}", "LC_ALL": "C.UTF-8", "WINEPREFIX": str(folder / "wine"),
                            "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}  # fmt: skip
        for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            self.environment.pop(name, None)
        self.wine("wineboot", "--init")

    def begin_display(self):
        """The server chooses a number that is free, and says it when it is ready."""
        end, server_end = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(server_end), "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
                                  pass_fds=[server_end], stderr=subprocess.DEVNULL)  # fmt: skip
        os.close(server_end)
        with os.fdopen(end) as answer:
            return server, int(answer.readline())

    def end(self):
        for running in self.started:
            running.kill()
            running.wait()
        subprocess.run(["wineserver", "-k"], env=self.environment, check=False)
        subprocess.run(["wineserver", "-w"], env=self.environment, check=False, timeout=60)
        self.display.send_signal(signal.SIGTERM)
        self.display.wait()

    def check(self, good, what):
        if not good:
            self.failures.append(what)
            print("FAILED:", what, flush=True)
        return good

    def wait_until(self, condition, what, seconds=60):
        """What the condition gives when it is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := condition():
                return found
            time.sleep(0.1)
        self.check(False, f"{what}: not within {seconds} s")
        return None

    def wine(self, *words, **options):
        options = {"capture_output": True, "text": True, "check": False, "timeout": 180, **options}
        return subprocess.run(["wine", *map(str, words)], env=self.environment, **options)

    def start(self, *words):
        running = subprocess.Popen(["wine", *map(str, words)], env=self.environment, cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)  # fmt: skip
        self.started.append(running)
        return running

    def registered(self, key, value=None):
        """None: it is not there."""
        found = self.wine("reg", "query", key, *(["/v", value] if value else ["/ve"]))
        words = re.search(r"REG_\w+[ \t]*(.*)", found.stdout)
        return words[1].strip() if found.returncode == 0 and words else None

    def remember(self, value, kind, data):
        self.wine("reg", "add", SETTINGS, "/v", value, "/t", kind, "/d", data, "/f")

    def x(self, *words):
        return subprocess.run(words, env=self.environment, capture_output=True, check=False, timeout=60).stdout

    def window(self, title):
        """The window whose title has this in it, when it is there; None otherwise."""
        for number in self.x("xdotool", "search", "--onlyvisible", "--name", ".").split():
            if title in self.x("xdotool", "getwindowname", number).decode("utf-8", "replace"):
                return number.decode()
        return None

    def picture(self, name, seconds=60):
        """Of the display, when it has stood still: two looks at it are the same."""
        last = []

        def still():
            last.append(self.x("import", "-window", "root", "ppm:-"))
            return len(last) > 3 and last[-1] == last[-2] == last[-3]

        self.wait_until(still, f"{name} stands still", seconds)
        colours = subprocess.run(["convert", "ppm:-", "-format", "%k", "info:"], input=last[-1], capture_output=True, check=False)
        self.check(int(colours.stdout or 0) > 100, f"{name}: {colours.stdout} colours: nothing is drawn")
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            subprocess.run(["convert", "ppm:-", self.pictures / f"{name}.png"], input=last[-1], check=True)

    def close(self):
        """As with the cross of the window."""
        self.wine("taskkill", "/im", "cairn.exe")
        for running in self.started:
            try:
                running.wait(30)
            except subprocess.TimeoutExpired:
                self.check(False, "the window does not end")
                running.kill()
        self.started.clear()


def home(desk):
    return next(path for path in (desk.folder / "wine/drive_c/users").iterdir() if path.name != "Public")


def install(desk, installer, archive):
    done = desk.wine(installer, "/S")
    desk.check(done.returncode == 0, f"the installer ends with {done.returncode}")
    place = home(desk) / "AppData/Local/Programs/Cairn"
    there = {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()}
    with zipfile.ZipFile(archive) as packed:
        top = archive.stem + "/"
        names = {name.removeprefix(top) for name in packed.namelist() if not name.endswith("/")}
        desk.check(there == names | {"uninstall.exe"}, f"installed and packed are other files: {sorted(there ^ names)[:5]}")
        for name in sorted(there & names):
            desk.check((place / name).read_bytes() == packed.read(top + name), f"{name} is not as packed")
    return place


def registrations(desk):
    """What the installer wrote of types, and of itself."""
    found = [desk.registered(UNINSTALL, "DisplayName")]
    found.append(desk.registered(CLASSES + r"\Applications\cairn.exe", "FriendlyAppName"))
    for suffix in TYPES:
        found.append(desk.registered(rf"{CLASSES}\Cairn.{suffix}\shell\open\command"))
        found.append(desk.registered(rf"{CLASSES}\.{suffix}\OpenWithProgids", f"Cairn.{suffix}"))
    for suffix in CHECKPOINTS:
        found.append(desk.registered(rf"{CLASSES}\SystemFileAssociations\.{suffix}\shell\Cairn.Convert\command"))
    return found


def start_menu(desk):
    return home(desk) / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Cairn.lnk"


def command_of(desk, key, file):
    """As the file manager does with the command of a type."""
    command = desk.registered(key) or ""
    words = shlex.split(command.replace("\\", "\\\\"))
    return [str(file) if word == "%1" else word for word in words]


def looks(desk, place):
    """The window with a file, in both languages, light and dark."""
    desk.start(place / "cairn.exe", SAMPLE)
    desk.wait_until(lambda: desk.window("two_gpus"), "the window with the sample")
    desk.picture("light")
    desk.close()
    desk.remember("language", "REG_SZ", "zh_CN")
    desk.remember("theme", "REG_DWORD", "2")
    desk.start(place / "cairn.exe", SAMPLE)
    desk.wait_until(lambda: desk.window("two_gpus"), "the window in Chinese")
    desk.picture("dark-chinese")
    desk.close()
    desk.remember("language", "REG_SZ", "")
    desk.remember("theme", "REG_DWORD", "0")


def one_window(desk, place, installer):
    """A second start hands its file over. As long as Cairn runs, nothing can be installed."""
    desk.start(place / "cairn.exe", SAMPLE)
    desk.wait_until(lambda: desk.window("two_gpus"), "the window of the first start")
    far = desk.folder / "模型 权重" / "检查点 一.pth"
    far.parent.mkdir()
    shutil.copyfile(SAMPLE, far)
    second = desk.wine(*command_of(desk, CLASSES + r"\Cairn.pth\shell\open\command", f"Z:{far}"))
    desk.check(second.returncode == 0, f"the second start ends with {second.returncode}")
    desk.wait_until(lambda: desk.window("检查点 一"), "the file of the second start")
    desk.picture("two-tabs")
    over = desk.wine(installer, "/S")
    desk.check(over.returncode == 3 and (place / "cairn.exe").is_file(), f"over one that runs: the installer ends with {over.returncode}")
    desk.close()


def converts(desk, cli):
    """What the context menu does, and the same on this system."""
    source = desk.folder / "转换 &c" / "模型 1.pth"
    source.parent.mkdir()
    shutil.copyfile(SAMPLE, source)
    expected = desk.folder / "expected.pth"
    subprocess.run([cli, "convert", "--verify", SAMPLE, "-o", expected], check=True, capture_output=True)
    desk.start(*command_of(desk, CLASSES + r"\SystemFileAssociations\.pth\shell\Cairn.Convert\command", f"Z:{source}"))
    copy = source.with_name("模型 1.cpu.pth")
    if desk.wait_until(copy.is_file, "the copy of the window"):
        desk.check(filecmp.cmp(copy, expected, shallow=False), "the copy of the window has other bytes")
    desk.picture("queue")
    desk.check(sorted(path.name for path in source.parent.iterdir()) == [copy.name, source.name], "more than the copy is left")
    desk.close()


def unpacked(desk, archive):
    """The archive runs from where it lies, paints, and ends."""
    place = desk.folder / "unpacked here 这里"
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(place)
    run = desk.wine(place / archive.stem / "cairn.exe", "--first-paint", SAMPLE)
    desk.check(run.returncode == 0 and run.stdout.strip().isdigit(), f"from the archive: {run.returncode} {run.stdout}")


def uninstall(desk, place):
    (place / "notes of the user.txt").write_text("stays")
    desk.wine(place / "uninstall.exe", "/S")
    desk.wait_until(lambda: not (place / "uninstall.exe").exists(), "the uninstaller has worked")
    left = sorted(path.name for path in place.rglob("*"))
    desk.check(left == ["notes of the user.txt"], f"the uninstaller leaves {left}")
    desk.wait_until(lambda: desk.registered(UNINSTALL, "DisplayName") is None, "the uninstaller has ended")
    desk.check(all(value is None for value in registrations(desk)), f"still registered: {registrations(desk)}")
    desk.check(not start_menu(desk).exists(), "the entry in the start menu is left")


def main():
    cli, installer, archive = (Path(name).resolve() for name in sys.argv[1:4])
    pictures = Path(sys.argv[4]).resolve() if len(sys.argv) > 4 else None
    missing = [name for name in TOOLS if shutil.which(name) is None] + [path.name for path in (installer, archive) if not path.is_file()]
    if missing:
        print(f"skipped: not there: {', '.join(missing)}")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="cairn-window-") as made:
        desk = Desk(Path(made), pictures)
        try:
            place = install(desk, installer, archive)
            desk.check(all(value is not None for value in registrations(desk)), f"registered: {registrations(desk)}")
            desk.check(start_menu(desk).is_file(), "no entry in the start menu")
            version = desk.wine(place / "cairn-cli.exe", "--version")
            desk.check(version.stdout.startswith("cairn-cli "), f"the command line says {version.stdout}")
            looks(desk, place)
            one_window(desk, place, installer)
            converts(desk, cli)
            unpacked(desk, archive)
            install(desk, installer, archive)  # over itself
            uninstall(desk, place)
        finally:
            desk.end()
    print(f"{len(desk.failures)} failures")
    sys.exit(1 if desk.failures else 0)


if __name__ == "__main__":
    main()
