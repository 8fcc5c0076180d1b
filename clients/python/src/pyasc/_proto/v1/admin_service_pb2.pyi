from pyasc._proto.v1 import kernel_service_pb2 as _kernel_service_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CachedKernel(_message.Message):
    __slots__ = ["created_unix_s", "kernel", "operator_name", "producer", "toolchain", "used_unix_s"]
    CREATED_UNIX_S_FIELD_NUMBER: _ClassVar[int]
    KERNEL_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_NAME_FIELD_NUMBER: _ClassVar[int]
    PRODUCER_FIELD_NUMBER: _ClassVar[int]
    TOOLCHAIN_FIELD_NUMBER: _ClassVar[int]
    USED_UNIX_S_FIELD_NUMBER: _ClassVar[int]
    created_unix_s: int
    kernel: _kernel_service_pb2.KernelInfo
    operator_name: str
    producer: str
    toolchain: str
    used_unix_s: int
    def __init__(self, kernel: _Optional[_Union[_kernel_service_pb2.KernelInfo, _Mapping[str, object]]] = ..., operator_name: _Optional[str] = ..., created_unix_s: _Optional[int] = ..., used_unix_s: _Optional[int] = ..., toolchain: _Optional[str] = ..., producer: _Optional[str] = ...) -> None: ...

class ClearCacheRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ClearCacheResponse(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ClientSession(_message.Message):
    __slots__ = ["client_name", "client_version", "pid", "session"]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    client_name: str
    client_version: str
    pid: int
    session: str
    def __init__(self, session: _Optional[str] = ..., client_name: _Optional[str] = ..., client_version: _Optional[str] = ..., pid: _Optional[int] = ...) -> None: ...

class CollectGarbageRequest(_message.Message):
    __slots__ = ["dry_run", "max_bytes", "unused_for_s"]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    MAX_BYTES_FIELD_NUMBER: _ClassVar[int]
    UNUSED_FOR_S_FIELD_NUMBER: _ClassVar[int]
    dry_run: bool
    max_bytes: int
    unused_for_s: int
    def __init__(self, max_bytes: _Optional[int] = ..., unused_for_s: _Optional[int] = ..., dry_run: bool = ...) -> None: ...

class CollectGarbageResponse(_message.Message):
    __slots__ = ["analyses", "bytes", "kernels"]
    ANALYSES_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    KERNELS_FIELD_NUMBER: _ClassVar[int]
    analyses: int
    bytes: int
    kernels: int
    def __init__(self, kernels: _Optional[int] = ..., analyses: _Optional[int] = ..., bytes: _Optional[int] = ...) -> None: ...

class Device(_message.Message):
    __slots__ = ["computes", "cores", "kind", "launches", "model", "name", "queue_depth", "running", "worker_restarts"]
    COMPUTES_FIELD_NUMBER: _ClassVar[int]
    CORES_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LAUNCHES_FIELD_NUMBER: _ClassVar[int]
    MODEL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    QUEUE_DEPTH_FIELD_NUMBER: _ClassVar[int]
    RUNNING_FIELD_NUMBER: _ClassVar[int]
    WORKER_RESTARTS_FIELD_NUMBER: _ClassVar[int]
    computes: bool
    cores: int
    kind: str
    launches: int
    model: str
    name: str
    queue_depth: int
    running: RunningLaunch
    worker_restarts: int
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[str] = ..., model: _Optional[str] = ..., cores: _Optional[int] = ..., computes: bool = ..., queue_depth: _Optional[int] = ..., launches: _Optional[int] = ..., worker_restarts: _Optional[int] = ..., running: _Optional[_Union[RunningLaunch, _Mapping[str, object]]] = ...) -> None: ...

class GetCacheStatsRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class GetCacheStatsResponse(_message.Message):
    __slots__ = ["analyses", "bytes", "dropped_writes", "hits", "kernels", "max_bytes", "max_entries", "misses", "oldest_use_unix_s", "quarantined"]
    ANALYSES_FIELD_NUMBER: _ClassVar[int]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    DROPPED_WRITES_FIELD_NUMBER: _ClassVar[int]
    HITS_FIELD_NUMBER: _ClassVar[int]
    KERNELS_FIELD_NUMBER: _ClassVar[int]
    MAX_BYTES_FIELD_NUMBER: _ClassVar[int]
    MAX_ENTRIES_FIELD_NUMBER: _ClassVar[int]
    MISSES_FIELD_NUMBER: _ClassVar[int]
    OLDEST_USE_UNIX_S_FIELD_NUMBER: _ClassVar[int]
    QUARANTINED_FIELD_NUMBER: _ClassVar[int]
    analyses: int
    bytes: int
    dropped_writes: int
    hits: int
    kernels: int
    max_bytes: int
    max_entries: int
    misses: int
    oldest_use_unix_s: int
    quarantined: int
    def __init__(self, kernels: _Optional[int] = ..., analyses: _Optional[int] = ..., bytes: _Optional[int] = ..., max_bytes: _Optional[int] = ..., max_entries: _Optional[int] = ..., hits: _Optional[int] = ..., misses: _Optional[int] = ..., quarantined: _Optional[int] = ..., dropped_writes: _Optional[int] = ..., oldest_use_unix_s: _Optional[int] = ...) -> None: ...

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

class GetKernelRequest(_message.Message):
    __slots__ = ["key_prefix"]
    KEY_PREFIX_FIELD_NUMBER: _ClassVar[int]
    key_prefix: str
    def __init__(self, key_prefix: _Optional[str] = ...) -> None: ...

