#include "server/device/launch_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/synchronization/notification.h"

namespace pyasc {
namespace {

using ::testing::ElementsAre;

LaunchRequest Named(const std::string& id) {
  LaunchRequest request;
  request.id = id;
  return request;
}

// A queue whose first launch waits for `release`.
class LaunchQueueTest : public ::testing::Test {
 protected:
  LaunchResult Run(const LaunchRequest& request) {
    started_ids_.push_back(request.id);
    if (started_ids_.size() == 1) {
      started_.Notify();
      release_.WaitForNotification();
    }
    return {};
  }

  Device::Done Record() {
    return [this](const LaunchResult& result) { codes_.push_back(result.status.code()); };
  }

  DeviceInfo Info() const {
    DeviceInfo info;
    queue_.Describe(&info);
    return info;
  }

  absl::Notification started_, release_;
  std::vector<std::string> started_ids_;  // by the queue's thread
  std::vector<absl::StatusCode> codes_;   // by the queue's thread
  LaunchQueue queue_{{.device = "test:0", .max_queued = 2},
                     [this](const LaunchRequest& request) { return Run(request); }};
};

TEST_F(LaunchQueueTest, CountsWhatIsQueuedAndRunning) {
  EXPECT_EQ(Info().queue_depth, 0u);
  queue_.Submit(Named("a"), Record());
  started_.WaitForNotification();
  queue_.Submit(Named("b"), Record());
  EXPECT_EQ(Info().queue_depth, 2u);
  EXPECT_FALSE(queue_.WaitIdle(absl::ZeroDuration()));
  release_.Notify();
  EXPECT_TRUE(queue_.WaitIdle(absl::InfiniteDuration()));
  EXPECT_EQ(Info().queue_depth, 0u);
  EXPECT_EQ(Info().launches, 2u);
}

TEST_F(LaunchQueueTest, TellsWhatRunsAndSinceWhen) {
  EXPECT_FALSE(Info().running.has_value());
  LaunchRequest request = Named("a");
  request.origin = {"Matmul", "0123456789abcdef", "5e55", 1234};
  queue_.Submit(std::move(request), Record());
  started_.WaitForNotification();
  queue_.Submit(Named("b"), Record());
  const std::optional<RunningLaunch> running = Info().running;
  ASSERT_TRUE(running.has_value());
  EXPECT_EQ(running->origin.operator_name, "Matmul");
  EXPECT_EQ(running->origin.session, "5e55");
  EXPECT_GT(running->taken_ns, 0);
  release_.Notify();
  ASSERT_TRUE(queue_.WaitIdle(absl::InfiniteDuration()));
  EXPECT_FALSE(Info().running.has_value());
}

TEST(LaunchQueue, TellsWhenALaunchsTurnCame) {
  FakeClock clock;
  LaunchQueue queue({.device = "test:0", .clock = &clock}, [&](const LaunchRequest&) {
    clock.Advance(2);
    return LaunchResult();
  });
  const int64_t submitted_ns = clock.SteadyNs();
  absl::Notification done;
  queue.Submit(Named("a"), [&](const LaunchResult& result) {
    EXPECT_EQ(result.taken_ns, submitted_ns);
    done.Notify();
  });
  done.WaitForNotification();
}

TEST_F(LaunchQueueTest, AddsUpWhatItsLaunchesAreExpectedToTake) {
  auto cancellation = std::make_shared<Cancellation>();
  LaunchRequest running = Named("a"), waiting = Named("b"), dropped = Named("c");
  running.expected_ns = 1;
  waiting.expected_ns = 10;
  dropped.expected_ns = 100;
  dropped.cancellation = cancellation;
  queue_.Submit(std::move(running), Record());
  started_.WaitForNotification();
  queue_.Submit(std::move(waiting), Record());
  queue_.Submit(std::move(dropped), Record());
  EXPECT_EQ(Info().backlog_ns, 111);
  cancellation->Cancel();
  queue_.DropCancelled();
  EXPECT_EQ(Info().backlog_ns, 11);
  release_.Notify();
  EXPECT_TRUE(queue_.WaitIdle(absl::InfiniteDuration()));
  EXPECT_EQ(Info().backlog_ns, 0);
}

TEST_F(LaunchQueueTest, RefusalsComeInOrderToo) {
  queue_.Submit(Named("a"), Record());
  started_.WaitForNotification();
  for (const char* id : {"b", "c", "too many"}) queue_.Submit(Named(id), Record());
  queue_.Close();
  queue_.Submit(Named("too late"), Record());
  release_.Notify();
  EXPECT_TRUE(queue_.WaitIdle(absl::InfiniteDuration()));
  EXPECT_THAT(codes_,
              ElementsAre(absl::StatusCode::kOk, absl::StatusCode::kOk, absl::StatusCode::kOk,
                          absl::StatusCode::kResourceExhausted, absl::StatusCode::kUnavailable));
  EXPECT_THAT(started_ids_, ElementsAre("a", "b", "c"));
  EXPECT_EQ(Info().launches, 3u);
}

TEST_F(LaunchQueueTest, TasksRunAfterWhatWasSubmittedBefore) {
  release_.Notify();
  queue_.Submit(Named("a"), Record());
  size_t answered = 0;
  queue_.Await([&] { answered = codes_.size(); });
  EXPECT_EQ(answered, 1u);
}

TEST_F(LaunchQueueTest, ALaunchIsDoneWhenItsAnswerComes) {
  LaunchRequest request = Named("a");
  request.tensors.resize(1);
  request.tensors[0].buffer = std::make_shared<Buffer>();
  const std::weak_ptr<Buffer> memory = request.tensors[0].buffer;
  release_.Notify();
  uint32_t depth = 1;
  bool freed = false;
  queue_.Submit(std::move(request), [&](const LaunchResult&) {
    depth = Info().queue_depth;
    freed = memory.expired();
  });
  EXPECT_TRUE(queue_.WaitIdle(absl::InfiniteDuration()));
  EXPECT_EQ(depth, 0u);
  EXPECT_TRUE(freed);
}

TEST_F(LaunchQueueTest, CancelledLaunchesThatWaitAreAnsweredAtOnce) {
  const auto wider = std::make_shared<Cancellation>();
  const auto call = std::make_shared<Cancellation>(wider);
  queue_.Submit(Named("a"), Record());
  started_.WaitForNotification();
  LaunchRequest unwanted = Named("b");
  unwanted.cancellation = call;
  queue_.Submit(unwanted, Record());
  queue_.Submit(Named("c"), Record());
  queue_.DropCancelled();
  EXPECT_THAT(codes_, ElementsAre());
  wider->Cancel();
  queue_.DropCancelled();
  EXPECT_THAT(codes_, ElementsAre(absl::StatusCode::kCancelled));
  EXPECT_EQ(Info().queue_depth, 2u);
  // There is room again, but not for what nobody wants.
  queue_.Submit(Named("d"), Record());
  queue_.Submit(unwanted, Record());
  release_.Notify();
  EXPECT_TRUE(queue_.WaitIdle(absl::InfiniteDuration()));
  EXPECT_THAT(started_ids_, ElementsAre("a", "c", "d"));
  EXPECT_EQ(codes_.back(), absl::StatusCode::kCancelled);
  EXPECT_EQ(Info().launches, 3u);
}

}  // namespace
}  // namespace pyasc
