#include "server/kernels/thread_pool.h"

#include <atomic>
#include <vector>

#include "absl/synchronization/barrier.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

TEST(ThreadPool, StopRunsWhatWasPosted) {
  std::atomic<int> ran{0};
  ThreadPool pool(2);
  for (int i = 0; i < 100; ++i) pool.Post([&] { ++ran; });
  pool.Stop();
  EXPECT_EQ(ran, 100);
  pool.Post([&] { ++ran; });
  EXPECT_EQ(ran, 100);
}

TEST(ThreadPool, OneThreadKeepsTheOrder) {
  std::vector<int> order;
  ThreadPool pool(1);
  for (int i = 0; i < 10; ++i) pool.Post([&order, i] { order.push_back(i); });
  pool.Stop();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
}

TEST(ThreadPool, ThreadsWorkAtOnce) {
  ThreadPool pool(2);
  auto* both = new absl::Barrier(2);
  for (int i = 0; i < 2; ++i) {
    pool.Post([both] {
      if (both->Block()) delete both;
    });
  }
  pool.Stop();
}

}  // namespace
}  // namespace pyasc
