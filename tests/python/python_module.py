#!/usr/bin/env python3
"""Tries the Python module of the wheels as a notebook uses it, with the cairn-cli that is named, or the one that was
installed with the module when none is.

    python_module.py [CAIRN_CLI]
"""

import ast
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
FIXTURES = TOP / "tests" / "fixtures"
SAMPLE = TOP / "resources" / "samples" / "two_gpus.pth"
MODULE = TOP / "packaging" / "wheel" / "cairn"
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else None
if PROGRAM:
    sys.path.insert(0, str(MODULE.parent))
    os.environ["CAIRN_CLI"] = PROGRAM
os.environ["CAIRN_TORCH_AT"] = "none"

import cairn  # noqa: E402


class Module(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_what_is_in_a_file(self):
        found = cairn.inspect(SAMPLE)
        self.assertEqual(found["format"], "torch-zip")
        self.assertEqual(found["devices"]["cuda:1"]["tensors"], 90)
        self.assertEqual(found["tensors"][0]["name"], "model.cls_token")
        self.assertEqual(found["tensors"][0]["shape"], [1, 1, 16])

    def test_a_summary_has_no_lists(self):
        found = cairn.inspect(str(SAMPLE), summary=True)
        self.assertEqual(found["parameters"], 11130)
        self.assertNotIn("tensors", found)

    def test_any_keyword_is_an_option(self):
        self.assertIn("parts", cairn.inspect(SAMPLE, model=True)["model"])

    def test_a_copy_for_the_cpu(self):
        done = cairn.convert(SAMPLE, self.folder / "cpu.pth", verify=True)
        self.assertEqual(done["tags_after"], {"cpu": 183})
        self.assertTrue(done["verified"])
        self.assertEqual(list(cairn.inspect(done["out"])["devices"]), ["cpu"])

    def test_a_map_is_a_dictionary_and_lists_repeat(self):
        done = cairn.convert(
            SAMPLE, self.folder / "small.pth", map={"cuda:*": "cuda:0"}, drop=["optimizer*", "args*"], cast="bf16"
        )
        self.assertEqual(set(done["tags_after"]), {"cuda:0"})
        self.assertEqual({tensor["dtype"] for tensor in cairn.inspect(done["out"])["tensors"]} - {"int64"}, {"bfloat16"})

    def test_in_place(self):
        path = self.folder / "here.pth"
        path.write_bytes(SAMPLE.read_bytes())
        cairn.convert(path, in_place=True)
        self.assertEqual(list(cairn.inspect(path)["devices"]), ["cpu"])

    def test_a_file_that_does_not_load_is_an_answer(self):
        answer = cairn.check(SAMPLE, machine="cpu")
        self.assertFalse(answer["loads"])
        self.assertEqual(answer["problems"][0]["code"], "device.not-available")
        self.assertTrue(cairn.check(SAMPLE, machine="cpu", map={"*": "cpu"}, trusted=True)["loads"])

    def test_other_commands_and_many_files(self):
        rows = cairn.run("verify", SAMPLE, FIXTURES / "torch26" / "state_dict.pt")
        self.assertEqual([row["fine"] for row in rows], [True, True])

    def test_no_file_is_an_error_with_its_parts(self):
        with self.assertRaises(cairn.FileError) as raised:
            cairn.inspect(self.folder / "none.pth")
        error = raised.exception
        self.assertEqual((error.code, error.exit_code), ("io.not-found", 4))
        self.assertIn("none.pth", error.where)
        self.assertIn(error.advice, str(error))

    def test_no_checkpoint(self):
        path = self.folder / "text.pth"
        path.write_text("nothing of the kind")
        with self.assertRaises(cairn.CheckpointError):
            cairn.inspect(path)

    def test_a_wrong_option(self):
        with self.assertRaises(cairn.UsageError) as raised:
            cairn.inspect(SAMPLE, colour="green")
        self.assertIn("--colour", str(raised.exception))

    def test_nothing_is_written_over(self):
        out = self.folder / "out.pth"
        out.write_text("mine")
        with self.assertRaises(cairn.CairnError):
            cairn.convert(SAMPLE, out)
        self.assertEqual(out.read_text(), "mine")

    def test_names_that_look_like_options(self):
        os.chdir(str(self.folder))
        self.addCleanup(os.chdir, "/")
        for name in ("--help", "-"):
            Path(name).write_bytes(SAMPLE.read_bytes())
            self.assertEqual(cairn.inspect(name, summary=True)["format"], "torch-zip")

    def test_names_that_are_no_utf8(self):
        path = os.fsencode(str(self.folder)) + b"/caf\xe9.pth"
        with open(path, "wb") as file:
            file.write(SAMPLE.read_bytes())
        self.assertIn("file_base64", cairn.inspect(path, summary=True))

    def test_a_program_that_is_not_there(self):
        before = os.environ.get("CAIRN_CLI")
        os.environ["CAIRN_CLI"] = str(self.folder / "cairn-cli")
        try:
            with self.assertRaises(cairn.FileError) as raised:
                cairn.inspect(SAMPLE)
            self.assertIn("cannot be started", str(raised.exception))
        finally:
            del os.environ["CAIRN_CLI"]
            if before:
                os.environ["CAIRN_CLI"] = before

    def test_a_crash_is_an_error(self):
        crashing = self.folder / "cairn-cli"
        crashing.write_text("#!/bin/sh\nkill -SEGV $$\n")
        crashing.chmod(0o755)
        code = "import cairn\ntry:\n    cairn.inspect('a')\nexcept cairn.CairnError as error:\n    print(error.exit_code)\n"
        self.assertEqual(self.python(code, CAIRN_CLI=str(crashing)), str(-signal.SIGSEGV))

    def python(self, code, **variables):
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path), **variables)
        done = subprocess.run([sys.executable, "-B", "-c", code], stdout=subprocess.PIPE, env=environment, check=True)
        return done.stdout.decode().strip()


class Stubs(unittest.TestCase):
    """What the stubs say is what there is."""

    def setUp(self):
        self.stubs = ast.parse((Path(cairn.__file__).parent / "__init__.pyi").read_text())
        self.definitions = json.loads((TOP / "app" / "cli" / "cairn-cli.schema.json").read_text())["$defs"]

    def keys(self, name):
        body = next(node for node in self.stubs.body if isinstance(node, ast.ClassDef) and node.name == name).body
        optional = {line.target.id for line in body if "NotRequired" in ast.dump(line.annotation)}
        return {line.target.id for line in body}, optional

    def test_the_documents_are_those_of_the_schema(self):
        names = {"Inspection": "inspect", "Conversion": "convert", "Check": "check", "Tensor": "tensor", "Trust": "trust", "Usage": "usage"}
        for stub, name in names.items():
            with self.subTest(stub):
                definition = self.definitions[name]
                keys, optional = self.keys(stub)
                self.assertEqual(keys, set(definition["properties"]))
                self.assertEqual(keys - optional, set(definition["required"]))

    def test_every_public_name_is_there(self):
        named = {node.name for node in self.stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(cairn.__all__) - named, set())
        source = {}
        for file in ("__init__.py", "_program.py"):
            tree = ast.parse((Path(cairn.__file__).parent / file).read_text())
            source.update({node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)})
        for stub in self.stubs.body:
            if isinstance(stub, ast.FunctionDef):
                with self.subTest(stub.name):
                    self.assertEqual(self.parameters(stub), self.parameters(source[stub.name]))

    @staticmethod
    def parameters(function):
        arguments = function.args
        several = [one.arg for one in (arguments.vararg, arguments.kwarg) if one]
        return [one.arg for one in arguments.args + arguments.kwonlyargs] + several


if __name__ == "__main__":
    unittest.main()
