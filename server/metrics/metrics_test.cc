#include "server/metrics/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace pyasc {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Metrics::Options SomeOptions() {
  return {.version = "1.2.3",
          .started_unix_s = 1'700'000'000,
          .methods = {"Launch", "Put"},
          .devices = {"cpu:0"},
          .backends = {"cpu"},
          .restart_reasons = {"died", "stalled"}};
}

class MetricsTest : public ::testing::Test {
 protected:
  std::string Text() { return metrics_.Text(gauges_); }

  Gauges gauges_;
  Metrics metrics_{SomeOptions()};
};

TEST_F(MetricsTest, EverythingIsThereBeforeAnythingHappens) {
  const std::string text = Text();
  for (const char* line :
       {"pyascd_build_info{version=\"1.2.3\"} 1\n", "pyascd_start_time_seconds 1700000000\n",
        "pyascd_rpc_requests_total{code=\"OK\",method=\"Put\"} 0\n",
        "pyascd_launches_total{device=\"cpu:0\",outcome=\"exception\"} 0\n",
        "pyascd_compiles_total{backend=\"cpu\",opt_level=\"0\",outcome=\"mistakes\"} 0\n",
        "pyascd_cache_requests_total{result=\"miss\",tier=\"disk\"} 0\n",
        "pyascd_workers_restarts_total{reason=\"stalled\"} 0\n",
        "pyascd_queue_wait_seconds_count{device=\"cpu:0\"} 0\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST_F(MetricsTest, WhatIsObservedIsCounted) {
  metrics_.CallEnded("Put", absl::StatusCode::kDataLoss, 1'500'000'000);
  metrics_.CompileEnded(
      {.backend = "cpu", .opt_level = 2, .outcome = Outcome::kFailed, .duration_ns = 250'000'000});
  metrics_.CacheAsked(CacheTier::kMemory, CacheResult::kMiss);
  metrics_.CacheSaved(500'000'000);
  metrics_.LaunchEnded({.device = "cpu:0",
                        .outcome = Outcome::kException,
                        .duration_ns = 4'000'000,
                        .wait_ns = 1'000'000,
                        .busy_ns = 2'000'000'000});
  metrics_.LaunchEnded({.device = "cpu:0", .outcome = Outcome::kCancelled, .duration_ns = 1});
  const std::string text = Text();
  for (const char* line :
       {"pyascd_rpc_requests_total{code=\"DATA_LOSS\",method=\"Put\"} 1\n",
        "pyascd_rpc_duration_seconds_sum{method=\"Put\"} 1.5\n",
        "pyascd_compiles_total{backend=\"cpu\",opt_level=\"2\",outcome=\"failed\"} 1\n",
        "pyascd_compile_duration_seconds_sum{backend=\"cpu\",opt_level=\"2\"} 0.25\n",
        "pyascd_cache_requests_total{result=\"miss\",tier=\"memory\"} 1\n",
        "pyascd_cache_saved_seconds_total 0.5\n",
        "pyascd_launches_total{device=\"cpu:0\",outcome=\"exception\"} 1\n",
        "pyascd_launches_total{device=\"cpu:0\",outcome=\"cancelled\"} 1\n",
        "pyascd_launch_duration_seconds_count{device=\"cpu:0\"} 2\n",
        "pyascd_queue_wait_seconds_count{device=\"cpu:0\"} 1\n",
        "pyascd_device_busy_seconds_total{device=\"cpu:0\"} 2\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST_F(MetricsTest, WhatOthersCountIsTakenWhenSomebodyLooks) {
  gauges_ = {.devices = {{"cpu:0", 3}},
             .worker_restarts = {{"died", 2}},
             .sessions = 4,
             .tensor_bytes = 5,
             .memory_bytes = 6,
             .disk_kernels = 7,
             .quarantined = 8};
  for (int look = 0; look < 2; ++look) {
    const std::string text = Text();
    for (const char* line :
         {"pyascd_queue_depth{device=\"cpu:0\"} 3\n",
          "pyascd_workers_restarts_total{reason=\"died\"} 2\n", "pyascd_sessions 4\n",
          "pyascd_tensor_bytes 5\n", "pyascd_cache_bytes{tier=\"memory\"} 6\n",
          "pyascd_cache_kernels{tier=\"disk\"} 7\n", "pyascd_cache_quarantined_total 8\n"}) {
      EXPECT_THAT(text, HasSubstr(line)) << look;
    }
  }
}

TEST_F(MetricsTest, ValuesThatAreNotKnownMakeNoSeries) {
  const std::string before = Text();
  metrics_.CallEnded("Evil\"} 1\n", absl::StatusCode::kOk, 1);
  metrics_.CompileEnded({.backend = "npu"});
  metrics_.CompileEnded({.backend = "cpu", .opt_level = std::numeric_limits<uint32_t>::max()});
  metrics_.LaunchEnded({.device = "cpu:1"});
  gauges_.devices = {{"cpu:9", 1}};
  gauges_.worker_restarts = {{"boredom", 1}};
  EXPECT_EQ(Text(), before);
  for (int code = 17; code < 1000; ++code) {
    metrics_.CallEnded("Put", static_cast<absl::StatusCode>(code), 1);
  }
  EXPECT_THAT(Text(), HasSubstr("pyascd_rpc_requests_total{code=\"\",method=\"Put\"} 983\n"));
}

}  // namespace
}  // namespace pyasc
