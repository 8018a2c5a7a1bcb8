#!/usr/bin/env python3
"""Asks the desktop what files are: checkpoints made by real PyTorch under every name people give them, and decoys.

    mime_types.py FIXTURES SAMPLE

Needs Cairn's MIME types installed, xdg-mime and gio. Prints one line a file, and fails when one is wrong.
"""
import io
import os
import shutil
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ZIP, LEGACY, SAFETENSORS = "application/x-pytorch-zip", "application/x-pytorch-legacy", "application/x-safetensors"
DEVICE_MAP = "application/x-cairn-devicemap+json"
RECIPE = "application/x-cairn-recipe+json"

fixtures, sample = sys.argv[1:3]
folder = tempfile.mkdtemp(prefix="mime-")
expected = []


def take(source, name, kind):
    shutil.copy(os.path.join(fixtures, source), os.path.join(folder, name))
    expected.append((name, kind))


def make(name, content, *kinds):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content)
    expected.append((name, *kinds))


def zipped(members):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(members):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


shutil.copy(sample, os.path.join(folder, "two_gpus.pth"))
expected.append(("two_gpus.pth", ZIP))
for version in ("torch113", "torch26", "torch214"):
    for name in ("model.pth", "model.pt", "pytorch_model.bin", "epoch=3.ckpt", "model.pth.tar", "no_suffix", "model.pkl"):
        take(f"{version}/state_dict.pt", f"{version}-{name}", ZIP)
    take(f"{version}/script_plain.pt", f"{version}-script.pt", ZIP)
    take(f"{version}/lightning.ckpt", f"{version}-lightning.ckpt", ZIP)
    for name in ("old.pth", "old.pt", "old.ckpt", "old.bin", "old.pth.tar", "old.pkl", "old.th"):
        take(f"{version}/legacy_state_dict.pt", f"{version}-{name}", LEGACY)
for protocol in (1, 2, 3, 4, 5):
    take(f"torch26/legacy_protocol{protocol}.pt", f"protocol{protocol}.pth", LEGACY)
take("byhand/tar_old.pt", "torch01.pt", LEGACY)
take("byhand/tar_old.pt", "torch01", LEGACY)
take("byhand/zip_version_first.pt", "torch14.pt", ZIP)
take("byhand/zip_prefix_unicode.pt", "rezipped.bin", ZIP)
take("byhand/safe_every_dtype.safetensors", "every_dtype.safetensors", SAFETENSORS)
take("byhand/safe_every_dtype.safetensors", "every_dtype.bin", SAFETENSORS)
take("torch26/safe_state_dict.safetensors", "state_dict.safetensors", SAFETENSORS)
make("two.devicemap.json", b'{"format": "cairn.devicemap", "version": 1, "map": "none"}', DEVICE_MAP)
make("renamed.json", b'{"format": "cairn.devicemap", "version": 1, "map": "none"}', DEVICE_MAP)

make("small.cairn-recipe.json", b'{"format": "cairn.recipe", "version": 1}', RECIPE)
make("recipe.json", b'{"format": "cairn.recipe", "version": 1, "device_map": '
     b'{"format": "cairn.devicemap", "version": 1, "map": "none"}}', RECIPE)

# Decoys: what others call by the same names, and other archives.
make("easy-install.pth", b"import site\n./some-egg\n", "text/x-python-path")
make("paths.pth", b"/usr/lib/python3/extra\n", "text/x-python-path")
make("tf.ckpt", b'item: "model.ckpt-100"\nitem: "model.ckpt-50"\n', "text/plain")  # TensorFlow's list of checkpoints
make("tf-binary.ckpt", b"\x00\x00\x0e\x00" + bytes(range(7, 200)) * 20, "application/octet-stream")
make("plain.zip", zipped({"readme.txt": "hello", "data/notes.txt": "world"}), "application/zip")
make("deflated.zip", zipped({"folder/data.txt": "x" * 500}), "application/zip")
make("letter.docx", zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>"}),
     "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
make("library.jar", zipped({"META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n"}),
     "application/x-java-archive", "application/java-archive")
make("raw.bin", bytes(range(7, 200)) * 20, "application/octet-stream")
make("list.pkl", b"\x80\x04\x95\x0b\x00\x00\x00\x00\x00\x00\x00]\x94(K\x01K\x02K\x03e.", "application/octet-stream")
make("backup.tar", tarred({"home/notes.txt": b"hello"}), "application/x-tar")
make("weights.npz", zipped({"arr_0.npy": b"\x93NUMPY\x01\x00"}), "application/zip", "application/x-npz")
make("package.json", b'{"name": "cairn", "version": "1.0.0"}', "application/json")
make("model.onnx", b"\x08\x08\x12\x07pytorch\x1a\x05" + b"2.6.0" + bytes(64), "application/octet-stream")
make("notes.txt", b"model.pth is the checkpoint\n", "text/plain")
make("length.bin", struct.pack("<Q", 4) + b"{ac}" + bytes(64), "application/octet-stream")

wrong = 0
for name, *kinds in expected:
    path = os.path.join(folder, name)
    answer = subprocess.run(["xdg-mime", "query", "filetype", path], capture_output=True, text=True, check=False,
                            env={**os.environ, "XDG_CURRENT_DESKTOP": "GNOME"}).stdout.strip()
    right = answer in kinds
    wrong += not right
    print("ok  " if right else "FAIL", name, answer, "" if right else f"instead of {' or '.join(kinds)}")
shutil.rmtree(folder)
print(f"{len(expected) - wrong} of {len(expected)} files are what they are")
sys.exit(wrong != 0)
