"""Cairn for Python: PyTorch checkpoints as data, without PyTorch, and nothing in them is executed.

    import cairn
    cairn.inspect("model.pth")["devices"]
    cairn.convert("model.pth", "model.cpu.pth", verify=True)
    cairn.check("model.pth", machine="2 x 24 GB")["loads"]

Each call runs cairn-cli once and returns what it prints as JSON: cairn-cli.schema.json describes it. Keywords are the
options of the command line, with _ for -, so that `cairn-cli convert --help` documents these functions too:
drop_others=True is --drop-others, a list repeats an option, and a dictionary stands for FROM=TO.
"""

from ._program import CairnError, CheckpointError, FileError, UsageError, program, run

__all__ = [
    "CairnError",
    "CheckpointError",
    "FileError",
    "UsageError",
    "check",
    "convert",
    "inspect",
    "program",
    "run",
]


def inspect(path, *, summary=False, **options):
    """What is in a checkpoint, and on which devices it was saved; with summary=True without the long lists."""
    if summary:
        options["json_summary"] = True
    return run("inspect", path, **options)[0]


def convert(path, out=None, **options):
    """Writes a copy whose tensors are on other devices, all on the CPU without a map=; says what was done.

    convert(path, in_place=True) changes the file itself.
    """
    if out is not None:
        options["out"] = out
    return run("convert", path, **options)[0]


def check(path, **options):
    """Whether a checkpoint loads here or on another machine=, and what stands in the way."""
    return run("check", path, **options)[0]
