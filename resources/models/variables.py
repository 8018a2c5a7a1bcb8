"""What recipes of all libraries use."""

import importlib

# What a variable is while a model is made: a prime that no other size is a multiple of, so that sizes which are tell
# where it went. For others, small numbers: the model is made twice.
CLASSES = {"classes": 1013}
CHANNELS = {"channels": 1009}
VOCABULARY = {"vocabulary": 300007}


def try_import(name):
    try:
        return importlib.import_module(name)
    except ImportError as error:
        print(f"{name} is not installed: {error}")
        return None
