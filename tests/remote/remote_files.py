#!/usr/bin/env python3
"""Opens files through a web server and holds every answer against that for the same file on the disk.

    remote_files.py CAIRN_CLI

What a server does wrong must be an error that says so. Exits with 77 where this build, or this system, cannot read
from afar.
"""

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from client import Client, handmade  # noqa: E402
from server import Server  # noqa: E402

TOP = Path(__file__).resolve().parent.parent.parent
FIXTURES = TOP / "tests" / "fixtures"
ENDINGS = {".pt", ".pth", ".safetensors", ".ckpt", ".bin", ".pkl", ".npy", ".npz", ".gguf", ".tar"}
MOST_REQUESTS = 4
MOST_BYTES = 1_000_000

cli = sys.argv[1]
client = Client(cli)
check, run = client.check, client.run


def without_place(text, place, issues=True):
    """A document without what says where the file is, and how much of it was read."""
    try:
        document = json.loads(text)
    except ValueError:
        return text
    for key in ("file",) if issues else ("file", "issues"):
        document.pop(key, None)
    if isinstance(document.get("facts"), list):
        document["facts"] = [fact for fact in document["facts"] if fact.get("name") != "Read from afar"]
    if isinstance(document.get("facts"), dict):
        document["facts"].pop("Read from afar", None)
    return json.dumps(document, sort_keys=True).replace(place, "")


