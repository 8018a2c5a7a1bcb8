"""What the tests of files elsewhere share: cairn-cli that knows no tokens and proxies of this user, and a file that takes
several requests."""

import os
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from support import handmade  # noqa: E402

DROPPED = ("HF_", "AWS_", "HUGGING", "http", "no_proxy", "NO_PROXY", "HTTP")


class Client:
    def __init__(self, cli):
        self.cli = cli
        self.failures = []

    def check(self, holds, *what):
        if not holds:
            self.failures.append(what)
            print("FAILED:", *what)

    def run(self, *arguments, **variables):
        """The exit code and both outputs."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(DROPPED)}
        environment |= {"HF_HOME": "/nonexistent", "CAIRN_TORCH_AT": "none"} | variables
        done = subprocess.run([self.cli, *map(str, arguments)], capture_output=True, text=True, errors="replace", env=environment, timeout=300)
        return done.returncode, done.stdout, done.stderr


def large_safetensors(count=8, size=4 << 20):
    """Tensors of `size` bytes each, which take several requests, the later of them over several connections."""
    header = {f"layers.{i}": {"dtype": "I32", "shape": [size // 4], "data_offsets": [i * size, (i + 1) * size]} for i in range(count)}
    return handmade.safetensors(header, random.Random(1).randbytes(count * size))
