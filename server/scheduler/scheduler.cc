#include "server/scheduler/scheduler.h"

#include <utility>

#include "fmt/format.h"
#include "fmt/ranges.h"

namespace pyasc {
namespace {

std::string Names(const std::vector<std::unique_ptr<Device>>& devices) {
  if (devices.empty()) return "there are none";
  std::vector<std::string> names;
  for (const auto& device : devices) names.push_back(device->Info().name);
  return fmt::format("there are: {}", fmt::join(names, ", "));
}

}  // namespace

Scheduler::Scheduler(std::vector<std::unique_ptr<Device>> devices) : devices_(std::move(devices)) {}

Scheduler::~Scheduler() { Shutdown(); }

absl::StatusOr<Device*> Scheduler::Choose(std::string_view backend) const {
  Device* best = nullptr;
  std::pair<int64_t, uint32_t> least;
  const std::string kind =
      backend.empty() && !devices_.empty() ? devices_.front()->Info().kind : std::string(backend);
  for (const auto& device : devices_) {
    const DeviceInfo info = device->Info();
    if (info.name == kind) return device.get();
    if (info.kind != kind) continue;
    const std::pair load(info.backlog_ns, info.queue_depth);
    if (best != nullptr && load >= least) continue;
    best = device.get();
    least = load;
  }
  if (best != nullptr) return best;
  return absl::FailedPreconditionError(
      fmt::format("no device for backend \"{}\"; {}", backend, Names(devices_)));
}

std::vector<DeviceInfo> Scheduler::Devices() const {
  std::vector<DeviceInfo> infos;
  for (const auto& device : devices_) infos.push_back(device->Info());
  return infos;
}

void Scheduler::NoticeCancelled() {
  for (const auto& device : devices_) device->NoticeCancelled();
}

void Scheduler::Shutdown() {
  for (const auto& device : devices_) device->Shutdown();
}

}  // namespace pyasc
