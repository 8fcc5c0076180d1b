from pyasc._proto.v1 import types_pb2 as _types_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ArgumentType(_message.Message):
    __slots__ = ["attribute", "omitted", "tensor"]
    class Omitted(_message.Message):
        __slots__ = []
        def __init__(self) -> None: ...
    class Tensor(_message.Message):
        __slots__ = ["dtype", "resizable", "shape", "strides"]
        DTYPE_FIELD_NUMBER: _ClassVar[int]
        RESIZABLE_FIELD_NUMBER: _ClassVar[int]
        SHAPE_FIELD_NUMBER: _ClassVar[int]
        STRIDES_FIELD_NUMBER: _ClassVar[int]
        dtype: _types_pb2.DataType
        resizable: bool
        shape: _containers.RepeatedScalarFieldContainer[int]
        strides: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, dtype: _Optional[_Union[_types_pb2.DataType, str]] = ..., shape: _Optional[_Iterable[int]] = ..., strides: _Optional[_Iterable[int]] = ..., resizable: bool = ...) -> None: ...
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    OMITTED_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    attribute: _types_pb2.Scalar
    omitted: ArgumentType.Omitted
    tensor: ArgumentType.Tensor
    def __init__(self, tensor: _Optional[_Union[ArgumentType.Tensor, _Mapping[str, object]]] = ..., omitted: _Optional[_Union[ArgumentType.Omitted, _Mapping[str, object]]] = ..., attribute: _Optional[_Union[_types_pb2.Scalar, _Mapping[str, object]]] = ...) -> None: ...

class Capture(_message.Message):
    __slots__ = ["module", "name", "other_type", "scalar"]
    MODULE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OTHER_TYPE_FIELD_NUMBER: _ClassVar[int]
    SCALAR_FIELD_NUMBER: _ClassVar[int]
    module: str
    name: str
    other_type: str
    scalar: _types_pb2.Scalar
    def __init__(self, name: _Optional[str] = ..., module: _Optional[str] = ..., scalar: _Optional[_Union[_types_pb2.Scalar, _Mapping[str, object]]] = ..., other_type: _Optional[str] = ...) -> None: ...

class CompileRequest(_message.Message):
    __slots__ = ["arguments", "backend", "captures", "operator_id", "opt_level", "stages"]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    BACKEND_FIELD_NUMBER: _ClassVar[int]
    CAPTURES_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_ID_FIELD_NUMBER: _ClassVar[int]
    OPT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    arguments: _containers.RepeatedCompositeFieldContainer[ArgumentType]
    backend: str
    captures: _containers.RepeatedCompositeFieldContainer[Capture]
    operator_id: bytes
    opt_level: int
    stages: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, operator_id: _Optional[bytes] = ..., arguments: _Optional[_Iterable[_Union[ArgumentType, _Mapping[str, object]]]] = ..., captures: _Optional[_Iterable[_Union[Capture, _Mapping[str, object]]]] = ..., opt_level: _Optional[int] = ..., backend: _Optional[str] = ..., stages: _Optional[_Iterable[str]] = ...) -> None: ...

class CompileResponse(_message.Message):
    __slots__ = ["diagnostics", "kernel", "source", "spans", "stages", "tensors"]
    class StagesEntry(_message.Message):
        __slots__ = ["key", "value"]
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    KERNEL_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    SPANS_FIELD_NUMBER: _ClassVar[int]
    STAGES_FIELD_NUMBER: _ClassVar[int]
    TENSORS_FIELD_NUMBER: _ClassVar[int]
    diagnostics: _containers.RepeatedCompositeFieldContainer[_types_pb2.Diagnostic]
    kernel: KernelInfo
    source: str
    spans: _containers.RepeatedCompositeFieldContainer[_types_pb2.Span]
    stages: _containers.ScalarMap[str, str]
    tensors: _containers.RepeatedCompositeFieldContainer[KernelTensor]
    def __init__(self, diagnostics: _Optional[_Iterable[_Union[_types_pb2.Diagnostic, _Mapping[str, object]]]] = ..., kernel: _Optional[_Union[KernelInfo, _Mapping[str, object]]] = ..., source: _Optional[str] = ..., stages: _Optional[_Mapping[str, str]] = ..., tensors: _Optional[_Iterable[_Union[KernelTensor, _Mapping[str, object]]]] = ..., spans: _Optional[_Iterable[_Union[_types_pb2.Span, _Mapping[str, object]]]] = ...) -> None: ...

class KernelInfo(_message.Message):
    __slots__ = ["compile_us", "compiled", "device_kind", "image_bytes", "key", "opt_level"]
    COMPILED_FIELD_NUMBER: _ClassVar[int]
    COMPILE_US_FIELD_NUMBER: _ClassVar[int]
    DEVICE_KIND_FIELD_NUMBER: _ClassVar[int]
    IMAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    OPT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    compile_us: int
    compiled: bool
    device_kind: str
    image_bytes: int
    key: bytes
    opt_level: int
    def __init__(self, key: _Optional[bytes] = ..., compiled: bool = ..., compile_us: _Optional[int] = ..., device_kind: _Optional[str] = ..., opt_level: _Optional[int] = ..., image_bytes: _Optional[int] = ...) -> None: ...

class KernelTensor(_message.Message):
    __slots__ = ["created", "dtype", "parameter", "rank", "read", "resized", "written"]
    CREATED_FIELD_NUMBER: _ClassVar[int]
    DTYPE_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    READ_FIELD_NUMBER: _ClassVar[int]
    RESIZED_FIELD_NUMBER: _ClassVar[int]
    WRITTEN_FIELD_NUMBER: _ClassVar[int]
    created: bool
    dtype: _types_pb2.DataType
    parameter: int
    rank: int
    read: bool
    resized: bool
    written: bool
    def __init__(self, parameter: _Optional[int] = ..., dtype: _Optional[_Union[_types_pb2.DataType, str]] = ..., rank: _Optional[int] = ..., read: bool = ..., written: bool = ..., created: bool = ..., resized: bool = ...) -> None: ...

class RegisterRequest(_message.Message):
    __slots__ = ["captures", "name", "source"]
    CAPTURES_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    captures: _containers.RepeatedCompositeFieldContainer[Capture]
    name: str
    source: bytes
    def __init__(self, name: _Optional[str] = ..., source: _Optional[bytes] = ..., captures: _Optional[_Iterable[_Union[Capture, _Mapping[str, object]]]] = ...) -> None: ...

class RegisterResponse(_message.Message):
    __slots__ = ["diagnostics", "free_names", "operator_id", "signature"]
    DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
    FREE_NAMES_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_ID_FIELD_NUMBER: _ClassVar[int]
    SIGNATURE_FIELD_NUMBER: _ClassVar[int]
    diagnostics: _containers.RepeatedCompositeFieldContainer[_types_pb2.Diagnostic]
    free_names: _containers.RepeatedScalarFieldContainer[str]
    operator_id: bytes
    signature: _types_pb2.Signature
    def __init__(self, diagnostics: _Optional[_Iterable[_Union[_types_pb2.Diagnostic, _Mapping[str, object]]]] = ..., operator_id: _Optional[bytes] = ..., signature: _Optional[_Union[_types_pb2.Signature, _Mapping[str, object]]] = ..., free_names: _Optional[_Iterable[str]] = ...) -> None: ...
