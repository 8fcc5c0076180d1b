#include "server/rpc/launch_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "fmt/format.h"

namespace pyasc {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;

// "name start+duration" of each span.
std::vector<std::string> Spans(const LaunchTimes& times) {
  google::protobuf::RepeatedPtrField<pyascd::v1::Span> wire;
  EncodeSpans(times, &wire);
  std::vector<std::string> found;
  for (const pyascd::v1::Span& span : wire) {
    found.push_back(fmt::format("{} {}+{}", span.name(), span.start_ns(), span.duration_ns()));
  }
  return found;
}

LaunchTimes Answered() {
  return {.received_ns = 100,
          .begun_ns = 110,
          .decoded_ns = 130,
          .resolved_ns = 160,
          .answered_ns = 300};
}

// What a device tells of a launch.
LaunchResult Told(int64_t taken_ns, int64_t run_begin_ns, int64_t run_ns) {
  LaunchResult result;
  result.taken_ns = taken_ns;
  result.run_begin_ns = run_begin_ns;
  result.run_ns = run_ns;
  return result;
}

TEST(LaunchTimes, StagesFollowOneAnotherWithoutGaps) {
  LaunchTimes times = Answered();
  times.TakeRun(Told(200, 220, 50));
  times.finished_ns = 310;
  EXPECT_THAT(Spans(times),
              ElementsAre("accept 100+10", "decode 110+20", "resolve 130+30", "queue 160+40",
                          "dispatch 200+20", "run 220+50", "collect 270+30", "respond 300+10"));
}

TEST(LaunchTimes, ACompileIsPartOfResolvingAlsoOneThatBeganBefore) {
  LaunchTimes times = Answered();
  times.TakeCompile({.compile_begin_ns = 140, .compile_end_ns = 155});
  times.answered_ns = 0;
  times.finished_ns = 160;
  EXPECT_THAT(Spans(times), ElementsAre("accept 100+10", "decode 110+20", "resolve 130+30",
                                        "compile 140+15", "respond 160+0"));
  times.TakeCompile({.compile_begin_ns = 20, .compile_end_ns = 155});
  EXPECT_THAT(Spans(times), Contains("compile 130+25"));
}

TEST(LaunchTimes, TimesThatAWorkerMadeUpStayBetweenTheBrokersOwn) {
  const std::vector<int64_t> made_up = {std::numeric_limits<int64_t>::min(), 0, 250,
                                        std::numeric_limits<int64_t>::max()};
  for (const int64_t begin_ns : made_up) {
    for (const int64_t run_ns : made_up) {
      LaunchTimes times = Answered();
      times.TakeRun(Told(200, begin_ns, run_ns));
      times.finished_ns = 310;
      EXPECT_GE(times.run_begin_ns, 200) << begin_ns;
      EXPECT_GE(times.run_end_ns, times.run_begin_ns) << begin_ns << " " << run_ns;
      EXPECT_LE(times.run_end_ns, 300) << begin_ns << " " << run_ns;
      EXPECT_EQ(Spans(times).size(), 8u);
    }
  }
}

TEST(LaunchTimes, ADeviceThatTellsNoTimesRunsJustBeforeItsAnswer) {
  LaunchTimes times = Answered();
  times.TakeRun(Told(0, 0, 1000));
  times.finished_ns = 310;
  EXPECT_THAT(Spans(times),
              ElementsAre("accept 100+10", "decode 110+20", "resolve 130+30", "queue 160+0",
                          "dispatch 160+0", "run 160+140", "collect 300+0", "respond 300+10"));
}

}  // namespace
}  // namespace pyasc
