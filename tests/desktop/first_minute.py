"""Runs a part of tests/desktop/first_minute in a clean system, and prints the seconds of each command.

    first_minute.py ROOT PART LOGS
"""
import contextlib
import errno
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from screen import start_window_manager, x_server

USER, PASSWORD = "user", "secret"
SAMPLE = "resources/samples/two_gpus.pth"
ON_THE_CPU = "tests/fixtures/torch26/state_dict.pt"
GUARD_SECONDS = 3600  # against freezing only
ONCE_STOPPED = "Stopped; what is done is kept for the next time."
# What a step shows first, and the column of the table that its seconds go to.
STEPS = [
    (r"Downloading|Fetching|Installing the safetensors", "downloads"),
    (r"Installing: ", "installs"),
    (r"Configuring", "configures"),
    (r"Compiled", "compiles"),
    (r"Tested|Test project", "tests"),
]
COLUMNS = ["downloads", "installs", "configures", "compiles", "tests", "the rest", "without downloads", "CPU"]


def fail(text):
    sys.exit(f"FAIL: {text}")


class Command:
    """A command in the clean system, with what it showed, and when. On a terminal of its own, or else into a pipe."""

    def __init__(self, system, name, *words, display=None, terminal=True, variables=()):
        self.name, self.system = name, system
        self.shown = [(0.0, "")]
        self.pending = ""
        self.raw = ""
        self.ended_with = None
        self.opened_after = None
        print(f"--- {name}", flush=True)
        environment = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", f"HOME={system.home}",
                       f"XDG_RUNTIME_DIR={system.runtime}", "LANG=C.UTF-8", "TERM=xterm", *variables]  # fmt: skip
        if display:
            environment.append(f"DISPLAY={display}")
        line = ["chroot", f"--userspec={system.user}", system.root, "env", "-i", *environment,
                "sh", "-c", 'cd ~/cairn && exec "$@"', "sh", *words]  # fmt: skip
        self.begin = time.monotonic()
        if terminal:
            self.pid, self.output = pty.fork()
            if self.pid == 0:
                signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored where a shell started this in the background
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
                os.fchown(0, system.number, system.number)
                os.execvp(line[0], line)
        else:
            self.output, output = os.pipe()
            self.pid = os.fork()
            if self.pid == 0:
                signal.signal(signal.SIGINT, signal.SIG_DFL)
                os.setsid()
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                os.dup2(output, 1)
                os.dup2(output, 2)
                os.execvp(line[0], line)
            os.close(output)

    def passed(self):
        return time.monotonic() - self.begin

    def read(self, seconds=1.0):
        """Takes what comes within that time; False at the end."""
        if self.passed() > GUARD_SECONDS:
            os.kill(self.pid, signal.SIGKILL)
            fail(f"{self.name} takes longer than {GUARD_SECONDS} s")
        if not select.select([self.output], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.output, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # so a terminal ends
                raise
            data = b""
        text = data.decode(errors="replace")
        self.raw += text
        text = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text)
        *whole, self.pending = re.split(r"[\r\n]+", self.pending + text)
        self.shown += [(self.passed(), piece) for piece in (*whole, self.pending) if piece]
        return bool(data)

    def until(self, pattern):
        """Waits until it shows that."""
        seen = 0
        while True:
            while seen < len(self.shown):
                if re.search(pattern, self.shown[seen][1]):
                    return self
                seen += 1
            if not self.read():
                self.end()
                fail(f"{self.name} ended without {pattern!r}:\n{self.tail()}")

    def until_open(self, title):
        """Waits until its window can be seen."""
        search = subprocess.Popen(["xdotool", "search", "--sync", "--onlyvisible", "--name", title],
                                  stdout=subprocess.PIPE, text=True)
        while search.poll() is None:
            if not self.read(0.02):
                search.kill()
                self.end()
                fail(f"{self.name} ended without a window:\n{self.tail()}")
        self.opened_after = self.passed()
        return search.stdout.read().split()[-1]

    def write(self, text):
        os.write(self.output, text.encode())

    def interrupt(self):
        """Ctrl+C, which a terminal makes a signal of."""
        self.write("\x03")
        return self

    def end(self):
        while self.read():
            pass
        os.close(self.output)
        _, status, self.use = os.wait4(self.pid, 0)
        self.seconds = self.passed()
        self.ended_with = os.waitstatus_to_exitcode(status)
        self.system.keep(self)
        return self.ended_with

    def lines(self):
        """Those that stay on a terminal."""
        whole = re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", self.raw).replace("\r\n", "\n").split("\n")
        return [line.rsplit("\r", 1)[-1] for line in whole if line.rsplit("\r", 1)[-1]]

    def tail(self):
        return "\n".join("    " + line for line in self.lines()[-25:])

    def expect(self, code, *patterns):
        """It ends like this, having said each of these once."""
        ended = self.end()
        if ended != code:
            fail(f"{self.name} ended with {ended} instead of {code}:\n{self.tail()}")
        for pattern in patterns:
            if len(re.findall(pattern, "\n".join(self.lines()))) != 1:
                fail(f"{self.name} does not say {pattern!r} once:\n{self.tail()}")
        return self

    def stop_at(self, pattern):
        self.until(pattern).interrupt()
        return self.expect(130, ONCE_STOPPED)

    def times(self):
        """The seconds of each step: until the next one shows something."""
        step, since = "the rest", 0.0
        seconds = dict.fromkeys(COLUMNS, 0.0)
        end = self.opened_after or self.seconds
        for when, text in self.shown:
            now = next((name for pattern, name in STEPS if re.match(pattern, text)), None)
            if now and now != step and when < end:
                seconds[step] += when - since
                step, since = now, when
        seconds[step] += end - since
        seconds["without downloads"] = end - seconds["downloads"]
        seconds["CPU"] = self.use.ru_utime + self.use.ru_stime
        return seconds