class GetKernelResponse(_message.Message):
    __slots__ = ["digest", "kernel", "source"]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    KERNEL_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    digest: bytes
    kernel: CachedKernel
    source: str
    def __init__(self, kernel: _Optional[_Union[CachedKernel, _Mapping[str, object]]] = ..., source: _Optional[str] = ..., digest: _Optional[bytes] = ...) -> None: ...

class GetMetricsRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class GetMetricsResponse(_message.Message):
    __slots__ = ["text"]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

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
    def __init__(self, devices: _Optional[_Iterable[_Union[Device, _Mapping[str, object]]]] = ...) -> None: ...

class ListKernelsRequest(_message.Message):
    __slots__ = ["before", "limit"]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    before: int
    limit: int
    def __init__(self, limit: _Optional[int] = ..., before: _Optional[int] = ...) -> None: ...

class ListKernelsResponse(_message.Message):
    __slots__ = ["kernels", "next"]
    KERNELS_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    kernels: _containers.RepeatedCompositeFieldContainer[CachedKernel]
    next: int
    def __init__(self, kernels: _Optional[_Iterable[_Union[CachedKernel, _Mapping[str, object]]]] = ..., next: _Optional[int] = ...) -> None: ...

class ListOperatorsRequest(_message.Message):
    __slots__ = []
    def __init__(self) -> None: ...

class ListOperatorsResponse(_message.Message):
    __slots__ = ["operators"]
    OPERATORS_FIELD_NUMBER: _ClassVar[int]
    operators: _containers.RepeatedCompositeFieldContainer[RegisteredOperator]
    def __init__(self, operators: _Optional[_Iterable[_Union[RegisteredOperator, _Mapping[str, object]]]] = ...) -> None: ...

class OpenSessionRequest(_message.Message):
    __slots__ = ["client_name", "client_version"]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_VERSION_FIELD_NUMBER: _ClassVar[int]
    client_name: str
    client_version: str
    def __init__(self, client_name: _Optional[str] = ..., client_version: _Optional[str] = ...) -> None: ...

class RegisteredOperator(_message.Message):
    __slots__ = ["name", "operator_id", "session", "source"]
    NAME_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_ID_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    name: str
    operator_id: bytes
    session: str
    source: str
    def __init__(self, name: _Optional[str] = ..., operator_id: _Optional[bytes] = ..., session: _Optional[str] = ..., source: _Optional[str] = ...) -> None: ...

class RemoveKernelsRequest(_message.Message):
    __slots__ = ["dry_run", "keys"]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    dry_run: bool
    keys: _containers.RepeatedScalarFieldContainer[bytes]
    def __init__(self, keys: _Optional[_Iterable[bytes]] = ..., dry_run: bool = ...) -> None: ...

class RemoveKernelsResponse(_message.Message):
    __slots__ = ["bytes", "kernels"]
    BYTES_FIELD_NUMBER: _ClassVar[int]
    KERNELS_FIELD_NUMBER: _ClassVar[int]
    bytes: int
    kernels: int
    def __init__(self, kernels: _Optional[int] = ..., bytes: _Optional[int] = ...) -> None: ...

class RunningLaunch(_message.Message):
    __slots__ = ["operator_name", "pid", "request_id", "seconds", "session"]
    OPERATOR_NAME_FIELD_NUMBER: _ClassVar[int]
    PID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    SECONDS_FIELD_NUMBER: _ClassVar[int]
    SESSION_FIELD_NUMBER: _ClassVar[int]
    operator_name: str
    pid: int
    request_id: str
    seconds: float
    session: str
    def __init__(self, operator_name: _Optional[str] = ..., request_id: _Optional[str] = ..., session: _Optional[str] = ..., pid: _Optional[int] = ..., seconds: _Optional[float] = ...) -> None: ...

class SessionEvent(_message.Message):
    __slots__ = ["session_id"]
    SESSION_ID_FIELD_NUMBER: _ClassVar[int]
    session_id: bytes
    def __init__(self, session_id: _Optional[bytes] = ...) -> None: ...

class StopRequest(_message.Message):
    __slots__ = ["only_idle"]
    ONLY_IDLE_FIELD_NUMBER: _ClassVar[int]
    only_idle: bool
    def __init__(self, only_idle: bool = ...) -> None: ...

class StopResponse(_message.Message):
    __slots__ = ["launches", "sessions"]
    LAUNCHES_FIELD_NUMBER: _ClassVar[int]
    SESSIONS_FIELD_NUMBER: _ClassVar[int]
    launches: int
    sessions: _containers.RepeatedCompositeFieldContainer[ClientSession]
    def __init__(self, launches: _Optional[int] = ..., sessions: _Optional[_Iterable[_Union[ClientSession, _Mapping[str, object]]]] = ...) -> None: ...

class VerifyCacheRequest(_message.Message):
    __slots__ = ["after", "limit"]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    after: bytes
    limit: int
    def __init__(self, after: _Optional[bytes] = ..., limit: _Optional[int] = ...) -> None: ...

class VerifyCacheResponse(_message.Message):
    __slots__ = ["bad_keys", "next", "rows"]
    BAD_KEYS_FIELD_NUMBER: _ClassVar[int]
    NEXT_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    bad_keys: _containers.RepeatedScalarFieldContainer[bytes]
    next: bytes
    rows: int
    def __init__(self, rows: _Optional[int] = ..., bad_keys: _Optional[_Iterable[bytes]] = ..., next: _Optional[bytes] = ...) -> None: ...
