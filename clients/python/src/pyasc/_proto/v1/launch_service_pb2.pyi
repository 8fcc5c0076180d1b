from pyasc._proto.v1 import kernel_service_pb2 as _kernel_service_pb2
from pyasc._proto.v1 import types_pb2 as _types_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class InlineMemory(_message.Message):
    __slots__ = ["crc32c", "data"]
    CRC32C_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    crc32c: int
    data: bytes
    def __init__(self, data: _Optional[bytes] = ..., crc32c: _Optional[int] = ...) -> None: ...

class LaunchArgument(_message.Message):
    __slots__ = ["attribute", "omitted", "tensor"]
    class Omitted(_message.Message):
        __slots__ = []
        def __init__(self) -> None: ...
    class Tensor(_message.Message):
        __slots__ = ["inline_index", "resizable", "view"]
        INLINE_INDEX_FIELD_NUMBER: _ClassVar[int]
        RESIZABLE_FIELD_NUMBER: _ClassVar[int]
        VIEW_FIELD_NUMBER: _ClassVar[int]
        inline_index: int
        resizable: bool
        view: _types_pb2.TensorView
        def __init__(self, view: _Optional[_Union[_types_pb2.TensorView, _Mapping[str, object]]] = ..., resizable: bool = ..., inline_index: _Optional[int] = ...) -> None: ...
    ATTRIBUTE_FIELD_NUMBER: _ClassVar[int]
    OMITTED_FIELD_NUMBER: _ClassVar[int]
    TENSOR_FIELD_NUMBER: _ClassVar[int]
    attribute: _types_pb2.Scalar
    omitted: LaunchArgument.Omitted
    tensor: LaunchArgument.Tensor
    def __init__(self, tensor: _Optional[_Union[LaunchArgument.Tensor, _Mapping[str, object]]] = ..., omitted: _Optional[_Union[LaunchArgument.Omitted, _Mapping[str, object]]] = ..., attribute: _Optional[_Union[_types_pb2.Scalar, _Mapping[str, object]]] = ...) -> None: ...

class LaunchManyRequest(_message.Message):
    __slots__ = ["launches", "prints_meanwhile"]
    LAUNCHES_FIELD_NUMBER: _ClassVar[int]
    PRINTS_MEANWHILE_FIELD_NUMBER: _ClassVar[int]
    launches: _containers.RepeatedCompositeFieldContainer[LaunchRequest]
    prints_meanwhile: bool
    def __init__(self, launches: _Optional[_Iterable[_Union[LaunchRequest, _Mapping[str, object]]]] = ..., prints_meanwhile: bool = ...) -> None: ...

class LaunchManyResponse(_message.Message):
    __slots__ = ["index", "prints_meanwhile", "response", "status_code", "status_message"]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    PRINTS_MEANWHILE_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    STATUS_CODE_FIELD_NUMBER: _ClassVar[int]
    STATUS_MESSAGE_FIELD_NUMBER: _ClassVar[int]
    index: int
    prints_meanwhile: _containers.RepeatedCompositeFieldContainer[_types_pb2.PrintedLine]
    response: LaunchResponse
    status_code: int
    status_message: str
    def __init__(self, index: _Optional[int] = ..., response: _Optional[_Union[LaunchResponse, _Mapping[str, object]]] = ..., prints_meanwhile: _Optional[_Iterable[_Union[_types_pb2.PrintedLine, _Mapping[str, object]]]] = ..., status_code: _Optional[int] = ..., status_message: _Optional[str] = ...) -> None: ...

class LaunchRequest(_message.Message):
    __slots__ = ["arguments", "backend", "captures", "inline_created", "inline_memory", "new_handles", "operator_id", "opt_level"]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    BACKEND_FIELD_NUMBER: _ClassVar[int]
    CAPTURES_FIELD_NUMBER: _ClassVar[int]
    INLINE_CREATED_FIELD_NUMBER: _ClassVar[int]
    INLINE_MEMORY_FIELD_NUMBER: _ClassVar[int]
    NEW_HANDLES_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_ID_FIELD_NUMBER: _ClassVar[int]
    OPT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    arguments: _containers.RepeatedCompositeFieldContainer[LaunchArgument]
    backend: str
    captures: _containers.RepeatedCompositeFieldContainer[_kernel_service_pb2.Capture]
    inline_created: bool
    inline_memory: _containers.RepeatedCompositeFieldContainer[InlineMemory]
    new_handles: _containers.RepeatedScalarFieldContainer[bytes]
    operator_id: bytes
    opt_level: int
    def __init__(self, operator_id: _Optional[bytes] = ..., arguments: _Optional[_Iterable[_Union[LaunchArgument, _Mapping[str, object]]]] = ..., captures: _Optional[_Iterable[_Union[_kernel_service_pb2.Capture, _Mapping[str, object]]]] = ..., opt_level: _Optional[int] = ..., backend: _Optional[str] = ..., inline_memory: _Optional[_Iterable[_Union[InlineMemory, _Mapping[str, object]]]] = ..., inline_created: bool = ..., new_handles: _Optional[_Iterable[bytes]] = ...) -> None: ...

