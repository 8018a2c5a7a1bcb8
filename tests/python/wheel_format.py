#!/usr/bin/env python3
"""Packs a wheel of the cairn-cli that is named, holds it against what the format asks for, installs it into an
environment that has nothing else, and runs the tests of the module there. For other systems pip puts it into a folder.

    wheel_format.py CAIRN_CLI

Exits with 77 where this Python cannot make environments.
"""

import base64
import csv
import hashlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACK = HERE.parent.parent / "packaging" / "wheel" / "pack.py"


THIS_SYSTEM = sysconfig.get_platform().replace("-", "_").replace(".", "_")


def pack(program, folder, tag=THIS_SYSTEM):
    environment = dict(os.environ, SOURCE_DATE_EPOCH="1700000000")
    made = subprocess.run(
        [sys.executable, "-B", str(PACK), program, tag, str(folder)], stdout=subprocess.PIPE, check=True, env=environment
    )
    return Path(made.stdout.decode().strip())


def check_record(path):
    """Each file is in RECORD with its size and sum, and nothing else is."""
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
        [record] = [name for name in names if name.endswith(".dist-info/RECORD")]
        rows = list(csv.reader(wheel.read(record).decode().splitlines()))
        assert sorted(row[0] for row in rows) == sorted(names), "RECORD names other files"
        for name, digest, size in rows:
            if name != record:
                data = wheel.read(name)
                there = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert (digest, size) == ("sha256=" + there, str(len(data))), name
        [program] = [name for name in names if ".data/scripts/" in name]
        assert wheel.getinfo(program).external_attr >> 16 == 0o100755, "the program cannot be run"


def install(wheel, folder):
    """The Python of a new environment with that wheel; nothing of the network is asked."""
    made = subprocess.run([sys.executable, "-m", "venv", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if made.returncode != 0:
        print("SKIPPED: this Python makes no environments:", made.stdout.decode().strip())
        sys.exit(77)
    python = folder / "bin" / "python3"
    subprocess.run(
        [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", str(wheel)], check=True
    )
    return python


def check_for(tag, program, python, wheel, folder):
    """Whether pip takes the wheel on such a system, and where it puts the program."""
    check_record(wheel)
    subprocess.run(
        [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index", "--no-deps"]
        + ["--platform", tag, "--only-binary", ":all:", "--target", str(folder), str(wheel)],
        check=True,
    )
    assert (folder / "bin" / program).is_file(), tag


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = pack(sys.argv[1], folder / "first")
        assert wheel.read_bytes() == pack(sys.argv[1], folder / "second").read_bytes(), "two wheels of one program differ"
        check_record(wheel)
        python = install(wheel, folder / "environment")
        environment = {key: value for key, value in os.environ.items() if key not in ("CAIRN_CLI", "PYTHONPATH")}
        environment["PATH"] = "/usr/bin:/bin"  # the module finds its program without
        subprocess.run([str(python), "-B", str(HERE / "python_module.py")], check=True, env=environment)
        subprocess.run([str(python.parent / "cairn-cli"), "--version"], check=True)
        for tag, program in (("win_amd64", "cairn-cli.exe"), ("macosx_13_0_arm64", "cairn-cli")):
            check_for(tag, program, python, pack(sys.argv[1], folder / tag, tag), folder / (tag + "-installed"))
        subprocess.run(
            [str(python), "-m", "pip", "--disable-pip-version-check", "uninstall", "--quiet", "--yes", "cairn-checkpoints"],
            check=True,
        )
        left = [str(path) for path in (folder / "environment").rglob("*cairn*")]
        assert not left, left
    print("OK")


if __name__ == "__main__":
    main()
