#include "server/device/cpu/cpu_device.h"

#include <fstream>
#include <utility>

#include "base/cpu_features.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/cpu/cores.h"

namespace pyasc {
namespace {

std::string CpuModel() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind("model name", 0) != 0) continue;
    const size_t text = line.find_first_not_of(" \t", line.find(':') + 1);
    if (text != std::string::npos) return line.substr(text);
  }
  return "unknown CPU";
}

}  // namespace

absl::StatusOr<std::unique_ptr<CpuDevice>> CpuDevice::Create(CpuOptions options) {
  PYASC_ASSIGN_OR_RETURN(std::unique_ptr<Control> control, Control::Create());
  std::unique_ptr<CpuDevice> device(new CpuDevice(std::move(options), std::move(control)));
  absl::Status started;
  // On the queue's thread, because a worker dies with the thread that started it, and has
  // its cores from it.
  device->queue_.Await([&] {
    if (!device->options_.cores.empty()) started = StayOn(device->options_.cores);
    if (started.ok()) started = device->EnsureWorker();
  });
  PYASC_RETURN_IF_ERROR(started);
  return device;
}

CpuDevice::CpuDevice(CpuOptions options, std::unique_ptr<Control> control)
    : options_(std::move(options)),
      control_(std::move(control)),
      model_(CpuModel()),
      cores_(static_cast<uint32_t>(options_.cores.empty() ? AllowedCores().size()
                                                          : options_.cores.size())),
      queue_({.device = options_.name, .max_queued = options_.max_queued},
             [this](const LaunchRequest& request) { return Run(request); }) {}

CpuDevice::~CpuDevice() { Shutdown(); }

DeviceInfo CpuDevice::Info() const {
  DeviceInfo info;
  info.name = options_.name;
  info.kind = "cpu";
  info.model = model_;
  info.cores = cores_;
  queue_.Describe(&info);
  absl::MutexLock lock(&mutex_);
  info.worker_restarts = starts_ == 0 ? 0 : starts_ - 1;
  info.restarts_by_loss = restarts_;
  return info;
}

Target CpuDevice::CompileTarget() const { return {"cpu", HostCpuFeatures()}; }

void CpuDevice::Submit(LaunchRequest request, Done done) {
  queue_.Submit(std::move(request), std::move(done));
}

void CpuDevice::NoticeCancelled() {
  queue_.DropCancelled();
  control_->Wake();
}

LaunchResult CpuDevice::Run(const LaunchRequest& request) {
  if (absl::Status status = EnsureWorker(); !status.ok()) {
    LaunchResult result;
    result.status = std::move(status);
    result.tensors = request.tensors;
    return result;
  }
  LaunchResult result = worker_->Run(request);
  // The worker waits for its next launch, or is gone.
  if (request.Cancelled()) control_->Renew();
  return result;
}

absl::Status CpuDevice::EnsureWorker() {
  if (worker_ != nullptr && worker_->Usable()) return absl::OkStatus();
  {
    absl::MutexLock lock(&mutex_);
    if (killed_) {
      return absl::CancelledError(fmt::format("device {} is shutting down", options_.name));
    }
  }
  control_->Renew();
  absl::StatusOr<std::unique_ptr<WorkerProcess>> process = options_.start_worker(control_->fd());
  if (!process.ok()) {
    return absl::UnavailableError(fmt::format("cannot start a worker of {}: {}", options_.name,
                                              std::string(process.status().message())));
  }
  auto worker = std::make_unique<WorkerLink>(options_.name, *std::move(process), control_.get(),
                                             options_.cancel_grace);
  absl::MutexLock lock(&mutex_);
  if (worker_ != nullptr) ++restarts_[static_cast<size_t>(worker_->loss())];
  worker_ = std::move(worker);
  ++starts_;
  return absl::OkStatus();
}

void CpuDevice::Shutdown() {
  queue_.Close();
  if (!queue_.WaitIdle(options_.shutdown_grace)) {
    control_->Stop();
    if (!queue_.WaitIdle(options_.shutdown_grace)) {
      absl::MutexLock lock(&mutex_);
      killed_ = true;
      if (worker_ != nullptr) worker_->Kill();
    }
    queue_.WaitIdle(absl::InfiniteDuration());
  }
  queue_.Await([this] {
    std::unique_ptr<WorkerLink> worker;
    {
      absl::MutexLock lock(&mutex_);
      worker = std::move(worker_);
    }
    if (worker != nullptr) worker->Stop();
  });
}

}  // namespace pyasc