def same_answers(server, folder):
    """Everything that opens is read alike from afar."""
    files = sorted(path for path in FIXTURES.rglob("*") if path.suffix in ENDINGS and path.is_file())
    step = max(1, len(files) // 150)
    read = 0
    for path in files[::step]:
        name = f"{read}{path.suffix}"
        shutil.copy(path, folder / name)
        url = f"{server.address}/files/{name}"
        for command in (["inspect", "--json"], ["stats", "--json"]):
            here, there = run(command[0], folder / name, *command[1:]), run(command[0], url, *command[1:])
            check(here[0] == there[0], path, command, "exit", here[0], there[0], there[2])
            check(
                without_place(here[1], str(folder / name)) == without_place(there[1], url),
                path, command, "differ:", here[1][:300], there[1][:300],
            )  # fmt: skip
        read += 1
    check(read > 100, "only", read, "fixtures")
    print(read, "fixtures read alike")


def make_large(path):
    """A checkpoint of some 90 MB in 400 tensors, as PyTorch writes it."""
    code = "import sys, torch; torch.save({f'layers.{i}.weight': torch.full((100 + i, 200), float(i)) for i in range(400)}, sys.argv[1])"
    for python in ("python3", "/usr/bin/python3"):
        if subprocess.run([python, "-c", code, path], capture_output=True).returncode == 0:
            return True
    print("SKIPPED: a large checkpoint, for there is no PyTorch to write it")
    return False


def reads_little(server, folder):
    path = folder / "large.pth"
    if not make_large(path):
        return
    url = f"{server.address}/files/large.pth"
    server.forget()
    code, out, err = run("inspect", url, "--json")
    check(code == 0, err)
    check(len(server.asked) <= MOST_REQUESTS, "requests:", server.asked)
    check(server.sent <= MOST_BYTES, "bytes:", server.sent)
    here = run("inspect", path, "--json")[1]
    check(without_place(out, url, issues=False) == without_place(here, str(path), issues=False), "large differs")
    print("large:", len(server.asked), "requests,", server.sent, "bytes of", path.stat().st_size)
    server.forget()
    code, out, err = run("get", url, "layers.7.weight", "--json")
    check(code == 0 and out and json.loads(out)["numbers"] == json.loads(run("get", path, "layers.7.weight", "--json")[1])["numbers"], "get", err)
    check(server.sent <= 2 * MOST_BYTES, "bytes of one tensor:", server.sent)
    code, out, err = run("diff", path, url)
    check(code == 0, "diff", out, err)
    server.forget()
    code, out, err = run("convert", url, "-o", folder / "from_afar.safetensors")
    check(code == 0, "convert", out, err)
    check(server.sent <= path.stat().st_size + 2 * MOST_BYTES, "convert takes everything once:", server.sent)
    server.forget()
    code, out, err = run("convert", url, "--cast", "bf16", "-o", folder / "cast.safetensors")
    check(code == 0 and server.sent <= path.stat().st_size + 2 * MOST_BYTES, "convert with a cast takes everything once:", server.sent, err)
    code, out, err = run("convert", path, "-o", folder / "from_here.safetensors")
    check((folder / "from_afar.safetensors").read_bytes() == (folder / "from_here.safetensors").read_bytes(), "copies differ")


def copies(server, folder):
    """Copies are those of the file on the disk, and nothing is fetched twice for the check of other tags."""
    large = folder / "large.pth"
    if not large.exists():
        return
    size = large.stat().st_size
    for number, options in enumerate((["--verify"], ["--cast", "bf16"], ["--drop", "layers.1*", "--verify"])):
        here, there = folder / f"here{number}.pth", folder / f"there{number}.pth"
        server.forget()
        code, out, err = run("convert", f"{server.address}/files/large.pth", "-o", there, *options)
        check(code == 0 and ("verified" in out) == ("--verify" in options), "copy", options, code, err)
        check(number != 0 or server.sent <= size + 2 * MOST_BYTES, "copy takes everything once:", server.sent)
        run("convert", large, "-o", here, *options)
        check(here.read_bytes() == there.read_bytes(), "another copy", options)
    old = FIXTURES / "torch26" / "legacy_state_dict.pt"
    shutil.copy(old, folder / "old.pt")
    for options in ([], ["--map", "*=cuda:1", "--verify"], ["--to", "pth"]):
        code, out, err = run("convert", f"{server.address}/files/old.pt", "-o", folder / "old_there.pt", "--force", *options)
        check(code == 0, "old copy", options, code, err)
        run("convert", old, "-o", folder / "old_here.pt", "--force", *options)
        check((folder / "old_here.pt").read_bytes() == (folder / "old_there.pt").read_bytes(), "another old copy", options)
    code, out, err = run("convert", f"{server.address}/files/old.pt?download=true", "--out-dir", folder / "copies")
    check(code == 0 and (folder / "copies" / "old.pt").exists(), "the name of the copy", code, err)
    code, out, err = run("convert", "--in-place", f"{server.address}/files/old.pt")
    check(code == 2 and "cannot be changed in place" in err, "in place", code, err)
    code, out, err = run("convert", f"{server.address}/changes/large.pth", "-o", folder / "never.pth")
    check(code == 4 and "changed while it was read" in err and not (folder / "never.pth").exists(), "a file that changes", code, err)


def takes_up_again(server, folder):
    """What was cut short goes on from the parts that came, and only from those that are whole and of this file."""
    large = folder / "large.pth"
    if not large.exists():
        return
    size = large.stat().st_size
    url = f"{server.address}/limited/large.pth"
    here, there = folder / "resumed_here.pth", folder / "resumed.pth"
    parts = there.with_name("resumed.pth.parts")
    run("convert", large, "-o", here)

    def convert(*more, source=url):
        server.forget()
        return run("convert", source, "-o", there, "--resume", *more)

    def cut_short(*more):
        there.unlink(missing_ok=True)
        server.allowance = size // 2
        code, out, err = convert(*more)
        check(code == 4 and "another try goes on" in err and parts.exists() and not there.exists(), "cut short", code, err)
        server.allowance = 2 * size

    def finish(what, most, *more):
        code, out, err = convert(*more)
        check(code == 0 and there.read_bytes() == here.read_bytes() and not parts.exists(), "taken up again", code, err)
        check(server.sent <= most, what, "fetched", server.sent, "of at most", most)
        return out

    few = 4 * MOST_BYTES
    cut_short()
    check("  resumed  with" in finish("once", size // 2 + few), "is not told")
    cut_short("--verify")
    check(json.loads(finish("verified", size // 2 + few, "--verify", "--json"))["bytes_resumed"] >= size // 2, "bytes_resumed")
    cut_short()
    with open(parts, "r+b") as file:  # a crash left half of a block
        file.seek(size // 4)
        file.write(b"x" * 1000)
    finish("after a crash", size // 2 + few)
    cut_short()
    server.version = "2"
    finish("of another state", size + few)
    check(server.sent > size * 9 // 10, "parts of another state were used:", server.sent)
    server.version = "1"
    there.unlink()
    server.forget()
    server.allowance, server.waits = size // 2, True
    process = subprocess.Popen([cli, "convert", url, "-o", there, "--resume"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(server.isHanging.wait(60), "was never cut short")
    process.kill()
    process.communicate()
    server.waits, server.allowance = False, 2 * size
    server.isOver.set()
    finish("killed", size // 2 + few + (16 << 20))  # what was on its way is lost
    server.isOver.clear()
    server.isHanging.clear()
    there.unlink()
    parts.write_bytes(b"of somebody else")
    code, out, err = convert()
    check(code == 4 and "another file has the name" in err and parts.read_bytes() == b"of somebody else", "a user's file", code, err)
    parts.unlink()
    parts.symlink_to(folder / "elsewhere")
    code, out, err = convert()
    check(code == 0 and not (folder / "elsewhere").exists() or code == 4, "through a link", code, err)
    parts.unlink(missing_ok=True)
    (folder / "elsewhere").unlink(missing_ok=True)
    there.unlink(missing_ok=True)
    parts.write_bytes(b"")
    parts.chmod(0o666)
    code, out, err = convert()
    check(code == 4 and "others may write" in err, "a file that others may write to", code, err)
    parts.unlink()
    code, out, err = convert(source=large)
    check(code == 2 and "at an address" in err, "a file that is here", code, err)
    code, out, err = convert("--dry-run")
    check(code == 2 and not parts.exists(), "a trial", code, err)


def make_sparse(path, size):
    """A tensor of `size` bytes, all of them zeros that take no room on the disk."""
    header = handmade.safetensors({"weight": {"dtype": "F32", "shape": [size // 4], "data_offsets": [0, size]}})
    path.write_bytes(header)
    os.truncate(path, len(header) + size)


def reads_ahead(server, folder):
    """Threads that read parts of one tensor are each read ahead for: 16 MiB at once over four connections, after a few smaller
    steps."""
    size = 512 << 20
    make_sparse(folder / "sparse.safetensors", size)
    server.forget()
    code, out, err = run("stats", f"{server.address}/files/sparse.safetensors")
    check(code == 0, "stats", err)
    print("sparse:", len(server.asked), "requests,", server.sent, "bytes")
    check(len(server.asked) <= 160, "requests:", len(server.asked))
    check(server.sent <= size + 2 * MOST_BYTES, "bytes:", server.sent)


def redirected(server, folder):
    """Where a redirect leads is asked for the next parts, as long as it answers."""
    size = 64 << 20
    make_sparse(folder / "short.safetensors", size)
    here = json.loads(run("stats", folder / "short.safetensors", "--json")[1])["tensors"]
    asked = {}
    for way in ("moved", "signed"):
        server.forget()
        code, out, err = run("stats", f"{server.address}/{way}/short.safetensors", "--json")
        check(code == 0 and json.loads(out)["tensors"] == here, way, err)
        asked[way] = [path.split("/")[1] for _, path, *_ in server.asked]
        check(len(asked[way]) > 6, "only", len(asked[way]), "parts")
    check(asked["moved"].count("moved") == 1, "moved:", asked["moved"])
    links = [way for way in dict.fromkeys(asked["signed"]) if way != "signed"]
    check(asked["signed"].count("signed") == len(links) > 1, "each link is asked for once:", asked["signed"])
    # Each of the connections finds out by itself.
    refused = sum(max(0, asked["signed"].count(link) - 3) for link in links)
    check(len(links) <= refused + 1, "until it answers no more:", asked["signed"])



def faults(server, folder):
    shutil.copy(TOP / "resources" / "samples" / "two_gpus.pth", folder / "model.pth")
    size = (folder / "model.pth").stat().st_size
    for way in ("busy", "cut", "moved"):
        server.forget()
        code, out, err = run("inspect", f"{server.address}/{way}/model.pth", HF_TOKEN="good")
        check(code == 0, way, err)
    check(all(authorization is None for *_, authorization in server.asked), "a token went to a host that is not the Hub")
    for way, words in {
        "whole/model.pth": "sends no parts of the file",
        "files/nothing.pth": "there is no such file",
        "private/model.pth": "does not let you read it",
    }.items():
        server.forget()
        code, out, err = run("inspect", f"{server.address}/{way}")
        check(code in (3, 4) and words in err, way, code, err)
        check(server.sent <= size + MOST_BYTES, way, "took", server.sent)
    large = folder / "large.pth"
    if large.exists():
        for way, words in {"changes": "changed while it was read", "other": "another part of the file"}.items():
            code, out, err = run("inspect", f"{server.address}/{way}/large.pth")
            check(code == 4 and words in err, way, code, err)
        server.forget()
        code, out, err = run("inspect", f"{server.address}/whole/large.pth")
        check(code == 3 and server.sent < 20_000_000, "whole took", server.sent, err)
    code, out, err = run("inspect", "http://127.0.0.1:1/model.pth")
    check(code == 4 and "cannot be reached" in err, "no server", code, err)
    code, out, err = run("inspect", "http://someone:hidden@127.0.0.1:1/model.pth?Signature=hidden")
    check("hidden" not in out + err, "a secret is printed:", err)


def headers_that_lie(server, folder):
    """A record whose header is not where PyTorch would have written it: known when it is read, not before."""
    large = folder / "large.pth"
    if not large.exists():
        return
    data = bytearray(large.read_bytes())
    at = data.find(b"large/data/200") - 30
    check(data[at : at + 4] == b"PK\3\4", "no header there")
    data[at + 28] ^= 1  # how long what follows the name is
    (folder / "lies.pth").write_bytes(data)
    url = f"{server.address}/files/lies.pth"
    check(run("inspect", url)[0] == 0, "inspect looks at no header in the middle")
    code, out, err = run("stats", url)
    check(code == 1 and "does not say what the zip's directory says" in out + err, "a header that lies", code, err)


def damaged_records(server, folder):
    """A copy of what does not have its checksum is refused, or is made with the same warnings, as from the disk."""
    large = folder / "large.pth"
    if not large.exists():
        return
    data = bytearray(large.read_bytes())
    data[data.find(b"large/data/200") + 10_000] ^= 1
    (folder / "damaged.pth").write_bytes(data)
    url = f"{server.address}/files/damaged.pth"
    every = ([], ["--lenient"], ["--verify"], ["--verify", "--lenient"], ["--cast", "bf16"], ["--cast", "bf16", "--lenient"])
    for ending, options in [("safetensors", one) for one in every] + [("pth", [*one, "--map", "*=cuda:1"]) for one in every[2:]]:
        here, there = folder / f"here.{ending}", folder / f"there.{ending}"
        answers = [run("convert", place, "-o", target, *options) for place, target in ((folder / "damaged.pth", here), (url, there))]
        names = (str(folder / "damaged.pth"), url, str(here), str(there))
        said = []
        for code, out, err in answers:
            said.append((code, re.sub(r" in [0-9.]+ m?s", "", functools.reduce(lambda text, name: text.replace(name, ""), names, out + err))))
        check(said[0] == said[1], "damaged", options, said)
        check("does not have the checksum" in said[1][1], "damaged", options, said[1])
        check(here.exists() == there.exists() == ("--lenient" in options), "damaged, written:", options, here.exists(), there.exists())
        check(not here.exists() or here.read_bytes() == there.read_bytes(), "damaged, copies differ", options)
        here.unlink(missing_ok=True)
        there.unlink(missing_ok=True)
        check(not [*folder.glob("there.*"), *folder.glob(".there.*")], "something is left behind", options)


def hub(server, folder):
    address = dict(HF_ENDPOINT=server.address, HF_TOKEN="good")
    server.forget()
    code, out, err = run("inspect", "hf://owner/name/model.pth", **address)
    check(code == 0, "hub", err)
    check(all(authorization == "Bearer good" for *_, authorization in server.asked), "the Hub gets the token:", server.asked)
    code, out, err = run("inspect", "hf://owner/name", **address)
    check(code == 4 and "hf://owner/name/0.pt" in err, "repository", code, err)
    code, out, err = run("inspect", f"{server.address}/owner/name/blob/main/model.pth", **address)
    check(code == 0, "a link of the Hub's page", err)
    server.forget()
    code, out, err = run("inspect", "hf://owner/name/model.pth", HF_HUB_OFFLINE="1", **address)
    check(code != 0 and "HF_HUB_OFFLINE" in err and not server.asked, "offline", err)
    check("good" not in out + err, "the token is printed")


def secrets_stay(server, folder):
    """What proves who somebody is goes to the host that was named, and to no other one."""
    other = Server(folder)
    server.elsewhere = other.address
    here, named = server.address.removeprefix("http://"), {"authorization", "x-amz-security-token"}
    keys = dict(AWS_ACCESS_KEY_ID="key", AWS_SECRET_ACCESS_KEY="hidden", AWS_SESSION_TOKEN="hidden", AWS_ENDPOINT_URL=server.address)
    for way in ("files", "moved", "away", "back"):
        server.forget()
        other.forget()
        code, out, err = run("inspect", f"s3://{way}/first.pth", **keys)
        check(code == 0, "bucket", way, err)
        host, names = server.secrets[0]
        check(host == here and named <= set(names), "the bucket gets what proves who asks:", names)
        strangers = [seen for seen in server.secrets[1:] + other.secrets if way == "back" or seen[0] != here]
        check(way == "files" or strangers, "nobody else was asked by", way)
        check(not any(names for _, names in strangers), "secrets of a bucket went elsewhere by", way, strangers)
    server.forget()
    code, out, err = run("inspect", "hf://owner/stored/first.pth", HF_ENDPOINT=server.address, HF_TOKEN="good")
    check(code == 0, "the Hub stores it elsewhere", err)
    check([bool(names) for _, names in server.secrets] == [True, False], "the token of the Hub:", server.secrets)
    user = server.address.replace("://", "://good:good@")
    for way in ("moved", "away"):
        server.forget()
        other.forget()
        code, out, err = run("inspect", f"{user}/{way}/first.pth")
        check(code == 0 and [bool(names) for _, names in server.secrets + other.secrets] == [True, False], "a password:", way, err)
    check(run("inspect", f"{user}/renamed/first.pth")[0] == 0, "a password is kept where the host stays")
    check(run("inspect", "s3://renamed/first.pth", **keys)[0] == 4, "renamed takes no keys")


def never_less_secure(server, folder):
    """From https no redirect leads to http."""
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    made = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names, "-keyout", folder / "key.pem", "-out", folder / "cert.pem")
    if shutil.which("openssl") is None or subprocess.run(made, capture_output=True).returncode != 0:
        print("SKIPPED: https, for there is no openssl that makes a certificate")
        return
    secure = Server(folder, folder / "cert.pem", folder / "key.pem")
    secure.elsewhere = server.address
    trusted = dict(CURL_CA_BUNDLE=str(folder / "cert.pem"))
    code, out, err = run("inspect", f"{secure.address}/files/first.pth", **trusted)
    check(code == 0, "https", err)
    server.forget()
    code, out, err = run("inspect", f"{secure.address}/away/first.pth", **trusted)
    check(code == 4 and not server.asked, "from https to http", code, err, server.asked)


def stops(server):
    process = subprocess.Popen([cli, "inspect", f"{server.address}/hangs/model.pth"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    check(server.isHanging.wait(60), "nothing was asked for")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    check(process.returncode == 130, "stopped:", process.returncode, err)
    server.isOver.set()


def main():
    with tempfile.TemporaryDirectory(prefix="cairn-remote.") as name:
        folder = Path(name)
        server = Server(folder)
        shutil.copy(TOP / "resources" / "samples" / "two_gpus.pth", folder / "first.pth")
        code, out, err = run("inspect", f"{server.address}/files/first.pth")
        if "libcurl" in err:
            print("SKIPPED:", err)
            return 77
        check(code == 0, err)
        same_answers(server, folder)
        reads_little(server, folder)
        copies(server, folder)
        takes_up_again(server, folder)
        reads_ahead(server, folder)
        redirected(server, folder)
        faults(server, folder)
        headers_that_lie(server, folder)
        damaged_records(server, folder)
        hub(server, folder)
        secrets_stay(server, folder)
        never_less_secure(server, folder)
        stops(server)
    print(len(client.failures), "failures")
    return 1 if client.failures else 0


sys.exit(main())
