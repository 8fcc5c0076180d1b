#include "base/steady_wait.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

namespace pyasc {
namespace {

TEST(SteadyWaitTest, AConditionThatHoldsIsNotWaitedFor) {
  absl::Mutex mutex;
  const absl::MutexLock lock(&mutex);
  const bool yes = true;
  EXPECT_TRUE(AwaitFor(mutex, absl::Condition(&yes), absl::InfiniteDuration()));
  EXPECT_TRUE(AwaitFor(mutex, absl::Condition(&yes), absl::ZeroDuration()));
}

TEST(SteadyWaitTest, WithoutTheConditionItEndsWithTheTimeout) {
  absl::Mutex mutex;
  const absl::MutexLock lock(&mutex);
  const bool no = false;
  EXPECT_FALSE(AwaitFor(mutex, absl::Condition(&no), absl::Milliseconds(1)));
  EXPECT_FALSE(AwaitFor(mutex, absl::Condition(&no), absl::ZeroDuration()));
  EXPECT_FALSE(AwaitFor(mutex, absl::Condition(&no), -absl::Seconds(1)));
}

TEST(SteadyWaitTest, NeverEarly) {
  absl::Mutex mutex;
  const absl::MutexLock lock(&mutex);
  const bool no = false;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(AwaitFor(mutex, absl::Condition(&no), absl::Milliseconds(5)));
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(5));
}

TEST(SteadyWaitTest, TheConditionEndsItHoweverLongTheTimeout) {
  absl::Mutex mutex;
  bool set = false;
  std::thread setter([&] {
    const absl::MutexLock lock(&mutex);
    set = true;
  });
  {
    const absl::MutexLock lock(&mutex);
    EXPECT_TRUE(AwaitFor(mutex, absl::Condition(&set), absl::InfiniteDuration()));
  }
  setter.join();
}

TEST(SteadyWaitTest, AChildOfForkHasTimeoutsOfItsOwn) {
  absl::Mutex mutex;
  const bool no = false;
  {
    const absl::MutexLock lock(&mutex);
    EXPECT_FALSE(AwaitFor(mutex, absl::Condition(&no), absl::Milliseconds(1)));
  }
  const pid_t child = ::fork();
  if (child == 0) {
    const absl::MutexLock lock(&mutex);
    ::_exit(AwaitFor(mutex, absl::Condition(&no), absl::Milliseconds(1)) ? 1 : 0);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// The timeouts' thread meets mutexes that are held, and waits that end as it looks.
TEST(SteadyWaitTest, ManyWaitsOnFewMutexesAllEnd) {
  absl::Mutex mutexes[3];
  const bool no = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 12; ++i) {
    threads.emplace_back([&, i] {
      absl::Mutex& mutex = mutexes[i % 3];
      for (int round = 0; round < 50; ++round) {
        const absl::MutexLock lock(&mutex);
        EXPECT_FALSE(
            AwaitFor(mutex, absl::Condition(&no), absl::Microseconds(100 * (i + round) % 700)));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace pyasc
