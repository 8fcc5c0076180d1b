#include "cache/sqlite/storage_thread.h"

#include <atomic>
#include <memory>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"

namespace pyasc::sqlite {
namespace {

// Notes the sizes of the batches; the first one waits until it is told to go on.
struct Batches {
  void Run(std::vector<Write> writes) {
    if (sizes.empty()) {
      first_started.Notify();
      go_on.WaitForNotification();
    }
    sizes.push_back(writes.size());
    for (const Write& write : writes) {
      const absl::Status status = write.apply();
      if (write.done) write.done(status);
    }
  }

  absl::Notification first_started, go_on;
  std::vector<size_t> sizes;
};

Write Count(std::atomic<int>& count) {
  return {.apply = [&count] {
    ++count;
    return absl::OkStatus();
  }};
}

TEST(StorageThreadTest, GathersWhatComesMeanwhileIntoOneBatch) {
  Batches batches;
  std::atomic<int> applied = 0;
  {
    StorageThread thread({.gather = absl::ZeroDuration()},
                         [&](std::vector<Write> writes) { batches.Run(std::move(writes)); });
    EXPECT_TRUE(thread.Submit(Count(applied)));
    batches.first_started.WaitForNotification();
    for (int i = 0; i < 100; ++i) EXPECT_TRUE(thread.Submit(Count(applied)));
    batches.go_on.Notify();
    EXPECT_TRUE(thread.Run([] { return absl::OkStatus(); }).ok());
    EXPECT_EQ(applied, 101);
  }
  ASSERT_GE(batches.sizes.size(), 2u);
  EXPECT_EQ(batches.sizes[0], 1u);
  EXPECT_GE(batches.sizes[1], 100u);
}

TEST(StorageThreadTest, RunDoesNotWaitForTheGatheringTime) {
  std::atomic<int> applied = 0;
  StorageThread thread({.gather = absl::Hours(1)}, [](std::vector<Write> writes) {
    for (const Write& write : writes) {
      const absl::Status status = write.apply();
      if (write.done) write.done(status);
    }
  });
  EXPECT_TRUE(thread.Submit(Count(applied)));
  EXPECT_EQ(thread.Run([] { return absl::AbortedError("mine"); }), absl::AbortedError("mine"));
  EXPECT_EQ(applied, 1);
}

TEST(StorageThreadTest, RefusesMoreThanMayWait) {
  Batches batches;
  std::atomic<int> applied = 0;
  StorageThread thread({.gather = absl::ZeroDuration(), .max_waiting_bytes = 100},
                       [&](std::vector<Write> writes) { batches.Run(std::move(writes)); });
  EXPECT_TRUE(thread.Submit(Count(applied)));
  batches.first_started.WaitForNotification();
  Write write = Count(applied);
  write.bytes = 60;
  EXPECT_TRUE(thread.Submit(write));
  EXPECT_FALSE(thread.Submit(write));
  batches.go_on.Notify();
  EXPECT_TRUE(thread.Run([] { return absl::OkStatus(); }).ok());
  EXPECT_TRUE(thread.Submit(write));
}

TEST(StorageThreadTest, EndsWithWhatWaitsAndAnEmptyBatch) {
  std::vector<size_t> sizes;
  {
    StorageThread thread({.gather = absl::Hours(1)},
                         [&](std::vector<Write> writes) { sizes.push_back(writes.size()); });
    EXPECT_TRUE(thread.Submit({.apply = [] { return absl::OkStatus(); }}));
  }
  EXPECT_EQ(sizes, (std::vector<size_t>{1, 0}));
}

}  // namespace
}  // namespace pyasc::sqlite
