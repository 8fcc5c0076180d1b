from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class AllocateRequest(_message.Message):
    __slots__ = ["bytes"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    def __init__(self, bytes: _Optional[int] = ...) -> None: ...

class AllocateResponse(_message.Message):
    __slots__ = ["handle"]
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    handle: bytes
    def __init__(self, handle: _Optional[bytes] = ...) -> None: ...

class FreeRequest(_message.Message):
    __slots__ = ["handles"]
    HANDLES_FIELD_NUMBER: _ClassVar[int]
    handles: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, handles: _Optional[_Iterable[bytes]] = ...) -> None: ...

class FreeResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class GetRequest(_message.Message):
    __slots__ = ["bytes", "handle", "offset"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    handle: bytes
    offset: int
    def __init__(self, handle: _Optional[bytes] = ..., offset: _Optional[int] = ..., bytes: _Optional[int] = ...) -> None: ...

class GetResponse(_message.Message):
    __slots__ = ["chunk", "crc32c"]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    CRC32C_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    crc32c: int
    def __init__(self, chunk: _Optional[bytes] = ..., crc32c: _Optional[int] = ...) -> None: ...

class PutHeader(_message.Message):
    __slots__ = ["bytes", "chunk", "crc32c", "handle", "new_handle", "offset"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    CRC32C_FIELD_NUMBER: _ClassVar[int]
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    NEW_HANDLE_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    chunk: bytes
    crc32c: int
    handle: bytes
    new_handle: bytes
    offset: int
    def __init__(self, handle: _Optional[bytes] = ..., offset: _Optional[int] = ..., bytes: _Optional[int] = ..., crc32c: _Optional[int] = ..., chunk: _Optional[bytes] = ..., new_handle: _Optional[bytes] = ...) -> None: ...

class PutRequest(_message.Message):
    __slots__ = ["chunk", "header"]
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    HEADER_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    header: PutHeader
    def __init__(self, header: _Optional[_Union[PutHeader, _Mapping[str, object]]] = ..., chunk: _Optional[bytes] = ...) -> None: ...

class PutResponse(_message.Message):
    __slots__ = ["handle"]
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    handle: bytes
    def __init__(self, handle: _Optional[bytes] = ...) -> None: ...
