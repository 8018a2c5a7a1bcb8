#!/usr/bin/env python3
"""Opens files of an object store through S3, which checks each signature: OpenStack Swift, with its S3 interface.

    s3.py CAIRN_CLI PYTHON

PYTHON is one that has Swift. What is read must be what is read from the disk. Exits with 77 where it has none.
"""

import json
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from client import Client, large_safetensors  # noqa: E402

TOP = Path(__file__).resolve().parent.parent.parent
STORE = Path(__file__).resolve().parent / "object_store.py"
NAMES = ("model.pth", "runs of é/b+ü (1)~=&'!*.pth", "a//b/./c/../d.pth", "large.safetensors")

cli, python = sys.argv[1:3]
client = Client(cli)
check, run = client.check, client.run


def ask(url, method="GET", body=None, **headers):
    return urllib.request.urlopen(urllib.request.Request(url, body, {name.replace("_", "-"): value for name, value in headers.items()}, method=method))


def make_files(folder):
    sample = (TOP / "resources" / "samples" / "two_gpus.pth").read_bytes()
    large = large_safetensors()
    files = {}
    for number, name in enumerate(NAMES):
        files[name] = folder / f"{number}{Path(name).suffix}"
        files[name].write_bytes(large if name.startswith("large") else sample)
    return files


def put(store, files):
    answer = ask(f"{store}/auth/v1.0", X_Auth_User="lab:someone", X_Auth_Key="hidden")
    place, token = answer.headers["X-Storage-Url"], answer.headers["X-Auth-Token"]
    for bucket in ("models", "with.dots"):
        ask(f"{place}/{bucket}", "PUT", X_Auth_Token=token)
        for name, path in files.items():
            ask(f"{place}/{bucket}/{urllib.parse.quote(name)}", "PUT", path.read_bytes(), X_Auth_Token=token)


def numbers(text):
    return json.loads(text)["tensors"] if text.startswith("{") else text


def reads(files, keys):
    for bucket in ("models", "with.dots"):
        for name, path in files.items():
            code, out, err = run("stats", f"s3://{bucket}/{name}", "--json", **keys)
            check(code == 0 and numbers(out) == numbers(run("stats", path, "--json")[1]), bucket, name, err)


def copies(folder, files, keys):
    for name, options in (("model.pth", ("--verify",)), ("large.safetensors", ("--resume", "--verify"))):
        here, there = folder / f"here.{name}.pth", folder / f"there.{name}.pth"
        code, out, err = run("convert", f"s3://models/{name}", "-o", there, *options, **keys)
        check(code == 0 and "verified" in out, "copy", name, err)
        run("convert", files[name], "-o", here)
        check(there.read_bytes() == here.read_bytes(), "another copy", name)


def refusals(keys):
    for address, words, more in (
        ("s3://models/nothing.pth", "there is no such file", {}),
        ("s3://nothing/model.pth", "there is no such file", {}),
        ("s3://models/model.pth", "does not let you read it", {"AWS_SECRET_ACCESS_KEY": "other"}),
        ("s3://models/model.pth", "does not let you read it", {"AWS_ACCESS_KEY_ID": "lab:nobody"}),
        ("s3://models/model.pth", "AWS_REGION=us-east-1", {"AWS_REGION": "eu-west-1"}),
    ):
        code, out, err = run("inspect", address, **keys | more)
        check(code == 4 and words in err and "hidden" not in out + err, address, more, code, err)


def main():
    if subprocess.run([python, "-c", "import swift.common.middleware.s3api"], capture_output=True).returncode != 0:
        print("SKIPPED: there is no Swift")
        return 77
    with tempfile.TemporaryDirectory(prefix="cairn-s3.") as name:
        folder = Path(name)
        (folder / "store").mkdir()
        files = make_files(folder)
        with subprocess.Popen(
            [python, "-B", STORE, folder / "store"], stdout=subprocess.PIPE, stderr=open(folder / "store.log", "w"), text=True
        ) as server:
            try:
                port = server.stdout.readline().strip()
                if not port:
                    raise SystemExit("the store does not start: " + (folder / "store.log").read_text())
                store = f"http://127.0.0.1:{port}"
                keys = {"AWS_ENDPOINT_URL": store, "AWS_ACCESS_KEY_ID": "lab:someone", "AWS_SECRET_ACCESS_KEY": "hidden"}
                if "libcurl" in run("inspect", "s3://models/model.pth", **keys)[2]:
                    print("SKIPPED: there is no libcurl")
                    return 77
                put(store, files)
                reads(files, keys)
                copies(folder, files, keys)
                refusals(keys)
            finally:
                server.kill()
    print(len(client.failures), "failures")
    return 1 if client.failures else 0


sys.exit(main())
