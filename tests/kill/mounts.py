"""File systems that tests mount for themselves."""

import contextlib
import subprocess
import sys


def require(*command):
    """Ends the test as skipped where a command that prepares a disk fails: this user may not."""
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        print(f"skipped: {' '.join(map(str, command))}: {made.stderr.strip()}")
        sys.exit(77)


@contextlib.contextmanager
def mounted(folder, *options):
    folder.mkdir()
    require("mount", *options, folder)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=False)
