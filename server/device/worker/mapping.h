// Memory mapped for as long as its owner lives.
#ifndef PYASC_SERVER_DEVICE_WORKER_MAPPING_H_
#define PYASC_SERVER_DEVICE_WORKER_MAPPING_H_

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"

namespace pyasc {

// What a view without elements points to: aligned, never null, never accessed.
void* EmptyView();

class Mapping {
 public:
  // Memory of the process's own, zeroed. kResourceExhausted if there is none.
  static absl::StatusOr<Mapping> Anonymous(size_t bytes);
  // The bytes [low, high) of a tensor region, shared and writable; kInvalidArgument if
  // the file is smaller, kFailedPrecondition if it could shrink.
  static absl::StatusOr<Mapping> Region(int fd, uint64_t low, uint64_t high);
  // A whole sealed image, readable and executable; kFailedPrecondition if it is not a
  // memfd with all seals.
  static absl::StatusOr<Mapping> Image(int fd);

  Mapping() = default;
  Mapping(Mapping&& other) noexcept
      : base_(std::exchange(other.base_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)),
        origin_(other.origin_) {}
  Mapping& operator=(Mapping&& other) noexcept;
  ~Mapping();

  char* base() const { return base_; }
  size_t bytes() const { return bytes_; }
  // The file's byte `offset`, which lies in the part mapped.
  char* At(uint64_t offset) const { return base_ + (offset - origin_); }

 private:
  static absl::StatusOr<Mapping> Map(size_t bytes, int protection, int flags, int fd,
                                     uint64_t origin);

  char* base_ = nullptr;
  size_t bytes_ = 0;
  uint64_t origin_ = 0;  // offset in the file of base_
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_MAPPING_H_
