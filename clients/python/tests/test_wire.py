"""Values to messages and back, and the checked-in modules of the wire."""

import pathlib
import shutil
import struct
import subprocess

import numpy as np
import pytest

from pyasc import _rpc, _wire
from pyasc._crc32c import _finish, crc32c
from pyasc._proto.v1 import types_pb2

CLIENT = pathlib.Path(__file__).parent.parent


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -1,
        127,
        128,
        -128,
        -129,
        1 << 63,
        -(1 << 127),
        (1 << 127) - 1,
        0.5,
        "é",
        "",
        (),
        (1, (2.5, None)),
        np.float32(1.5),
        np.int8(-3),
        np.bool_(True),
        np.float16(0.1),
        np.uint64(2**64 - 1),
    ],
    ids=repr,
)
def test_scalars_come_back_as_they_were(value):
    wire = types_pb2.Scalar.FromString(_wire.encode_scalar(value).SerializeToString())
    found = _wire.decode_scalar(wire)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("value", [float("nan"), -0.0, float("-inf"), np.float32("nan")])
def test_floats_keep_their_bits(value):
    found = _wire.decode_scalar(_wire.encode_scalar(value))
    assert struct.pack("<d", found) == struct.pack("<d", value)


def test_what_is_no_attribute_is_refused():
    with pytest.raises(TypeError, match="complex"):
        _wire.encode_scalar(1j)
    with pytest.raises(OverflowError, match="128"):
        _wire.encode_scalar(1 << 127)


def test_messages_are_formatted_by_python():
    def part(value, conversion="", spec=""):
        wire = types_pb2.MessagePart(conversion=conversion, format=spec)
        _wire.encode_scalar(value, wire.value)
        return wire

    parts = [
        types_pb2.MessagePart(literal="n="),
        part(3.14159, spec=".2f"),
        part("a'b", "r"),
        part(np.float32(0.1)),
        part(255, spec="#x"),
        part(np.float64(1.5), "r"),
        part(None),
        part((1, "x")),
    ]
    expected = f"n=3.14{chr(34)}a'b{chr(34)}{np.float32(0.1)}0xff{np.float64(1.5)!r}None(1, 'x')"
    assert _wire.format_parts(parts) == expected


def test_every_method_of_the_wire_is_in_the_table():
    from pyasc._proto.v1 import (
        admin_service_pb2,
        kernel_service_pb2,
        launch_service_pb2,
        tensor_service_pb2,
    )

    modules = (admin_service_pb2, kernel_service_pb2, launch_service_pb2, tensor_service_pb2)
    declared = {
        f"/{service.full_name}/{method.name}": (method.input_type.name, method.output_type.name)
        for module in modules
        for service in module.DESCRIPTOR.services_by_name.values()
        for method in service.methods
    }
    table = {m.path: (m.request.__name__, m.response.__name__) for m in _rpc.METHODS}
    assert table == declared


SIZES = [0, 1, 3, 4, 15, 16, 17, 511, 512, 515, 32767, 32768, 32771, 70001]


@pytest.mark.parametrize("size", SIZES)
def test_the_checksum_is_that_of_one_byte_after_another(size):
    data = np.random.default_rng(size).integers(0, 256, size, np.uint8).tobytes()
    assert crc32c(data) == _finish(data, 0xFFFFFFFF)


def test_the_checksum_is_castagnolis():
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.skipif(shutil.which("protoc") is None, reason="needs protoc")
def test_the_checked_in_modules_are_those_protoc_makes(tmp_path):
    subprocess.run([CLIENT / "tools" / "generate_stubs", tmp_path], check=True)
    fresh = sorted((tmp_path / "pyasc" / "_proto" / "v1").iterdir())
    assert len(fresh) == 10
    for path in fresh:
        kept = CLIENT / "src" / "pyasc" / "_proto" / "v1" / path.name
        assert kept.read_text() == path.read_text(), f"run tools/generate_stubs: {path.name}"
