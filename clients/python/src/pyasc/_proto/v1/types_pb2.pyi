from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DATA_TYPE_BFLOAT16: DataType
DATA_TYPE_BOOL: DataType
DATA_TYPE_FLOAT16: DataType
DATA_TYPE_FLOAT32: DataType
DATA_TYPE_FLOAT64: DataType
DATA_TYPE_INT16: DataType
DATA_TYPE_INT32: DataType
DATA_TYPE_INT64: DataType
DATA_TYPE_INT8: DataType
DATA_TYPE_UINT16: DataType
DATA_TYPE_UINT32: DataType
DATA_TYPE_UINT64: DataType
DATA_TYPE_UINT8: DataType
DATA_TYPE_UNSPECIFIED: DataType
DESCRIPTOR: _descriptor.FileDescriptor

class Diagnostic(_message.Message):
    __slots__ = ["code", "hint", "message", "span"]
    CODE_FIELD_NUMBER: _ClassVar[int]
    HINT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    code: str
    hint: str
    message: str
    span: SourceSpan
    def __init__(self, code: _Optional[str] = ..., message: _Optional[str] = ..., hint: _Optional[str] = ..., span: _Optional[_Union[SourceSpan, _Mapping[str, object]]] = ...) -> None: ...

class LoopIndex(_message.Message):
    __slots__ = ["name", "value"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: Scalar
    def __init__(self, name: _Optional[str] = ..., value: _Optional[_Union[Scalar, _Mapping[str, object]]] = ...) -> None: ...

class MessagePart(_message.Message):
    __slots__ = ["conversion", "format", "literal", "value"]
    CONVERSION_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    LITERAL_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    conversion: str
    format: str
    literal: str
    value: Scalar
    def __init__(self, literal: _Optional[str] = ..., value: _Optional[_Union[Scalar, _Mapping[str, object]]] = ..., conversion: _Optional[str] = ..., format: _Optional[str] = ...) -> None: ...

class OperatorException(_message.Message):
    __slots__ = ["loops", "parts", "span", "type"]
    LOOPS_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    loops: _containers.RepeatedCompositeFieldContainer[LoopIndex]
    parts: _containers.RepeatedCompositeFieldContainer[MessagePart]
    span: SourceSpan
    type: str
    def __init__(self, type: _Optional[str] = ..., parts: _Optional[_Iterable[_Union[MessagePart, _Mapping[str, object]]]] = ..., span: _Optional[_Union[SourceSpan, _Mapping[str, object]]] = ..., loops: _Optional[_Iterable[_Union[LoopIndex, _Mapping[str, object]]]] = ...) -> None: ...

class Parameter(_message.Message):
    __slots__ = ["constant", "has_default", "may_omit", "name", "written"]
    CONSTANT_FIELD_NUMBER: _ClassVar[int]
    HAS_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    MAY_OMIT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    WRITTEN_FIELD_NUMBER: _ClassVar[int]
    constant: bool
    has_default: bool
    may_omit: bool
    name: str
    written: bool
    def __init__(self, name: _Optional[str] = ..., has_default: bool = ..., written: bool = ..., may_omit: bool = ..., constant: bool = ...) -> None: ...

class PrintedLine(_message.Message):
    __slots__ = ["end", "parts", "span"]
    END_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    SPAN_FIELD_NUMBER: _ClassVar[int]
    end: str
    parts: _containers.RepeatedCompositeFieldContainer[MessagePart]
    span: SourceSpan
    def __init__(self, parts: _Optional[_Iterable[_Union[MessagePart, _Mapping[str, object]]]] = ..., end: _Optional[str] = ..., span: _Optional[_Union[SourceSpan, _Mapping[str, object]]] = ...) -> None: ...

class Scalar(_message.Message):
    __slots__ = ["boolean", "integer", "none", "numpy", "real", "text", "tuple"]
    class None_(_message.Message):
        __slots__ = []
        def __init__(self) -> None: ...
    class Numpy(_message.Message):
        __slots__ = ["bits", "dtype"]
        BITS_FIELD_NUMBER: _ClassVar[int]
        DTYPE_FIELD_NUMBER: _ClassVar[int]
        bits: bytes
        dtype: DataType
        def __init__(self, dtype: _Optional[_Union[DataType, str]] = ..., bits: _Optional[bytes] = ...) -> None: ...
    class Tuple(_message.Message):
        __slots__ = ["items"]
        ITEMS_FIELD_NUMBER: _ClassVar[int]
        items: _containers.RepeatedCompositeFieldContainer[Scalar]
        def __init__(self, items: _Optional[_Iterable[_Union[Scalar, _Mapping[str, object]]]] = ...) -> None: ...
    BOOLEAN_FIELD_NUMBER: _ClassVar[int]
    INTEGER_FIELD_NUMBER: _ClassVar[int]
    NONE_FIELD_NUMBER: _ClassVar[int]
    NUMPY_FIELD_NUMBER: _ClassVar[int]
    REAL_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    TUPLE_FIELD_NUMBER: _ClassVar[int]
    boolean: bool
    integer: bytes
    none: Scalar.None_
    numpy: Scalar.Numpy
    real: float
    text: str
    tuple: Scalar.Tuple
    def __init__(self, none: _Optional[_Union[Scalar.None_, _Mapping[str, object]]] = ..., boolean: bool = ..., integer: _Optional[bytes] = ..., real: _Optional[float] = ..., text: _Optional[str] = ..., numpy: _Optional[_Union[Scalar.Numpy, _Mapping[str, object]]] = ..., tuple: _Optional[_Union[Scalar.Tuple, _Mapping[str, object]]] = ...) -> None: ...

class Signature(_message.Message):
    __slots__ = ["parameters"]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    parameters: _containers.RepeatedCompositeFieldContainer[Parameter]
    def __init__(self, parameters: _Optional[_Iterable[_Union[Parameter, _Mapping[str, object]]]] = ...) -> None: ...

class SourceSpan(_message.Message):
    __slots__ = ["column", "end_column", "end_line", "line"]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    END_COLUMN_FIELD_NUMBER: _ClassVar[int]
    END_LINE_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    column: int
    end_column: int
    end_line: int
    line: int
    def __init__(self, line: _Optional[int] = ..., column: _Optional[int] = ..., end_line: _Optional[int] = ..., end_column: _Optional[int] = ...) -> None: ...

class Span(_message.Message):
    __slots__ = ["duration_ns", "name", "start_ns"]
    DURATION_NS_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    START_NS_FIELD_NUMBER: _ClassVar[int]
    duration_ns: int
    name: str
    start_ns: int
    def __init__(self, name: _Optional[str] = ..., start_ns: _Optional[int] = ..., duration_ns: _Optional[int] = ...) -> None: ...

class TensorView(_message.Message):
    __slots__ = ["dtype", "handle", "offset", "shape", "strides"]
    DTYPE_FIELD_NUMBER: _ClassVar[int]
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    SHAPE_FIELD_NUMBER: _ClassVar[int]
    STRIDES_FIELD_NUMBER: _ClassVar[int]
    dtype: DataType
    handle: bytes
    offset: int
    shape: _containers.RepeatedScalarFieldContainer[int]
    strides: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, handle: _Optional[bytes] = ..., offset: _Optional[int] = ..., dtype: _Optional[_Union[DataType, str]] = ..., shape: _Optional[_Iterable[int]] = ..., strides: _Optional[_Iterable[int]] = ...) -> None: ...

class DataType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = []
