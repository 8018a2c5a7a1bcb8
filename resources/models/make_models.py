#!/usr/bin/env python3
"""Makes models of their own libraries, without weights, and writes down the names and shapes of their tensors.

    make_models.py LIST.jsonl [LIBRARY...]     makes what is not in the list yet; can be stopped and started again
    model_database.py LIST.jsonl... -o models.bin    makes the database of it

It wants a Python with the libraries. Nothing is downloaded, and models take no memory: they are made on torch's device
"meta".
"""

import contextlib
import importlib
import importlib.metadata
import io
import json
import os
import signal
import sys
import warnings

import catalogue
import repositories

SECONDS = 90  # for one model
PACKAGES = {  # where the name of the package is another one
    "whisper": "openai-whisper",
    "open_clip": "open-clip-torch",
    "basicsr": "basicsr-fixed",
    "clip": "clip-anytorch",
    "doctr": "python-doctr",
    "esm": "fair-esm",
}


def version(library):
    if library in repositories.VERSIONS:
        return repositories.VERSIONS[library]
    return importlib.metadata.version(PACKAGES.get(library, library.replace("_", "-")))


def asked(record):
    """What a record is of: a model may be there for several numbers of classes."""
    return (*record["of"], json.dumps(record["asked"]))


def made_of(code, values):
    """The model that `code` makes on torch's device "meta", or on the CPU where a library computes with what it makes."""
    import torch

    imports, _, expression = code.rpartition("; ")
    scope = {"torch": torch}
    exec(imports or "import " + code.split(".", 1)[0], scope)
    eval(expression.split("(", 1)[0], scope)  # what is imported late must not be imported on that device
    for name, value in values.items():
        expression = expression.replace("{" + name + "}", str(value))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with torch.device("meta"):
                return eval(expression, scope)  # of the catalogue
        except RuntimeError:
            return eval(expression, scope)


def shapes_of(code, values):
    """Names and shapes of the model that `code` makes, the names of tensors that have an earlier one, too, and its class."""
    import torch

    model = made_of(code, values)
    first = {}
    shapes, tied = {}, []
    for key, value in model.state_dict(keep_vars=True).items():
        if isinstance(value, torch.Tensor):
            shapes[key] = list(value.shape)
            if first.setdefault(id(value), key) != key:
                tied.append(key)
    return shapes, tied, type(model).__name__


def without_values():
    """Tensors on the device "meta" have no values: what fills them takes most of the time, for nothing, and lists that
    libraries read while they make a model must not be there."""
    import torch

    def filled(tensor, *_args, **_kwargs):
        return tensor

    torch.Tensor.to_sparse = filled
    torch.nn.Module.to = filled
    modules = [torch.nn.init]
    with contextlib.suppress(ImportError):
        modules.append(importlib.import_module("timm.layers.weight_init"))
    with contextlib.suppress(ImportError):
        importlib.import_module("effdet")  # it compiles functions, which it cannot with the ones below
    for module in modules:
        for name in dir(module):
            if name.endswith("_") and not name.endswith("__"):
                setattr(module, name, filled)

    for name in ("linspace", "arange", "tensor"):
        original = getattr(torch, name)

        def made(*args, original=original, **kwargs):
            kwargs.setdefault("device", "cpu")
            return original(*args, **kwargs)

        setattr(torch, name, made)


def variable_size(size, values):
    """A size as [variable, factor] where it is a multiple of one of the primes."""
    for name, value in values.items():
        if value > 1000 and size and size % value == 0:
            return [name, size // value, 0]
    return size


def describe(code, variables):
    """Each key with its sizes; one that depends on a variable is [variable, factor, what is added]. Tied keys; the class."""
    shapes, tied, class_name = shapes_of(code, variables)
    keys = {key: [variable_size(size, variables) for size in shape] for key, shape in shapes.items()}
    for name, value in variables.items():
        if value > 1000:
            continue
        other, _, _ = shapes_of(code, variables | {name: value + 1})
        if list(other) != list(shapes):
            raise ValueError(f"other keys for another {name}")
        for key, shape in shapes.items():
            for i, (a, b) in enumerate(zip(shape, other[key], strict=True)):
                if a != b:
                    keys[key][i] = [name, b - a, a - (b - a) * value]
    return keys, tied, class_name


def too_long(*_):
    raise TimeoutError(f"more than {SECONDS} s")


def attempt(library, code, variables):
    """The keys, or why there are none. A library may not take all variables for every model."""
    tries = [variables]
    if "channels" in variables and library in ("timm", "segmentation_models_pytorch"):
        tries.append({name: value for name, value in variables.items() if name != "channels"})
    error = None
    for given in tries:
        try:
            signal.alarm(SECONDS)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                plain = code if "channels" in given else code.replace("{channels}", "3")
                return plain, given, describe(plain, given)
        except Exception as failure:
            error = f"{type(failure).__name__}: {failure}"[:300]
        finally:
            signal.alarm(0)
    return code, variables, error


def main():
    path, wanted = sys.argv[1], sys.argv[2:]
    signal.signal(signal.SIGALRM, too_long)
    without_values()
    done = set()
    if os.path.exists(path):
        with open(path) as lines:
            done = {asked(json.loads(line)) for line in lines}
    with open(path, "a") as out:
        for library, name, code, variables in catalogue.all_recipes(wanted):
            record = {"of": [library, name], "version": version(library), "asked": variables}
            if asked(record) in done:
                continue
            code, given, keys = attempt(library, code, variables)
            record |= {"code": code, "variables": list(given)}
            is_made = not isinstance(keys, str)
            record |= {"keys": keys[0], "tied": keys[1], "class": keys[2]} if is_made else {"error": keys}
            print(json.dumps(record), file=out, flush=True)
            print(library, name, len(keys[0]) if is_made else keys, flush=True)


if __name__ == "__main__":
    main()
