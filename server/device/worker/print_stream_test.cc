#include "server/device/worker/print_stream.h"

#include <gtest/gtest.h>

#include "absl/synchronization/notification.h"

namespace pyasc {
namespace {

TEST(PrintStream, WhatNobodyFlushesIsSentToo) {
  absl::Notification sent;
  PrintStream stream([&](const std::vector<PrintRecord>& prints) {
    EXPECT_EQ(prints.size(), 1u);
    sent.Notify();
    return absl::OkStatus();
  });
  EXPECT_TRUE(stream.Add({7, {{1, 0}}}).ok());
  sent.WaitForNotification();
}

TEST(PrintStream, ManyGoTogetherAndInOrder) {
  constexpr uint64_t kCount = 100'000;
  uint64_t next = 0, messages = 0;
  {
    PrintStream stream([&](const std::vector<PrintRecord>& prints) {
      ++messages;
      for (const PrintRecord& print : prints) EXPECT_EQ(print.values[0].low, next++);
      return absl::OkStatus();
    });
    for (uint64_t i = 0; i < kCount; ++i) EXPECT_TRUE(stream.Add({0, {{i, 0}}}).ok());
    EXPECT_TRUE(stream.Flush().ok());
  }
  EXPECT_EQ(next, kCount);
  EXPECT_LT(messages, kCount / 10);
}

TEST(PrintStream, AFailureIsToldAndStays) {
  int calls = 0;
  PrintStream stream([&](const std::vector<PrintRecord>&) {
    ++calls;
    return absl::UnavailableError("gone");
  });
  EXPECT_TRUE(stream.Flush().ok());
  EXPECT_TRUE(stream.Add({}).ok() || calls > 0);
  EXPECT_TRUE(absl::IsUnavailable(stream.Flush()));
  EXPECT_TRUE(absl::IsUnavailable(stream.Add({})));
  EXPECT_TRUE(absl::IsUnavailable(stream.Flush()));
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace pyasc
