#!/usr/bin/env python3
"""Makes a wheel of cairn-cli and the Python module. The same input makes the same bytes.

    pack.py PROGRAM TAG FOLDER [LICENCE...]

PROGRAM is a cairn-cli for the platform that TAG names, such as manylinux_2_17_x86_64; pip gives it its place beside the
environment's python. FOLDER gets the wheel. Each LICENCE is a text of what is linked into the program.
"""

import base64
import hashlib
import os
import re
import sys
import time
import zipfile
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
MODULE = Path(__file__).resolve().parent / "cairn"
NAME = "cairn_checkpoints"
METADATA = """\
Metadata-Version: 2.1
Name: cairn-checkpoints
Version: {version}
Summary: Explore and convert PyTorch checkpoints, without PyTorch
License: MIT
Keywords: pytorch,checkpoint,safetensors,map_location
Requires-Python: >=3.7
Description-Content-Type: text/markdown

{description}"""
WHEEL = """\
Wheel-Version: 1.0
Generator: cairn
Root-Is-Purelib: false
Tag: py3-none-{tag}
"""


def version():
    return re.search(r"project\(cairn VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text()).group(1)


def moment():
    """For every file the same: that of the commit, where the environment tells it, and the first that a zip can tell."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    return max(time.gmtime(seconds)[:6], (1980, 1, 1, 0, 0, 0))


def licence_name(path):
    """That of the folder, as in PACKAGE/copyright."""
    return path.parent.name + ".txt"


def contents(program, tag, licences):
    """The names in the wheel, what they hold, and whether they can be run."""
    info = "{}-{}.dist-info/".format(NAME, version())
    scripts = "{}-{}.data/scripts/".format(NAME, version())
    description = (MODULE.parent / "description.md").read_text()
    for path in sorted(MODULE.iterdir()):
        if path.suffix in (".py", ".pyi") or path.name == "py.typed":
            yield "cairn/" + path.name, path.read_bytes(), False
    yield scripts + ("cairn-cli.exe" if tag.startswith("win") else "cairn-cli"), Path(program).read_bytes(), True
    yield info + "licenses/LICENSE", (TOP / "LICENSE").read_bytes(), False
    for path in map(Path, licences):
        yield info + "licenses/" + licence_name(path), path.read_bytes(), False
    yield info + "METADATA", METADATA.format(version=version(), description=description).encode(), False
    yield info + "WHEEL", WHEEL.format(tag=tag).encode(), False


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, tag, folder, *licences = sys.argv[1:]
    path = Path(folder) / "{}-{}-py3-none-{}.whl".format(NAME, version(), tag)
    path.parent.mkdir(parents=True, exist_ok=True)
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:

        def add(name, data, runs):
            entry = zipfile.ZipInfo(name, moment())
            entry.create_system = 3  # Unix: the mode counts
            entry.external_attr = (0o100755 if runs else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)

        for name, data, runs in contents(program, tag, licences):
            add(name, data, runs)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append("{},sha256={},{}\n".format(name, digest, len(data)))
        name = "{}-{}.dist-info/RECORD".format(NAME, version())
        add(name, "".join([*record, name + ",,\n"]).encode(), False)
    print(path)


if __name__ == "__main__":
    main()