class System:
    def __init__(self, root, user, logs):
        self.root, self.user, self.logs = root, user, logs
        self.home = "/root" if user == "root" else f"/home/{user}"
        self.tree = root + self.home + "/cairn"
        self.number = os.stat(self.root + self.home).st_uid
        self.runtime = "/run/cairn"  # as a session has one
        os.mkdir(root + self.runtime, 0o700)
        os.chown(root + self.runtime, self.number, self.number)
        self.rows = []
        self.changes = 0
        os.makedirs(logs, exist_ok=True)

    def start(self, name, *words, **options):
        return Command(self, name, *words, **options)

    def keep(self, command):
        name = f"{len(os.listdir(self.logs)):02} {command.name}".replace("/", "-")
        with open(os.path.join(self.logs, name), "w") as log:
            log.writelines(f"{when:8.2f} {text}\n" for when, text in command.shown)
            log.write("\nWhat stays on the terminal:\n" + "\n".join(command.lines()) + "\n")

    def note(self, command, limit=None):
        """A row of the table; a limit is of the seconds without downloads."""
        times = command.times()
        self.rows.append((command.name, times, limit))
        print("    " + ", ".join(f"{name} {value:.1f}" for name, value in times.items() if value >= 0.05), flush=True)

    def check(self, name, *words, **options):
        return self.start(name, *words, **options).expect(0)

    def is_whole(self):
        """No package is half installed."""
        audit = subprocess.run(["chroot", self.root, "dpkg", "--audit"], capture_output=True, text=True, check=True)
        if audit.stdout:
            fail(f"packages are half installed:\n{audit.stdout}")

    def change(self, path):
        """A line of code, each time another: what was compiled before is of no use."""
        self.changes += 1
        with open(path, "a") as file:
            file.write(f"static_assert({self.changes} != 0);\n")

    def commit(self, path):
        """Somebody changes a file, in the repository that this tree is a clone of."""
        self.change(f"{self.root}/srv/cairn/{path}")
        git = ["chroot", f"--userspec={self.user}", self.root, "env", "-i", f"HOME={self.home}", "git", "-C", "/srv/cairn", "-c", "user.name=Tester",
               "-c", "user.email=tester@example.org"]  # fmt: skip
        subprocess.run([*git, "commit", "-qam", f"Change {path}"], check=True)
        self.check("git pull", "git", "pull", "-q")
        return subprocess.run([*git, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True,
                              check=True).stdout.strip()  # fmt: skip

    def configured(self, preset="release"):
        """When a build folder was configured."""
        return os.stat(f"{self.tree}/build/{preset}/configured-with.txt").st_mtime_ns

    @contextlib.contextmanager
    def lock(self, *paths):
        """What a program holds that installs packages."""
        with contextlib.ExitStack() as files:
            for path in paths:
                file = files.enter_context(open(self.root + path, "w"))
                fcntl.lockf(file, fcntl.LOCK_EX)
            yield

    def print_table(self):
        used = [column for column in COLUMNS if any(times[column] >= 0.05 for _, times, _ in self.rows)]
        print("\n| seconds | " + " | ".join(used) + " |\n|---|" + "---:|" * len(used))
        late = []
        for name, times, limit in self.rows:
            cells = [f"{times[column]:.1f}" if times[column] >= 0.05 else "" for column in used]
            print(f"| {name} | " + " | ".join(cells) + " |")
            if limit and times["without downloads"] > limit:
                late.append(f"{name}: {times['without downloads']:.0f} s, and at most {limit} s are promised")
        print("\n".join(["", *late]), flush=True)


def answer_sudo(command):
    """The password, on a line of its own."""
    command.until(r"password for user: $").write(PASSWORD + "\n")
    if not any(line.startswith("[sudo]") for line in command.lines()):
        fail(f"sudo asks in the middle of a line:\n{command.tail()}")
    return command


def open_window(system, name, display, limit=None, password=False, file=SAMPLE, **options):
    command = system.start(name, "packaging/run", file, display=display, **options)
    if password:
        answer_sudo(command)
    window = command.until_open(os.path.basename(file))
    return command, window, limit


def close_window(system, command, _, limit):
    command.interrupt()
    ended = command.end()
    if ended not in (130, -signal.SIGINT):
        fail(f"{command.name}: Ctrl+C ends the window with {ended}")
    system.note(command, limit)


def run_window(system, *arguments, **options):
    close_window(system, *open_window(system, *arguments, **options))


def load_in_window(command, window):
    """By keys, as no mouse can know where the button is; LibTorch is in the process afterwards."""
    subprocess.run(["xdotool", "windowactivate", "--sync", window, "key", "ctrl+m", "ctrl+Return"], check=True)
    while not any("libtorch_cpu.so" in maps for maps in all_maps()):
        if not command.read(0.1):
            fail(f"The window ended:\n{command.tail()}")


def all_maps():
    for process in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/{process}/exe").endswith("/build/release/app/gui/cairn"):
                with open(f"/proc/{process}/maps") as maps:
                    yield maps.read()


def window_part(system, display):
    run_window(system, "packaging/run, the first time", display, limit=240, password=True)
    run_window(system, "packaging/run again", display, limit=2)
    command, window, limit = open_window(system, "packaging/run on a checkpoint, and Load", display, file=ON_THE_CPU)
    load_in_window(command, window)
    close_window(system, command, window, limit)
    for time_of in ("the first time", "again"):
        command = system.start(f"packaging/run without a display, {time_of}", "packaging/run", SAMPLE)
        system.note(command.expect(0, "There is no display, so cairn-cli prints the file.*the same command opens the window"),
                    None if time_of == "the first time" else 2)  # fmt: skip
    system.check("cairn-cli load", "build/release/app/cli/cairn-cli", "load", "--fallback", "cpu", "--check-values", SAMPLE)

    commit = system.commit("ui/window/main_window.cpp")
    run_window(system, "packaging/run after git pull", display)
    system.start("packaging/run for the command line", "packaging/run", SAMPLE).expect(0)
    system.start("cairn-cli --version", "build/release/app/cli/cairn-cli", "--version").expect(0, commit)

    before = system.configured()
    command = system.start("apt-get install", "sudo", "apt-get", "install", "-qy", "hello")
    answer_sudo(command).expect(0)
    run_window(system, "packaging/run after another package came", display)
    if system.configured() == before:
        fail("A package came, and nothing was configured anew")
    compiler = os.path.realpath(system.root + "/usr/bin/g++").removeprefix(os.path.realpath(system.root))
    command = system.start("packaging/run with another compiler", "packaging/run", SAMPLE, display=display,
                           variables=[f"CXX={compiler}"])  # fmt: skip
    command.stop_at("Compiled")
    with open(f"{system.tree}/build/release/CMakeCache.txt") as cache:
        if f"={compiler}\n" not in cache.read():
            fail(f"{compiler} was not taken")
    run_window(system, "packaging/run with the first compiler again", display)


def stopped_part(system, display):
    def start(name, **options):
        return system.start("packaging/run " + name, "packaging/run", SAMPLE, **options)

    # sudo asks each terminal once; these are many.
    subprocess.run(["chroot", system.root, "sh", "-c", "echo 'user ALL=NOPASSWD: ALL' >/etc/sudoers.d/user"], check=True)
    with system.lock("/var/lib/apt/lists/lock"):
        command = start("while the package lists are locked").until("Waiting until python3 is done")
    command.stop_at(r"Downloading: \d+ %")
    with system.lock("/var/lib/dpkg/lock-frontend"):
        command = start("while packages are installed").until("Waiting until python3 is done")
    command.stop_at(r"Installing: [1-9]\d* %")
    system.is_whole()
    start("stopped while it configures").stop_at("Configuring")
    start("stopped while it compiles").stop_at(r"Compiled [2-9]\d* of")
    command = start("without a display, after all that")
    system.note(command.expect(0, "There is no display, so cairn-cli prints the file.*the same command opens the window"))
    system.note(start("without a display again").expect(0), 2)

    start("stopped while it installs for the window", display=display).stop_at(r"Installing: [2-9]\d %")
    system.is_whole()
    start("stopped while it compiles the window", display=display).stop_at(r"Compiled [2-9]\d* of")
    # Into a pipe, where lines stay lines.
    command = start("into a pipe", display=display, terminal=False)
    command.until_open(os.path.basename(SAMPLE))
    os.killpg(command.pid, signal.SIGINT)
    command.end()
    if re.search("[\r\x1b]", command.raw) or not re.search(r"^Compiled \d+ of", command.raw, re.M):
        fail(f"These are not plain lines:\n{command.raw}")
    system.note(command)
    run_window(system, "packaging/run again", display, limit=2)


def tests_part(system, display):
    def start(name, *arguments, **options):
        return system.start("packaging/test " + name, "packaging/test", *arguments, **options)

    command = start("the first time")
    system.note(command.expect(0, "100% tests passed"), 480)
    skipped = [line for line in command.lines() if "Skipped" in line]
    print("\n".join(skipped), flush=True)
    system.note(start("again, with a display", display=display).expect(0, "100% tests passed"))
    for path, test in (("tests/core/base/tst_glob.cpp", "tst_glob"), ("core/base/text/glob.cpp", "tst_glob")):
        system.change(f"{system.tree}/{path}")
        name = f"-R {test} after a change of {path}"
        system.note(start(name, "-R", f"^{test}$").expect(0, "100% tests passed"), 20)
    start("stopped while it tests").stop_at(r"Tested \d\d+/")
    system.check("git checkout", "git", "checkout", "-q", ".")
    system.commit("core/base/text/glob.cpp")
    start("stopped while it compiles").stop_at("Compiled [1-9]")
    command = start("-R tst_glob after git pull, into a pipe", "-R", "^tst_glob$", terminal=False)
    command.expect(0, "100% tests passed")
    if re.search("[\r\x1b]", command.raw):
        fail(f"These are not plain lines:\n{command.raw}")
    system.note(command)


def main():
    root, part, logs = sys.argv[1:]
    system = System(root, "root" if part == "tests" else USER, logs)
    for old in os.listdir(logs):
        os.remove(os.path.join(logs, old))
    with x_server():
        manager = start_window_manager()
        try:
            {"window": window_part, "stopped": stopped_part, "tests": tests_part}[part](system, os.environ["DISPLAY"])
        finally:
            system.print_table()
            manager.terminate()
            manager.wait()


if __name__ == "__main__":
    main()