class LaunchResponse(_message.Message):
    __slots__ = ["compile_errors", "device", "exception", "kernel", "prints", "queue_ns", "run_ns", "spans", "success"]
    class CompileErrors(_message.Message):
        __slots__ = ["diagnostics"]
        DIAGNOSTICS_FIELD_NUMBER: _ClassVar[int]
        diagnostics: _containers.RepeatedCompositeFieldContainer[_types_pb2.Diagnostic]
        def __init__(self, diagnostics: _Optional[_Iterable[_Union[_types_pb2.Diagnostic, _Mapping[str, object]]]] = ...) -> None: ...
    class Success(_message.Message):
        __slots__ = ["inline_memory", "written"]
        INLINE_MEMORY_FIELD_NUMBER: _ClassVar[int]
        WRITTEN_FIELD_NUMBER: _ClassVar[int]
        inline_memory: _containers.RepeatedCompositeFieldContainer[InlineMemory]
        written: _containers.RepeatedCompositeFieldContainer[WrittenTensor]
        def __init__(self, written: _Optional[_Iterable[_Union[WrittenTensor, _Mapping[str, object]]]] = ..., inline_memory: _Optional[_Iterable[_Union[InlineMemory, _Mapping[str, object]]]] = ...) -> None: ...
    COMPILE_ERRORS_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    EXCEPTION_FIELD_NUMBER: _ClassVar[int]
    KERNEL_FIELD_NUMBER: _ClassVar[int]
    PRINTS_FIELD_NUMBER: _ClassVar[int]
    QUEUE_NS_FIELD_NUMBER: _ClassVar[int]
    RUN_NS_FIELD_NUMBER: _ClassVar[int]
    SPANS_FIELD_NUMBER: _ClassVar[int]
    SUCCESS_FIELD_NUMBER: _ClassVar[int]
    compile_errors: LaunchResponse.CompileErrors
    device: str
    exception: _types_pb2.OperatorException
    kernel: _kernel_service_pb2.KernelInfo
    prints: _containers.RepeatedCompositeFieldContainer[_types_pb2.PrintedLine]
    queue_ns: int
    run_ns: int
    spans: _containers.RepeatedCompositeFieldContainer[_types_pb2.Span]
    success: LaunchResponse.Success
    def __init__(self, success: _Optional[_Union[LaunchResponse.Success, _Mapping[str, object]]] = ..., exception: _Optional[_Union[_types_pb2.OperatorException, _Mapping[str, object]]] = ..., compile_errors: _Optional[_Union[LaunchResponse.CompileErrors, _Mapping[str, object]]] = ..., prints: _Optional[_Iterable[_Union[_types_pb2.PrintedLine, _Mapping[str, object]]]] = ..., kernel: _Optional[_Union[_kernel_service_pb2.KernelInfo, _Mapping[str, object]]] = ..., run_ns: _Optional[int] = ..., queue_ns: _Optional[int] = ..., device: _Optional[str] = ..., spans: _Optional[_Iterable[_Union[_types_pb2.Span, _Mapping[str, object]]]] = ...) -> None: ...

class WrittenTensor(_message.Message):
    __slots__ = ["created", "inline_index", "parameter", "view"]
    CREATED_FIELD_NUMBER: _ClassVar[int]
    INLINE_INDEX_FIELD_NUMBER: _ClassVar[int]
    PARAMETER_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    created: bool
    inline_index: int
    parameter: int
    view: _types_pb2.TensorView
    def __init__(self, parameter: _Optional[int] = ..., view: _Optional[_Union[_types_pb2.TensorView, _Mapping[str, object]]] = ..., created: bool = ..., inline_index: _Optional[int] = ...) -> None: ...
