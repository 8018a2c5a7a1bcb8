"""Loads each file of a folder with this Python's torch, without weights_only, and prints as JSON what that ran and which
names it looked up: trust_probe.py FOLDER. Each in a process and a folder of its own, which a file may fill. With
--weights-only also what torch says when it loads them so; null if it takes them."""

import inspect
import json
import os
import signal
import sys
import tempfile
import warnings

SECONDS = 60
ENDED = "the process ended"
STARTS = ("os.system", "os.exec", "os.posix_spawn", "subprocess.Popen")  # which not every sandbox has programs for


def load_and_tell(torch, path, weights_only, out):
    names = set()
    started = set()

    def heard(event, arguments):
        if event == "pickle.find_class":
            names.add(tuple(map(str, arguments)))
        elif event in STARTS or (event == "os.mkdir" and "PWNED" in str(arguments[0])):
            started.add(event)

    sys.addaudithook(heard)
    options = {"weights_only": weights_only} if "weights_only" in inspect.signature(torch.load).parameters else {}
    try:
        torch.load(path, map_location="cpu", **options)
        failure = None
    except BaseException as raised:
        failure = f"{type(raised).__name__}: {str(raised)[:150]}"
    with os.fdopen(out, "w") as told:
        json.dump({"names": sorted(names), "failure": failure, "runs": bool(started)}, told)


def probe(torch, path, weights_only):
    with tempfile.TemporaryDirectory() as home:
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            os.chdir(home)
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            signal.alarm(SECONDS)
            load_and_tell(torch, path, weights_only, write)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as told:
            text = told.read()
        os.waitpid(child, 0)
        answer = json.loads(text) if text else {"names": [], "failure": ENDED, "runs": False}
        answer["runs"] |= os.path.exists(os.path.join(home, "PWNED"))
        return answer


def main():
    import torch

    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    folder = os.path.abspath(sys.argv[1])
    found = {name: probe(torch, os.path.join(folder, name), False) for name in sorted(os.listdir(folder))}
    if "--weights-only" in sys.argv:
        for name, answer in found.items():
            answer["weights_only"] = probe(torch, os.path.join(folder, name), True)["failure"]
    print(json.dumps({"version": torch.__version__, "found": found}))


if __name__ == "__main__":
    main()
