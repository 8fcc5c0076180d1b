// Tensor memory by handle. One store a session, one quota a daemon.
#ifndef PYASC_SERVER_TENSOR_TENSOR_STORE_H_
#define PYASC_SERVER_TENSOR_TENSOR_STORE_H_

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "server/device/device.h"

namespace pyasc {

// Counts all buffers that live, also those that only a launch still holds, and their bytes.
// Each buffer holds a descriptor, so their number has a limit too.
// Thread-safe; lives as long as the last buffer charged to it.
class TensorQuota {
 public:
  explicit TensorQuota(uint64_t limit_bytes,
                       uint64_t limit_buffers = std::numeric_limits<uint64_t>::max())
      : limit_bytes_(limit_bytes), limit_buffers_(limit_buffers) {}
  // One buffer more. kResourceExhausted with the numbers.
  absl::Status Charge(uint64_t bytes);
  void Release(uint64_t bytes);
  uint64_t bytes() const { return bytes_.load(); }
  uint64_t buffers() const { return buffers_.load(); }

 private:
  const uint64_t limit_bytes_;
  const uint64_t limit_buffers_;
  std::atomic<uint64_t> bytes_{0};
  std::atomic<uint64_t> buffers_{0};
};

// Thread-safe. The broker never maps tensor memory: it reads and writes by descriptor.
class TensorStore {
 public:
  static constexpr size_t kHandleBytes = 16;

  explicit TensorStore(std::shared_ptr<TensorQuota> quota) : quota_(std::move(quota)) {}

  // Zeroed memory. kResourceExhausted: none, or over the quota.
  absl::StatusOr<std::string> Allocate(uint64_t bytes);
  // kNotFound for a handle that this store does not know.
  absl::StatusOr<std::shared_ptr<Buffer>> Find(std::string_view handle) const;
  // Unknown handles are ignored.
  void Free(std::string_view handle);
  // Forgets all, and refuses what comes later with kNotFound.
  void Close();

  // A buffer that no handle names yet, charged to the quota: zeroed, or a copy.
  absl::StatusOr<std::shared_ptr<Buffer>> MakeBuffer(uint64_t bytes);
  absl::StatusOr<std::shared_ptr<Buffer>> CopyBuffer(const Buffer& from);
  // Names a charged buffer: `handle`, or a random one if that is empty. kInvalidArgument: of
  // another length; kAlreadyExists: it names memory already.
  absl::StatusOr<std::string> Register(std::shared_ptr<Buffer> buffer, std::string handle = "");

 private:
  const std::shared_ptr<TensorQuota> quota_;
  mutable absl::Mutex mutex_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  std::unordered_map<std::string, std::shared_ptr<Buffer>> buffers_ ABSL_GUARDED_BY(mutex_);
};

// Both check that the stretch lies inside (kOutOfRange) before they touch it.
// kResourceExhausted: the memory cannot be had.
absl::Status WriteBuffer(const Buffer& buffer, uint64_t offset, std::string_view bytes);
absl::StatusOr<std::string> ReadBuffer(const Buffer& buffer, uint64_t offset, uint64_t bytes);

// kOutOfRange unless [offset, offset + bytes) lies inside.
absl::Status CheckStretch(const Buffer& buffer, uint64_t offset, uint64_t bytes);

}  // namespace pyasc

#endif  // PYASC_SERVER_TENSOR_TENSOR_STORE_H_
