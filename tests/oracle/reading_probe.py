"""Prints what this Python's torch makes of the files in a folder, as JSON: reading_probe.py FOLDER"""

import inspect
import json
import os
import sys
import warnings


def told(load, path):
    try:
        value = load(path)
    except Exception as failure:
        return f"refused: {type(failure).__name__}: {str(failure)[:150]}"
    return value["which"] if isinstance(value, dict) and isinstance(value.get("which"), str) else repr(value)[:60]


def main():
    import torch

    warnings.simplefilter("ignore")
    options = {"weights_only": False} if "weights_only" in inspect.signature(torch.load).parameters else {}
    folder = sys.argv[1]
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        found[name] = told(lambda file: torch.load(file, **options), path)
    print(json.dumps({"version": torch.__version__, "found": found}))


if __name__ == "__main__":
    main()
