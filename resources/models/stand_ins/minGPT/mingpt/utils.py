"""What mingpt.model is made with; see model.py."""

import types


class CfgNode(types.SimpleNamespace):
    pass
