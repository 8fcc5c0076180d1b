"""Operators as the Python functions that they are, for `fake_daemon`."""

from __future__ import annotations

import ast
import math
import textwrap

import numpy as np

import pyasc
from pyasc import _wire
from pyasc._proto.v1 import types_pb2

MODULES = {"numpy": np, "math": math, "pyasc": pyasc}


class Created(np.ndarray):
    """An output that the kernel makes; as a pyasc tensor, it can be resized."""

    def resize(self, *shape):
        sizes = shape[0] if len(shape) == 1 and not np.isscalar(shape[0]) else shape
        super().resize(tuple(int(n) for n in sizes), refcheck=False)


class Omitted:
    """An output that was left out, until the operator says what it is."""

    def __init__(self, dtype):
        self.array = np.ndarray.__new__(Created, (0,), dtype)

    def resize(self, *shape):
        self.array.resize(*shape)

    def __setitem__(self, key, value):
        if key in (slice(None), Ellipsis) and self.array.shape == (0,):
            value = np.asarray(value)
            self.array = np.ndarray.__new__(Created, value.shape, value.dtype)
        self.array[key] = value

    def __getitem__(self, key):
        return self.array[key]


class Operator:
    def __init__(self, request):
        text = textwrap.dedent(request.source.decode())
        self.tree = ast.parse(text)
        self.node = self.tree.body[0]
        self.node.decorator_list = []
        self.signature = types_pb2.Signature()
        for arg in [*self.node.args.posonlyargs, *self.node.args.args, *self.node.args.kwonlyargs]:
            written, omit = self._use(arg.arg)
            self.signature.parameters.add(name=arg.arg, written=written, may_omit=omit)

    def _use(self, name):
        def names(node):
            return isinstance(node, ast.Name) and node.id == name

        written = resized = first = False
        for node in ast.walk(self.node):
            if isinstance(node, ast.Subscript) and names(node.value):
                written |= isinstance(node.ctx, ast.Store)
                first |= (
                    isinstance(node.ctx, ast.Store)
                    and isinstance(node.slice, (ast.Slice, ast.Constant))
                    and getattr(node.slice, "value", ...) is ...
                )
            if isinstance(node, ast.Attribute) and node.attr == "resize" and names(node.value):
                written = resized = True
        return written, written and (resized or first)

    def function(self, captures, printed):
        scope = {"print": lambda *a: printed.append(" ".join(map(str, a)))}
        for capture in captures:
            kind = capture.WhichOneof("bound")
            if kind == "module":
                scope[capture.name] = MODULES[capture.module]
            elif kind == "scalar":
                scope[capture.name] = _wire.decode_scalar(capture.scalar)
        exec(compile(self.tree, "<operator>", "exec"), scope)
        return scope[self.node.name]
