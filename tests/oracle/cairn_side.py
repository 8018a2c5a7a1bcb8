"""What Cairn finds in a checkpoint: `cairn-cli inspect --json`, and the bytes of storages from checkpoint_dump."""

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from facts import Fact, element_bytes, item_bytes, number_bytes


class CairnRefuses(Exception):
    """Cairn does not open the file."""


@dataclass
class Tools:
    cli: str
    dump: str


def output(*command):
    ran = subprocess.run(command, capture_output=True, timeout=120)
    if ran.returncode not in (0, 1):  # 1: opened, and something in it deserves a warning
        raise CairnRefuses(f"exit code {ran.returncode}: {ran.stderr.decode(errors='replace').strip()}")
    return ran.stdout


def inspect(tools, path):
    """The JSON document, the tensors as facts."""
    document = json.loads(output(tools.cli, "inspect", "--json", str(path)))
    with tempfile.TemporaryDirectory() as folder:
        output(tools.dump, str(path), folder)
        listing = json.loads((Path(folder) / "listing.json").read_text())
        storages = [(Path(folder) / f"{i}.bin").read_bytes() for i in range(len(listing["storages"]))]
    if len(listing["tensors"]) != len(document["tensors"]):
        raise CairnRefuses("the command and the helper list different numbers of tensors")
    found = [fact_of(row, index, listing, storages) for row, index in zip(document["tensors"], listing["tensors"])]
    return document, found


def fact_of(row, index, listing, storages):
    fact = Fact(
        path=tuple(row["path"]),
        dtype=row["dtype"],
        shape=row["shape"],
        stride=row["stride"],
        offset=row["offset"],
        group=index,
        tag=row["device"],
        requires_grad=row["requires_grad"],
        conj=row.get("conj", False),
        neg=row.get("neg", False),
        part=row["kind"] == "part",
    )
    quantizer = row.get("quantizer", {})
    fact.quantizer = {name: quantizer[name] for name in ("scale", "zero_point", "axis") if name in quantizer} or None
    if index is not None and listing["storages"][index]["error"] is None:
        swap = number_bytes(row["dtype"]) if listing["storages"][index]["big_endian"] else 0
        fact.digest = element_bytes(storages[index], fact, item_bytes(row["dtype"]), swap)
    return fact
