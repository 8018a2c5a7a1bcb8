#!/usr/bin/env python3
"""Holds Cairn's verdict against the lists of dangerous names in picklescan, fickling and modelscan.

    scanners_oracle.py --cli CAIRN_CLI --scanners FOLDER

FOLDER holds the three as pip unpacks them. Their lists are read, nothing of them is run. Each name that they list is called
in a pickle of its own module; where a scanner lists a whole module, each name that the module has in this Python is. None
may be data only, but for those of HARMLESS, which stand in modules that are listed for the sake of other names.
Exit code 0: all agree; 1: some do not; 77: the scanners are not there.
"""

import argparse
import ast
import importlib
import json
import subprocess
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

NO_NAME = "a_name_that_no_version_has"
# Listed with the whole of their module: what each makes is in core/checkpoint/trust/harmless_names.cpp, and how it may be
# called in honest_calls.cpp.
HARMLESS = {
    "builtins": "Ellipsis NotImplemented bool bytearray bytes complex dict float frozenset int list object range set "
    "slice str tuple",
    "types": "SimpleNamespace",
    "uuid": "SafeUUID UUID",
    "torch.storage": "_load_from_bytes",
}


def assigned(path, name):
    """The expression that a file gives a name, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and any(getattr(at, "id", None) == name for at in targets):
            return node.value
    raise LookupError(f"{path} gives no {name}")


def texts(node):
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def by_module(table):
    """{"module": {"name"}, "other": "*"} of a dictionary in the source."""
    for key, value in zip(table.keys, table.values):
        names = ast.literal_eval(value) if not isinstance(value, ast.Dict) else [name.value for name in value.keys]
        yield key.value, {names} if isinstance(names, str) else set(names)


def listed(scanners):
    """(scanner, module, names); "*" stands for all of the module."""
    for module, names in by_module(assigned(scanners / "picklescan/scanner.py", "_unsafe_globals")):
        yield "picklescan", module, names
    settings = assigned(scanners / "modelscan/settings.py", "DEFAULT_SETTINGS")
    levels = next(value for node in ast.walk(settings) if isinstance(node, ast.Dict)
                  for key, value in zip(node.keys, node.values) if getattr(key, "value", "") == "unsafe_globals")
    for level in levels.values:
        for module, names in by_module(level):
            yield "modelscan", module, names
    for module in texts(assigned(scanners / "fickling/fickle.py", "UNSAFE_IMPORTS")):
        yield "fickling", module, {"*"}
    for module in (key.value for key in assigned(scanners / "fickling/analysis.py", "UNSAFE_MODULES").keys):
        yield "fickling", module, {"*"}
    for module, names in by_module(assigned(scanners / "fickling/analysis.py", "UNSAFE_IMPORTS")):
        yield "fickling", module, names


def names_of(module):
    """What a module of this Python has. Libraries are not imported for it."""
    if module.partition(".")[0] not in sys.stdlib_module_names or module == "idlelib":
        return {NO_NAME}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return {NO_NAME, *(name for name in dir(importlib.import_module(module)) if not name.startswith("__"))}
    except ImportError:
        return {NO_NAME}


def write_calls(path, calls):
    """A checkpoint that calls each (module, name) without arguments."""
    pickled = b"\x80\x02]" + b"".join(f"c{module}\n{name}\n)Ra".encode() for module, name in calls) + b"."
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", pickled)
        archive.writestr("archive/version", "3\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--scanners", required=True, type=Path)
    asked = parser.parse_args()
    if not asked.scanners.is_dir():
        print("skipped: packaging/dependencies could not fetch the scanners")
        return 77
    wanted = {}
    for scanner, module, names in listed(asked.scanners):
        for name in (names_of(module) if "*" in names else names):
            wanted.setdefault((module, name), scanner)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for module in sorted({module for module, _ in wanted}):
            calls = sorted(call for call in wanted if call[0] == module)
            path = Path(folder) / "calls.pt"
            write_calls(path, calls)
            ran = subprocess.run([asked.cli, "inspect", "--json", str(path)], capture_output=True, text=True, timeout=300)
            document = json.loads(ran.stdout or ran.stderr)
            harmless = set(HARMLESS.get(module, "").split())
            said = {name["name"].rpartition(".")[2]: name["trust"] for name in document["globals"]}
            green = {name for name, trust in said.items() if trust == "data only"} - harmless
            unsaid = len(calls) - len(document["globals"])
            if document["trust"]["verdict"] == "data only":
                green.add("the whole file")
            for name in sorted(green):
                print(f"FAIL {module}.{name}: {wanted.get((module, name), 'a scanner')} lists it, Cairn calls it data only")
            if unsaid:
                print(f"FAIL {module}: {unsaid} names are not told of")
            failed += len(green) + unsaid
    scanners = sorted(set(wanted.values()))
    print(f"{len(wanted)} names of {len({module for module, _ in wanted})} modules, of {', '.join(scanners)}: {failed} fail")
    return 1 if failed or len(scanners) != 3 else 0


if __name__ == "__main__":
    sys.exit(main())
