"""What a kernel was asked for, as people read it."""

from __future__ import annotations

import reprlib

from pyasc import _binding, _wire
from pyasc._proto.v1 import kernel_service_pb2


def annotation(argument: kernel_service_pb2.ArgumentType) -> str:
    """Return an argument's type as an annotation; none for an output that is left out."""
    if argument.HasField("tensor"):
        dtype = _wire.dtype_of(argument.tensor.dtype)
        return f": {dtype.name}[{', '.join(map(str, argument.tensor.shape))}]"
    if argument.HasField("attribute"):
        return f": {_type_name(_wire.decode_scalar(argument.attribute))}"
    return ""


def fixed(argument: kernel_service_pb2.ArgumentType, parameter: _binding.Parameter) -> str:
    """Return the value that the kernel is for; "" if it is for all of the type."""
    if not argument.HasField("attribute"):
        return ""
    value = _wire.decode_scalar(argument.attribute)
    of_each_value = value is None or isinstance(value, (str, tuple))
    if of_each_value or (parameter.constant and type(value) in (bool, int)):
        return reprlib.repr(value)
    return ""


def size_class(argument: kernel_service_pb2.ArgumentType) -> str:
    """Return what other arguments a kernel fits as far as sizes go: any from 2 on are alike."""
    if not argument.HasField("tensor"):
        return ""
    sizes = [str(size) if size < 2 else "2+" for size in argument.tensor.shape]
    return f"{_wire.dtype_of(argument.tensor.dtype).name}[{', '.join(sizes)}]"


def _type_name(value: object) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_type_name, value))})"
    return "None" if value is None else type(value).__name__
