// AdminService's methods about the cache.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/rpc/admin_service.h"
#include "server/rpc/call.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

constexpr uint32_t kPageRows = 1000;
constexpr size_t kLeastPrefix = 4;
constexpr size_t kKeyDigits = 64;

uint32_t PageRows(uint32_t asked) { return asked == 0 ? kPageRows : std::min(asked, kPageRows); }

void EncodeRow(const KernelRow& row, v1::CachedKernel* wire) {
  wire->set_operator_name(row.operator_name);
  wire->set_created_unix_s(row.created_unix_s);
  wire->set_used_unix_s(row.used_unix_s);
  wire->set_toolchain(row.toolchain);
  wire->set_producer(row.producer);
  v1::KernelInfo* kernel = wire->mutable_kernel();
  kernel->set_key(std::string(row.key.View()));
  kernel->set_compile_us(row.compile_us);
  kernel->set_image_bytes(row.image_bytes);
  auto specialisation = DecodeFromString<Specialisation>(row.specialisation);
  if (!specialisation.ok()) return;
  kernel->set_device_kind(specialisation->target.device_kind);
  kernel->set_opt_level(specialisation->opt_level);
}

absl::StatusOr<v1::ListKernelsResponse> KernelsOf(const Broker& broker,
                                                  const v1::ListKernelsRequest& wire) {
  const uint64_t before = wire.before() == 0 ? KernelStore::kNewest : wire.before();
  PYASC_ASSIGN_OR_RETURN(const KernelPage page, broker.store->List(PageRows(wire.limit()), before));
  v1::ListKernelsResponse response;
  for (const KernelRow& row : page.rows) EncodeRow(row, response.add_kernels());
  response.set_next(page.next);
  return response;
}

// The key that begins with these digits.
absl::StatusOr<Digest> FindKey(const Broker& broker, const std::string& prefix) {
  const size_t missing = kKeyDigits - std::min(prefix.size(), kKeyDigits);
  const auto first = Digest::FromHex(prefix + std::string(missing, '0'));
  const auto last = Digest::FromHex(prefix + std::string(missing, 'f'));
  if (prefix.size() < kLeastPrefix || !first || !last) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is not {} to {} hexadecimal digits", prefix, kLeastPrefix, kKeyDigits));
  }
  PYASC_ASSIGN_OR_RETURN(const std::vector<Digest> keys, broker.store->FindKeys(*first, *last, 2));
  if (keys.empty()) {
    return absl::NotFoundError(fmt::format("no kernel's key begins with {}", prefix));
  }
  if (keys.size() > 1) {
    return absl::FailedPreconditionError(
        fmt::format("several kernels' keys begin with {}: give more digits", prefix));
  }
  return keys[0];
}

absl::StatusOr<v1::GetKernelResponse> KernelOf(const Broker& broker, const std::string& prefix) {
  PYASC_ASSIGN_OR_RETURN(const Digest key, FindKey(broker, prefix));
  PYASC_ASSIGN_OR_RETURN(const KernelRow row, broker.store->Peek(key));
  v1::GetKernelResponse response;
  EncodeRow(row, response.mutable_kernel());
  response.set_source(row.normalised);
  response.set_digest(std::string(row.digest.View()));
  return response;
}

absl::StatusOr<v1::RemoveKernelsResponse> RemoveKernelsOf(const Broker& broker,
                                                          const v1::RemoveKernelsRequest& wire) {
  if (static_cast<uint32_t>(wire.keys_size()) > kPageRows) {
    return absl::InvalidArgumentError(
        fmt::format("{} keys, at most {} at a time", wire.keys_size(), kPageRows));
  }
  std::vector<Digest> keys;
  for (const std::string& bytes : wire.keys()) {
    const std::optional<Digest> key = Digest::FromBytes(bytes);
    if (!key.has_value()) {
      return absl::InvalidArgumentError(fmt::format("a key of {} bytes, not 32", bytes.size()));
    }
    keys.push_back(*key);
  }
  PYASC_ASSIGN_OR_RETURN(
      const Removed removed,
      broker.store->Remove(keys, wire.dry_run() ? Removal::kDryRun : Removal::kRemove));
  // After the store: until then a launch could bring one back from it.
  for (const Digest& key : keys) {
    if (!wire.dry_run()) broker.registry->Forget(key);
  }
  v1::RemoveKernelsResponse response;
  response.set_kernels(removed.kernels);
  response.set_bytes(removed.bytes);
  return response;
}

absl::StatusOr<v1::CollectGarbageResponse> CollectGarbageOf(const Broker& broker,
                                                            const v1::CollectGarbageRequest& wire) {
  GarbageLimits limits{.toolchain = broker.registry->toolchain()};
  if (wire.has_max_bytes()) limits.max_bytes = wire.max_bytes();
  if (wire.has_unused_for_s()) {
    if (wire.unused_for_s() < 0) {
      return absl::InvalidArgumentError(fmt::format("{} s is no time", wire.unused_for_s()));
    }
    const int64_t now = broker.clock->UnixSeconds();
    limits.unused_since_unix_s = std::max<int64_t>(now - wire.unused_for_s(), 0);
  }
  PYASC_ASSIGN_OR_RETURN(
      const Removed removed,
      broker.store->CollectGarbage(limits, wire.dry_run() ? Removal::kDryRun : Removal::kRemove));
  v1::CollectGarbageResponse response;
  response.set_kernels(removed.kernels);
  response.set_analyses(removed.analyses);
  response.set_bytes(removed.bytes);
  return response;
}

