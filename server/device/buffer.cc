#include <fcntl.h>
#include <string.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

#include "base/memfd.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/device.h"

namespace pyasc {
namespace {

// Below this the system's own refusal is good enough; above, filling pages until the
// out-of-memory killer wakes would hurt everybody, so the request is checked first.
constexpr uint64_t kCheckedBytes = 64ull << 20;
constexpr uint64_t kUnknown = std::numeric_limits<uint64_t>::max();

uint64_t FirstNumber(const char* path) {
  std::ifstream file(path);
  uint64_t value = 0;
  return file >> value ? value : kUnknown;
}

uint64_t SystemAvailableBytes() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  uint64_t kib = 0;
  std::string unit;
  while (file >> name >> kib >> unit) {
    if (name == "MemAvailable:") return kib * 1024;
  }
  return kUnknown;
}

// What the control group still allows; page cache counts as used there, so this errs on
// the careful side.
uint64_t GroupAvailableBytes() {
  const uint64_t limit = FirstNumber("/sys/fs/cgroup/memory.max");  // "max" is no number
  const uint64_t used = FirstNumber("/sys/fs/cgroup/memory.current");
  if (limit == kUnknown || used == kUnknown) return kUnknown;
  return limit > used ? limit - used : 0;
}

absl::Status NoMemory(uint64_t bytes, const std::string& why) {
  return absl::ResourceExhaustedError(
      fmt::format("no memory for a buffer of {} bytes: {}", bytes, why));
}

absl::Status CheckAvailable(uint64_t bytes) {
  if (bytes > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return NoMemory(bytes, "more than any machine has");
  }
  if (bytes < kCheckedBytes) return absl::OkStatus();
  const uint64_t available = std::min(SystemAvailableBytes(), GroupAvailableBytes());
  if (bytes <= available) return absl::OkStatus();
  return NoMemory(bytes, fmt::format("{} bytes are available", available));
}

}  // namespace

absl::StatusOr<std::shared_ptr<Buffer>> AllocateBuffer(uint64_t bytes) {
  PYASC_RETURN_IF_ERROR(CheckAvailable(bytes));
  PYASC_ASSIGN_OR_RETURN(UniqueFd memory, MakeMemfd("pyasc-buffer", bytes));
  // fallocate reserves the pages now, so that a lack of memory is an error here and not a
  // SIGBUS in whoever touches them.
  while (bytes > 0 && ::fallocate(memory.get(), 0, 0, static_cast<off_t>(bytes)) != 0) {
    if (errno != EINTR) return NoMemory(bytes, ::strerror(errno));
  }
  auto buffer = std::make_shared<Buffer>();
  buffer->memory = std::move(memory);
  buffer->bytes = bytes;
  return buffer;
}

}  // namespace pyasc
