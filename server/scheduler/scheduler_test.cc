#include "server/scheduler/scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pyasc {
namespace {

class FakeDevice : public Device {
 public:
  FakeDevice(std::string name, std::string kind, uint32_t depth, int64_t backlog_ns = 0) {
    info_.backlog_ns = backlog_ns;
    info_.name = std::move(name);
    info_.kind = std::move(kind);
    info_.queue_depth = depth;
  }
  DeviceInfo Info() const override { return info_; }
  Target CompileTarget() const override { return {}; }
  void Submit(LaunchRequest, Done done) override { done({}); }
  void NoticeCancelled() override {}
  void Shutdown() override {}

 private:
  DeviceInfo info_;
};

std::vector<std::unique_ptr<Device>> SomeDevices() {
  std::vector<std::unique_ptr<Device>> devices;
  devices.push_back(std::make_unique<FakeDevice>("cpu:0", "cpu", 3));
  devices.push_back(std::make_unique<FakeDevice>("cpu:1", "cpu", 1));
  devices.push_back(std::make_unique<FakeDevice>("cpu:2", "cpu", 1));
  devices.push_back(std::make_unique<FakeDevice>("null:0", "null", 0));
  return devices;
}

struct Row {
  std::string backend;
  std::string chosen;  // "" for none
};

TEST(Scheduler, ChoosesByNameKindAndQueue) {
  const Scheduler scheduler(SomeDevices());
  const std::vector<Row> rows = {
      {"", "cpu:1"},        {"cpu", "cpu:1"}, {"cpu:0", "cpu:0"}, {"null", "null:0"},
      {"null:0", "null:0"}, {"npu", ""},      {"cpu:7", ""},      {"CPU", ""},
  };
  for (const Row& row : rows) {
    const absl::StatusOr<Device*> device = scheduler.Choose(row.backend);
    EXPECT_EQ(device.ok() ? (*device)->Info().name : "", row.chosen) << row.backend;
  }
}

TEST(Scheduler, ChoosesTheDeviceThatIsExpectedToBeFreeFirst) {
  std::vector<std::unique_ptr<Device>> devices;
  devices.push_back(std::make_unique<FakeDevice>("cpu:0", "cpu", 1, 9'000'000));
  devices.push_back(std::make_unique<FakeDevice>("cpu:1", "cpu", 5, 1'000'000));
  EXPECT_EQ((*Scheduler(std::move(devices)).Choose(""))->Info().name, "cpu:1");
}

TEST(Scheduler, SaysWhichDevicesThereAre) {
  const absl::Status status = Scheduler(SomeDevices()).Choose("npu").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(std::string(status.message()),
            "no device for backend \"npu\"; there are: cpu:0, cpu:1, cpu:2, null:0");
  EXPECT_EQ(std::string(Scheduler({}).Choose("").status().message()),
            "no device for backend \"\"; there are none");
}

TEST(Scheduler, ListsItsDevicesInOrder) {
  const Scheduler scheduler(SomeDevices());
  ASSERT_EQ(scheduler.Devices().size(), 4u);
  EXPECT_EQ(scheduler.Devices()[3].name, "null:0");
}

}  // namespace
}  // namespace pyasc
