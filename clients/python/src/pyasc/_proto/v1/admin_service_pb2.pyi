from pyasc._proto.v1 import kernel_service_pb2 as _kernel_service_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CachedKernel(_message.Message):
    __slots__ = ["created_unix_s", "kernel", "operator_name", "used_unix_s"]
    CREATED_UNIX_S_FIELD_NUMBER: _ClassVar[int]
    KERNEL_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_NAME_FIELD_NUMBER: _ClassVar[int]
    USED_UNIX_S_FIELD_NUMBER: _ClassVar[int]
    created_unix_s: int
    kernel: _kernel_service_pb2.KernelInfo
    operator_name: str
    used_unix_s: int
    def __init__(self, kernel: _Optional[_Union[_kernel_service_pb2.KernelInfo, _Mapping]] = ..., operator_name: _Optional[str] = ..., created_unix_s: _Optional[int] = ..., used_unix_s: _Optional[int] = ...) -> None: ...

class ClearCacheRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ClearCacheResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class Device(_message.Message):
    __slots__ = ["computes", "cores", "kind", "launches", "model", "name", "queue_depth", "worker_restarts"]
    COMPUTES_FIELD_NUMBER: _ClassVar[int]
    CORES_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LAUNCHES_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    QUEUE_DEPTH_FIELD_NUMBER: _ClassVar[int]
    WORKER_RESTARTS_FIELD_NUMBER: _ClassVar[int]
    computes: bool
    cores: int
    kind: str
    launches: int
    model: str
    name: str
    queue_depth: int
    worker_restarts: int
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[str] = ..., model: _Optional[str] = ..., cores: _Optional[int] = ..., computes: bool = ..., queue_depth: _Optional[int] = ..., launches: _Optional[int] = ..., worker_restarts: _Optional[int] = ...) -> None: ...

class GetInfoRequest(_message.Message):
    __slots__ = ["client_version"]
    CLIENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    client_version: str
    def __init__(self, client_version: _Optional[str] = ...) -> None: ...

class GetInfoResponse(_message.Message):
    __slots__ = ["backends", "capabilities", "default_backend", "log_path", "pid", "protocol", "state_directory", "version"]
    BACKENDS_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_BACKEND_FIELD_NUMBER: _ClassVar[int]
    LOG_PATH_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    PROTOCOL_FIELD_NUMBER: _ClassVar[int]
    STATE_DIRECTORY_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    backends: _containers.RepeatedScalarFieldContainer[str]
    capabilities: _containers.RepeatedScalarFieldContainer[str]
    default_backend: str
    log_path: str
    pid: int
    protocol: int
    state_directory: str
    version: str
    def __init__(self, version: _Optional[str] = ..., protocol: _Optional[int] = ..., capabilities: _Optional[_Iterable[str]] = ..., pid: _Optional[int] = ..., state_directory: _Optional[str] = ..., log_path: _Optional[str] = ..., backends: _Optional[_Iterable[str]] = ..., default_backend: _Optional[str] = ...) -> None: ...

class GetStatusRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class GetStatusResponse(_message.Message):
    __slots__ = ["analyses", "cache_bytes", "cache_hits", "cache_misses", "cache_quarantined", "compiles", "kernels", "launches", "sandbox_level", "sandbox_missing", "sandbox_user", "sessions", "tensor_bytes", "tensors", "uptime_seconds"]
    ANALYSES_FIELD_NUMBER: _ClassVar[int]
    CACHE_BYTES_FIELD_NUMBER: _ClassVar[int]
    CACHE_HITS_FIELD_NUMBER: _ClassVar[int]
    CACHE_MISSES_FIELD_NUMBER: _ClassVar[int]
    CACHE_QUARANTINED_FIELD_NUMBER: _ClassVar[int]
    COMPILES_FIELD_NUMBER: _ClassVar[int]
    KERNELS_FIELD_NUMBER: _ClassVar[int]
    LAUNCHES_FIELD_NUMBER: _ClassVar[int]
    SANDBOX_LEVEL_FIELD_NUMBER: _ClassVar[int]
    SANDBOX_MISSING_FIELD_NUMBER: _ClassVar[int]
    SANDBOX_USER_FIELD_NUMBER: _ClassVar[int]
    SESSIONS_FIELD_NUMBER: _ClassVar[int]
    TENSORS_FIELD_NUMBER: _ClassVar[int]
    TENSOR_BYTES_FIELD_NUMBER: _ClassVar[int]
    UPTIME_SECONDS_FIELD_NUMBER: _ClassVar[int]
    analyses: int
    cache_bytes: int
    cache_hits: int
    cache_misses: int
    cache_quarantined: int
    compiles: int
    kernels: int
    launches: int
    sandbox_level: int
    sandbox_missing: str
    sandbox_user: str
    sessions: int
    tensor_bytes: int
    tensors: int
    uptime_seconds: float
    def __init__(self, uptime_seconds: _Optional[float] = ..., sessions: _Optional[int] = ..., tensors: _Optional[int] = ..., tensor_bytes: _Optional[int] = ..., launches: _Optional[int] = ..., compiles: _Optional[int] = ..., kernels: _Optional[int] = ..., analyses: _Optional[int] = ..., cache_bytes: _Optional[int] = ..., cache_hits: _Optional[int] = ..., cache_misses: _Optional[int] = ..., cache_quarantined: _Optional[int] = ..., sandbox_level: _Optional[int] = ..., sandbox_missing: _Optional[str] = ..., sandbox_user: _Optional[str] = ...) -> None: ...

class ListDevicesRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ListDevicesResponse(_message.Message):
    __slots__ = ["devices"]
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    devices: _containers.RepeatedCompositeFieldContainer[Device]
    def __init__(self, devices: _Optional[_Iterable[_Union[Device, _Mapping]]] = ...) -> None: ...

class ListKernelsRequest(_message.Message):
    __slots__ = ["limit"]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    limit: int
    def __init__(self, limit: _Optional[int] = ...) -> None: ...

class ListKernelsResponse(_message.Message):
    __slots__ = ["kernels"]
    KERNELS_FIELD_NUMBER: _ClassVar[int]
    kernels: _containers.RepeatedCompositeFieldContainer[CachedKernel]
    def __init__(self, kernels: _Optional[_Iterable[_Union[CachedKernel, _Mapping]]] = ...) -> None: ...

class OpenSessionRequest(_message.Message):
    __slots__ = ["client_name", "client_version"]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    client_name: str
    client_version: str
    def __init__(self, client_name: _Optional[str] = ..., client_version: _Optional[str] = ...) -> None: ...

class SessionEvent(_message.Message):
    __slots__ = ["session_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: bytes
    def __init__(self, session_id: _Optional[bytes] = ...) -> None: ...

class StopRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class StopResponse(_message.Message):
    __slots__ = ["launches"]
    LAUNCHES_FIELD_NUMBER: _ClassVar[int]
    launches: int
    def __init__(self, launches: _Optional[int] = ...) -> None: ...
