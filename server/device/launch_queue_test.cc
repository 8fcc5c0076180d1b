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

  absl::Notification started_, release_;
  std::vector<std::string> started_ids_;  // by the queue's thread
  std::vector<absl::StatusCode> codes_;   // by the queue's thread
  LaunchQueue queue_{{.device = "test:0", .max_queued = 2},
                     [this](const LaunchRequest& request) { return Run(request); }};
};

TEST_F(LaunchQueueTest, CountsWhatIsQueuedAndRunning) {
  EXPECT_EQ(queue_.depth(), 0u);
  queue_.Submit(Named("a"), Record());
  started_.WaitForNotification();
  queue_.Submit(Named("b"), Record());
  EXPECT_EQ(queue_.depth(), 2u);
  EXPECT_FALSE(queue_.WaitIdle(absl::ZeroDuration()));
  release_.Notify();
  EXPECT_TRUE(queue_.WaitIdle(absl::InfiniteDuration()));
  EXPECT_EQ(queue_.depth(), 0u);
  EXPECT_EQ(queue_.launches(), 2u);
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
  EXPECT_EQ(queue_.launches(), 3u);
}

TEST_F(LaunchQueueTest, TasksRunAfterWhatWasSubmittedBefore) {
  release_.Notify();
  queue_.Submit(Named("a"), Record());
  size_t answered = 0;
  queue_.Await([&] { answered = codes_.size(); });
  EXPECT_EQ(answered, 1u);
}

}  // namespace
}  // namespace pyasc
