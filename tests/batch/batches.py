"""What the tests of batches share: trees of checkpoints, and the comparison with one `cairn-cli convert`."""

import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "kill"))
from kill_convert import make_checkpoint, make_many  # noqa: E402

SKIPPED = 77


class Problems(list):
    def check(self, condition, problem):
        if not condition:
            self.append(problem)
            print("FAILED:", problem, flush=True)


def cairn(cli, *words, **more):
    return subprocess.run([str(cli), *map(str, words)], capture_output=True, text=True, check=False, **more)


FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
KINDS = ("torch113/legacy_state_dict.pt", "torch214/safe_state_dict.safetensors", "torch26/lightning.ckpt", "torch113/script_plain.pt",
         "torch113/tags_two_gpus_legacy.pt")  # fmt: skip


def make_tree(top, files, large=4, megabytes=4):
    """Checkpoints in folders, of all kinds; a few of them are large, as in most collections."""
    for number in range(files):
        path = top / f"run{number % 5}" / f"model{number}.pt"
        path.parent.mkdir(parents=True, exist_ok=True)
        if number % 5 == 4:
            kind = FIXTURES / KINDS[number // 5 % len(KINDS)]
            shutil.copyfile(kind, path.with_suffix(kind.suffix))
        elif number < large:
            make_checkpoint(path, megabytes)
        else:
            make_many(path, 20 + number)


def files_of(top):
    return {str(path.relative_to(top)): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()}


def compare(problems, batch, single, what):
    """Every file of a batch against those of one convert: names and bytes."""
    a, b = files_of(batch), files_of(single)
    problems.check(set(a) == set(b), f"{what}: other files: {sorted(set(a) ^ set(b))[:5]}")
    different = [name for name in a if name in b and a[name] != b[name]]
    problems.check(not different, f"{what}: other bytes in {different[:5]}")
    problems.check(len(a) > 0, f"{what}: there is no file")


def finish(problems):
    print(f"{len(problems)} problems" if problems else "no problem")
    return 1 if problems else 0
