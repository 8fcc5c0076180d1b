#include "server/testing/fake_device.h"

#include <unistd.h>

#include <algorithm>

namespace pyasc::testing {
namespace {

// The request's memory is let go before the launch counts as done.
void RunOne(const FakeDevice::RunFunction& run, LaunchRequest request, const Device::Done& done) {
  LaunchResult result = run(request);
  request = LaunchRequest();
  done(std::move(result));
}

}  // namespace

LaunchResult FakeDevice::CopyFirstToSecond(const LaunchRequest& request) {
  LaunchResult result;
  result.tensors = request.tensors;
  result.run_ns = 1000;
  if (request.tensors.size() < 2) return result;
  const TensorView& from = request.tensors[0];
  TensorView& to = result.tensors[1];
  if (to.buffer == nullptr) {
    auto made = request.Allocate(from.buffer->bytes);
    if (!made.ok()) {
      result.status = made.status();
      return result;
    }
    to = from;
    to.offset = 0;
    to.buffer = *std::move(made);
  }
  std::string bytes(std::min(from.buffer->bytes, to.buffer->bytes), '\0');
  if (pread(from.buffer->memory.get(), bytes.data(), bytes.size(), 0) < 0 ||
      pwrite(to.buffer->memory.get(), bytes.data(), bytes.size(), 0) < 0) {
    result.status = absl::InternalError("cannot copy");
  }
  return result;
}

DeviceInfo FakeDevice::Info() const {
  absl::MutexLock lock(&mutex_);
  DeviceInfo info;
  info.name = kind_ + ":0";
  info.kind = kind_;
  info.model = "fake";
  info.cores = 1;
  info.queue_depth = static_cast<uint32_t>(held_.size());
  info.launches = launches_;
  return info;
}

void FakeDevice::Submit(LaunchRequest request, Done done) {
  RunFunction run;
  {
    absl::MutexLock lock(&mutex_);
    ++launches_;
    if (holding_) {
      held_.emplace_back(std::move(request), std::move(done));
      return;
    }
    run = run_;
  }
  RunOne(run, std::move(request), done);
}

void FakeDevice::AwaitNotices(size_t count) {
  auto enough = [this, count]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return notices_ >= count; };
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(&enough));
}

void FakeDevice::NoticeCancelled() {
  absl::MutexLock lock(&mutex_);
  ++notices_;
  cancelled_ = static_cast<size_t>(std::count_if(
      held_.begin(), held_.end(), [](const auto& one) { return one.first.Cancelled(); }));
}

void FakeDevice::AwaitCancelled(size_t count) {
  auto enough = [this, count]()
                    ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return cancelled_ >= count; };
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(&enough));
}

void FakeDevice::OnRun(RunFunction function) {
  absl::MutexLock lock(&mutex_);
  run_ = std::move(function);
}

void FakeDevice::Hold() {
  absl::MutexLock lock(&mutex_);
  holding_ = true;
}

void FakeDevice::Release() {
  std::vector<std::pair<LaunchRequest, Done>> released;
  RunFunction run;
  {
    absl::MutexLock lock(&mutex_);
    holding_ = false;
    released.swap(held_);
    run = run_;
  }
  for (auto& [request, done] : released) RunOne(run, std::move(request), done);
}

void FakeDevice::AwaitHeld(size_t count) {
  auto enough = [this, count]()
                    ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return held_.size() >= count; };
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(&enough));
}

}  // namespace pyasc::testing