absl::StatusOr<v1::VerifyCacheResponse> VerifyCacheOf(const Broker& broker,
                                                      const v1::VerifyCacheRequest& wire) {
  PYASC_ASSIGN_OR_RETURN(const VerifiedPage page,
                         broker.store->Verify(wire.after(), PageRows(wire.limit())));
  v1::VerifyCacheResponse response;
  response.set_rows(page.rows);
  for (const Digest& key : page.bad) response.add_bad_keys(std::string(key.View()));
  response.set_next(page.next);
  return response;
}

absl::StatusOr<v1::GetCacheStatsResponse> CacheStatsOf(const Broker& broker) {
  const StoreStats stats = broker.store->Stats();
  PYASC_ASSIGN_OR_RETURN(const int64_t oldest_use, broker.store->OldestUse());
  v1::GetCacheStatsResponse response;
  response.set_kernels(stats.kernels);
  response.set_analyses(stats.analyses);
  response.set_bytes(stats.bytes);
  response.set_max_bytes(stats.max_bytes);
  response.set_max_entries(stats.max_entries);
  response.set_hits(stats.hits);
  response.set_misses(stats.misses);
  response.set_quarantined(stats.quarantined);
  response.set_dropped_writes(stats.dropped_writes);
  response.set_oldest_use_unix_s(oldest_use);
  return response;
}

absl::StatusOr<v1::ClearCacheResponse> ClearCacheOf(const Broker& broker) {
  const absl::Status cleared = broker.store->Clear();
  broker.registry->ClearMemory();
  if (!cleared.ok()) return cleared;
  return v1::ClearCacheResponse();
}

}  // namespace

grpc::ServerUnaryReactor* AdminService::ListKernels(grpc::CallbackServerContext* context,
                                                    const v1::ListKernelsRequest* request,
                                                    v1::ListKernelsResponse* response) {
  return Answer<v1::ListKernelsRequest, v1::ListKernelsResponse>(
      __func__, context, request, response,
      [this](const v1::ListKernelsRequest& wire) { return KernelsOf(*broker_, wire); });
}

grpc::ServerUnaryReactor* AdminService::GetKernel(grpc::CallbackServerContext* context,
                                                  const v1::GetKernelRequest* request,
                                                  v1::GetKernelResponse* response) {
  return Answer<v1::GetKernelRequest, v1::GetKernelResponse>(
      __func__, context, request, response,
      [this](const v1::GetKernelRequest& wire) { return KernelOf(*broker_, wire.key_prefix()); });
}

grpc::ServerUnaryReactor* AdminService::RemoveKernels(grpc::CallbackServerContext* context,
                                                      const v1::RemoveKernelsRequest* request,
                                                      v1::RemoveKernelsResponse* response) {
  return Answer<v1::RemoveKernelsRequest, v1::RemoveKernelsResponse>(
      __func__, context, request, response,
      [this](const v1::RemoveKernelsRequest& wire) { return RemoveKernelsOf(*broker_, wire); });
}

grpc::ServerUnaryReactor* AdminService::CollectGarbage(grpc::CallbackServerContext* context,
                                                       const v1::CollectGarbageRequest* request,
                                                       v1::CollectGarbageResponse* response) {
  return Answer<v1::CollectGarbageRequest, v1::CollectGarbageResponse>(
      __func__, context, request, response,
      [this](const v1::CollectGarbageRequest& wire) { return CollectGarbageOf(*broker_, wire); });
}

grpc::ServerUnaryReactor* AdminService::VerifyCache(grpc::CallbackServerContext* context,
                                                    const v1::VerifyCacheRequest* request,
                                                    v1::VerifyCacheResponse* response) {
  return Answer<v1::VerifyCacheRequest, v1::VerifyCacheResponse>(
      __func__, context, request, response,
      [this](const v1::VerifyCacheRequest& wire) { return VerifyCacheOf(*broker_, wire); });
}

grpc::ServerUnaryReactor* AdminService::GetCacheStats(grpc::CallbackServerContext* context,
                                                      const v1::GetCacheStatsRequest* request,
                                                      v1::GetCacheStatsResponse* response) {
  return Answer<v1::GetCacheStatsRequest, v1::GetCacheStatsResponse>(
      __func__, context, request, response,
      [this](const v1::GetCacheStatsRequest&) { return CacheStatsOf(*broker_); });
}

grpc::ServerUnaryReactor* AdminService::ClearCache(grpc::CallbackServerContext* context,
                                                   const v1::ClearCacheRequest* request,
                                                   v1::ClearCacheResponse* response) {
  return Answer<v1::ClearCacheRequest, v1::ClearCacheResponse>(
      __func__, context, request, response,
      [this](const v1::ClearCacheRequest&) { return ClearCacheOf(*broker_); });
}

}  // namespace pyasc
