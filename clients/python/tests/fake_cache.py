"""The fake daemon's cache: kernels that nobody compiled."""

from __future__ import annotations

import hashlib

import grpc

from pyasc._proto.v1 import admin_service_pb2 as admin


class FakeCache:
    def __init__(self):
        self.kernels = []  # the last used first
        self.bad = []  # keys that do not hold
        self.garbage = []  # requests of CollectGarbage

    def add(self, name, used_unix_s=1_700_000_000):
        kernel = admin.CachedKernel(operator_name=name, toolchain="test", producer="local")
        kernel.kernel.key = hashlib.sha256(name.encode()).digest()
        kernel.kernel.compile_us = 1_500
        kernel.kernel.device_kind = "cpu"
        kernel.kernel.opt_level = 3
        kernel.kernel.image_bytes = 2048
        kernel.created_unix_s = kernel.used_unix_s = used_unix_s
        self.kernels.insert(0, kernel)
        return kernel.kernel.key.hex()

    def list_kernels(self, request):
        start = request.before
        page = self.kernels[start : start + request.limit]
        end = start + len(page)
        return admin.ListKernelsResponse(kernels=page, next=end if end < len(self.kernels) else 0)

    def get_kernel(self, request, context):
        found = [k for k in self.kernels if k.kernel.key.hex().startswith(request.key_prefix)]
        if not found:
            context.abort(
                grpc.StatusCode.NOT_FOUND, f"no kernel's key begins with {request.key_prefix}"
            )
        return admin.GetKernelResponse(
            kernel=found[0], source="def f(x, output):\n    output[:] = x\n", digest=b"d" * 32
        )

    def remove_kernels(self, request):
        found = [k for k in self.kernels if k.kernel.key in request.keys]
        if not request.dry_run:
            self.kernels = [k for k in self.kernels if k not in found]
        return admin.RemoveKernelsResponse(
            kernels=len(found), bytes=sum(k.kernel.image_bytes for k in found)
        )

    def collect_garbage(self, request):
        self.garbage.append(request)
        return admin.CollectGarbageResponse(kernels=2, analyses=1, bytes=4096)

    def verify(self, request):
        response = admin.VerifyCacheResponse(rows=2, bad_keys=self.bad)
        if not request.after:
            response.next = b"more"
        return response

    def stats(self):
        return admin.GetCacheStatsResponse(
            kernels=len(self.kernels), bytes=2048 * len(self.kernels), max_bytes=1 << 31
        )


class CacheCalls:
    """The methods of AdminService about the cache and operators."""

    def list_kernels(self, request, context):
        return self.cache.list_kernels(request)

    def get_kernel(self, request, context):
        return self.cache.get_kernel(request, context)

    def remove_kernels(self, request, context):
        return self.cache.remove_kernels(request)

    def collect_garbage(self, request, context):
        return self.cache.collect_garbage(request)

    def verify_cache(self, request, context):
        return self.cache.verify(request)

    def get_cache_stats(self, request, context):
        return self.cache.stats()

    def clear_cache(self, request, context):
        self.cache.kernels.clear()
        return admin.ClearCacheResponse()

    def list_operators(self, request, context):
        return admin.ListOperatorsResponse(operators=self.named)
