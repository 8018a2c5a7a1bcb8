#!/usr/bin/env python3
"""Runs cairn-cli convert on terminals of several widths and looks at what it draws.

    progress_bar.py CAIRN_CLI

A large file of holes is converted with the error output on a pseudo terminal: the bar must fit into one line, be gone at
the end and after Ctrl-C, and must not be there at all without a terminal. Exit code 77: this machine is too quick to
show one.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))
import torch_zip  # noqa: E402

ENVIRONMENT = {"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "TERM": "xterm"}
NAME = "a checkpoint with quite a long name, as they come out of a training.pt"


def converted(cli, columns, arguments, environment=None, stop_after=None):
    """What came on the standard output and on the terminal, and the exit code."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([cli, "convert", *arguments], stdout=subprocess.PIPE, stderr=slave,
                               env=environment or ENVIRONMENT)  # fmt: skip
    os.close(slave)
    drawn = b""
    while True:
        ready, _, _ = select.select([master], [], [], 0.05)
        if ready:
            try:
                part = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            drawn += part
            if stop_after and drawn.count(b"\r") > stop_after:
                process.send_signal(signal.SIGINT)
                stop_after = None
    os.close(master)
    return process.stdout.read().decode(), drawn.decode(), process.wait()


def lines_of(drawn):
    return [line.removesuffix("\x1b[K") for line in drawn.split("\r") if line.removesuffix("\x1b[K")]


def main():
    cli = sys.argv[1]
    problems = []

    def check(condition, problem):
        if not condition:
            problems.append(problem)

    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        source = folder / NAME
        torch_zip.save(source, 4, (8192, 8192), sparse=True)
        target = folder / "copy.pt"
        seen = 0
        for columns, more in ((80, ["--verify"]), (200, []), (20, [])):
            out, drawn, code = converted(cli, columns, [source, "-o", target, "--force", *more])
            lines = lines_of(drawn)
            seen += len(lines)
            check(code == 0 and "written" in out, f"{columns} columns: exit code {code}")
            check("\n" not in drawn, f"{columns} columns: the bar goes over several lines: {drawn!r}")
            check(all(len(line) < columns for line in lines), f"{columns} columns: too wide: {max(lines, key=len, default='')!r}")
            check(not lines or drawn.endswith("\r\x1b[K"), f"{columns} columns: the bar is left there")
            check("\x1b" not in out and "\r" not in out, f"{columns} columns: the report has a bar in it")
            if columns == 80 and lines:
                full = [line for line in lines if re.search(r"writing|comparing", line) and "left" in line]
                print("\n".join(full[:1] or lines[:1]))
                check(any(re.search(r"[█░]{10,}", line) and "%" in line and "/s" in line for line in lines),
                      "80 columns: there is no bar with a rate")  # fmt: skip
        if not seen:
            print("skipped: no run took long enough to show a bar")
            return 77
        target.unlink()
        ascii_only = {**ENVIRONMENT, "LC_ALL": "C"}
        _, drawn, _ = converted(cli, 40, [source, "-o", target], ascii_only)
        check(drawn.isascii(), "the bar is not ASCII where that is wanted")
        target.unlink()
        _, drawn, _ = converted(cli, 80, [source, "-o", target], {**ENVIRONMENT, "TERM": "dumb"})
        check(not drawn, "a dumb terminal gets a bar")
        target.unlink()
        out, drawn, code = converted(cli, 80, [source, "-o", target], stop_after=2)
        check(code == 130, f"Ctrl-C: exit code {code}")
        check("\x1b[K" in drawn and "\r\x1b[Kcairn-cli: " in drawn, f"Ctrl-C: the bar is left there: {drawn[-200:]!r}")
        check([path.name for path in folder.iterdir()] == [NAME], f"Ctrl-C left {[path.name for path in folder.iterdir()]}")
        piped = subprocess.run([cli, "convert", source, "-o", target], capture_output=True, env=ENVIRONMENT, check=False)
        check(piped.returncode == 0 and not piped.stderr, f"without a terminal: {piped.stderr[:200]}")
    for problem in problems:
        print(f"FAIL {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
