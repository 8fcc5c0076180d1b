#include "server/tensor/tensor_store.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/digest.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr uint64_t kCopyBytes = 1 << 20;

absl::Status FromErrno(std::string_view what) {
  const int error = errno;
  std::string message = fmt::format("{}: {}", what, std::strerror(error));
  if (error == ENOSPC || error == ENOMEM) return absl::ResourceExhaustedError(message);
  return absl::InternalError(message);
}

absl::Status ReadInto(const Buffer& buffer, uint64_t offset, char* to, uint64_t bytes) {
  while (bytes > 0) {
    ssize_t got = pread(buffer.memory.get(), to, bytes, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FromErrno("reading tensor memory");
    if (got == 0) return absl::InternalError("tensor memory is shorter than it was made");
    to += got;
    offset += static_cast<uint64_t>(got);
    bytes -= static_cast<uint64_t>(got);
  }
  return absl::OkStatus();
}

// The deleter holds the buffer itself, so the charge ends exactly when the memory does.
std::shared_ptr<Buffer> Charged(std::shared_ptr<Buffer> buffer,
                                std::shared_ptr<TensorQuota> quota) {
  Buffer* raw = buffer.get();
  return std::shared_ptr<Buffer>(
      raw, [quota = std::move(quota), held = std::move(buffer)](Buffer* freed) mutable {
        const uint64_t bytes = freed->bytes;
        held.reset();
        quota->Release(bytes);
      });
}

}  // namespace

absl::Status TensorQuota::Charge(uint64_t bytes) {
  if (buffers_.fetch_add(1) >= limit_buffers_) {
    --buffers_;
    return absl::ResourceExhaustedError(fmt::format(
        "{} tensor memories are in use, as many as there may be: free some", limit_buffers_));
  }
  uint64_t before = bytes_.load();
  do {
    if (bytes > limit_bytes_ || before > limit_bytes_ - bytes) {
      --buffers_;
      return absl::ResourceExhaustedError(
          fmt::format("{} bytes of tensor memory are over the quota: {} of {} are in use", bytes,
                      before, limit_bytes_));
    }
  } while (!bytes_.compare_exchange_weak(before, before + bytes));
  return absl::OkStatus();
}

void TensorQuota::Release(uint64_t bytes) {
  bytes_ -= bytes;
  --buffers_;
}

absl::Status CheckStretch(const Buffer& buffer, uint64_t offset, uint64_t bytes) {
  if (bytes <= buffer.bytes && offset <= buffer.bytes - bytes) return absl::OkStatus();
  return absl::OutOfRangeError(
      fmt::format("{} bytes at offset {} leave a memory of {} bytes", bytes, offset, buffer.bytes));
}

absl::Status WriteBuffer(const Buffer& buffer, uint64_t offset, std::string_view bytes) {
  PYASC_RETURN_IF_ERROR(CheckStretch(buffer, offset, bytes.size()));
  while (!bytes.empty()) {
    ssize_t put =
        pwrite(buffer.memory.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return FromErrno("writing tensor memory");
    bytes.remove_prefix(static_cast<size_t>(put));
    offset += static_cast<uint64_t>(put);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ReadBuffer(const Buffer& buffer, uint64_t offset, uint64_t bytes) {
  PYASC_RETURN_IF_ERROR(CheckStretch(buffer, offset, bytes));
  std::string result(bytes, '\0');
  PYASC_RETURN_IF_ERROR(ReadInto(buffer, offset, result.data(), bytes));
  return result;
}

absl::StatusOr<std::shared_ptr<Buffer>> TensorStore::MakeBuffer(uint64_t bytes) {
  PYASC_RETURN_IF_ERROR(quota_->Charge(bytes));
  auto buffer = AllocateBuffer(bytes);
  if (buffer.ok()) return Charged(*std::move(buffer), quota_);
  quota_->Release(bytes);
  return buffer.status();
}

absl::StatusOr<std::shared_ptr<Buffer>> TensorStore::CopyBuffer(const Buffer& from) {
  PYASC_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> copy, MakeBuffer(from.bytes));
  std::string chunk(std::min(from.bytes, kCopyBytes), '\0');
  for (uint64_t offset = 0; offset < from.bytes; offset += chunk.size()) {
    const uint64_t bytes = std::min<uint64_t>(chunk.size(), from.bytes - offset);
    PYASC_RETURN_IF_ERROR(ReadInto(from, offset, chunk.data(), bytes));
    PYASC_RETURN_IF_ERROR(WriteBuffer(*copy, offset, std::string_view(chunk).substr(0, bytes)));
  }
  return copy;
}

absl::StatusOr<std::string> TensorStore::Register(std::shared_ptr<Buffer> buffer,
                                                  std::string handle) {
  if (handle.empty()) handle = RandomBytes(kHandleBytes);
  if (handle.size() != kHandleBytes) {
    return absl::InvalidArgumentError(
        fmt::format("a handle of {} bytes, they have {}", handle.size(), kHandleBytes));
  }
  absl::MutexLock lock(&mutex_);
  if (closed_) return absl::NotFoundError("the session has ended");
  if (!buffers_.emplace(handle, std::move(buffer)).second) {
    return absl::AlreadyExistsError("this session has tensor memory of that handle already");
  }
  return handle;
}

absl::StatusOr<std::string> TensorStore::Allocate(uint64_t bytes) {
  PYASC_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> buffer, MakeBuffer(bytes));
  return Register(std::move(buffer));
}

absl::StatusOr<std::shared_ptr<Buffer>> TensorStore::Find(std::string_view handle) const {
  absl::MutexLock lock(&mutex_);
  auto found = buffers_.find(std::string(handle));
  if (found == buffers_.end()) {
    return absl::NotFoundError("this session has no tensor memory of that handle");
  }
  return found->second;
}

void TensorStore::Free(std::string_view handle) {
  std::shared_ptr<Buffer> freed;  // destroyed after the lock is given back
  absl::MutexLock lock(&mutex_);
  auto found = buffers_.find(std::string(handle));
  if (found == buffers_.end()) return;
  freed = std::move(found->second);
  buffers_.erase(found);
}

void TensorStore::Close() {
  std::unordered_map<std::string, std::shared_ptr<Buffer>> freed;
  absl::MutexLock lock(&mutex_);
  closed_ = true;
  freed.swap(buffers_);
}

}  // namespace pyasc
