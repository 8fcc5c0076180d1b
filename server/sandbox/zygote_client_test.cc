#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "server/sandbox/compile_service.h"

namespace pyasc {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<CompileService> Start(int timeout_ms = 60'000) {
  auto service = StartZygote({PYASCD_FAKE_COMPILE, timeout_ms});
  EXPECT_TRUE(service.ok()) << service.status();
  return *std::move(service);
}

absl::StatusOr<std::string> Analyse(CompileService& service, const std::string& text) {
  AnalyseRequest request;
  request.text = text;
  const absl::StatusOr<Analysis> analysis = service.Analyse(request);
  if (!analysis.ok()) return analysis.status();
  return analysis->normalised;
}

pid_t ZygotePid(CompileService& service) { return std::stoi(*Analyse(service, "pid")); }

TEST(Zygote, AnswersBothQuestions) {
  const auto service = Start();
  EXPECT_EQ(*Analyse(*service, "text"), "text");
  CompileRequest request;
  request.normalised = "normal";
  const absl::StatusOr<Compilation> compilation = service->Compile(request);
  ASSERT_TRUE(compilation.ok()) << compilation.status();
  EXPECT_EQ(compilation->image, "normal");
}

struct FailureRow {
  std::string text;
  absl::StatusCode code;
  std::string message;
};

TEST(Zygote, FailuresSayWhatHappenedAndConcernOneJob) {
  const auto service = Start();
  const std::vector<FailureRow> rows = {
      {"crash", absl::StatusCode::kUnavailable, "compile process was killed by SIGSEGV"},
      {"exit", absl::StatusCode::kUnavailable, "compile process ended with exit status 3"},
      {"die with the request unread", absl::StatusCode::kUnavailable,
       "compile process was killed by SIGKILL"},
      {"fault", absl::StatusCode::kInternal, "out of luck"},
      {"nonsense", absl::StatusCode::kInternal,
       "compile process answered nonsense: type 11, 8 bytes"},
  };
  const pid_t zygote = ZygotePid(*service);
  for (const FailureRow& row : rows) {
    const absl::Status status = Analyse(*service, row.text).status();
    EXPECT_EQ(status.code(), row.code) << row.text << status;
    EXPECT_EQ(std::string(status.message()), row.message) << row.text;
    EXPECT_EQ(*Analyse(*service, "next"), "next") << row.text;
  }
  EXPECT_EQ(ZygotePid(*service), zygote);
}

TEST(Zygote, ACompileThatTakesTooLongIsKilled) {
  const auto service = Start(/*timeout_ms=*/200);
  const absl::Status status = Analyse(*service, "hang").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded) << status;
  EXPECT_EQ(std::string(status.message()),
            "compile process took longer than 200 ms and was killed");
}

TEST(Zygote, AZygoteThatStandsStillIsReplaced) {
  const auto service = StartZygote({PYASCD_FAKE_COMPILE, 200, /*exit_report_ms=*/0}).value();
  const pid_t first = ZygotePid(*service);
  const absl::Status status = Analyse(*service, "stop the zygote").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded) << status;
  // Those under way when it is killed may be lost with it.
  while (!Analyse(*service, "next").ok()) {
  }
  EXPECT_NE(ZygotePid(*service), first);
}

TEST(Zygote, StoppingEndsWhatIsUnderWayAndRefusesTheRest) {
  const auto service = Start();
  absl::Status hung;
  const pid_t zygote = ZygotePid(*service);
  std::thread caller([&] { hung = Analyse(*service, "hang").status(); });
  service->Stop();
  caller.join();
  EXPECT_EQ(hung.code(), absl::StatusCode::kUnavailable) << hung;
  EXPECT_EQ(Analyse(*service, "next").status(), absl::UnavailableError("compiling is shut down"));
  EXPECT_NE(zygote, 0);
}

TEST(Zygote, LargeTextsPass) {
  const auto service = Start();
  const std::string text(3 << 20, 'x');
  EXPECT_EQ(*Analyse(*service, text), text);
}

TEST(Zygote, ManyThreadsMayAsk) {
  const auto service = Start();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 16; ++thread) {
    threads.emplace_back([&service, thread] {
      for (int i = 0; i < 4; ++i) {
        const std::string text = std::to_string(thread * 100 + i);
        EXPECT_EQ(*Analyse(*service, text), text);
        EXPECT_THAT(std::string(Analyse(*service, "crash").status().message()),
                    HasSubstr("SIGSEGV"));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Zygote, AZygoteThatDiesUnderACallIsReplaced) {
  const auto service = Start();
  const pid_t first = ZygotePid(*service);
  const absl::Status status = Analyse(*service, "kill the zygote").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable) << status;
  EXPECT_EQ(std::string(status.message()),
            "compile process was lost: its parent was killed by SIGKILL");
  EXPECT_EQ(*Analyse(*service, "next"), "next");
  EXPECT_NE(ZygotePid(*service), first);
}

TEST(Zygote, AZygoteThatDiedWhileIdleCostsNoCall) {
  const auto service = Start();
  const pid_t first = ZygotePid(*service);
  for (int round = 0; round < 3; ++round) {
    const pid_t zygote = ZygotePid(*service);
    ::kill(zygote, SIGKILL);
    // Ended and, since the client watches it, soon reaped.
    while (::kill(zygote, 0) == 0) std::this_thread::yield();
    EXPECT_EQ(*Analyse(*service, "next"), "next");
  }
  EXPECT_NE(ZygotePid(*service), first);
}

TEST(Zygote, ItsEndLeavesNoProcess) {
  for (const bool used : {false, true}) {
    auto service = Start();
    if (used) {
      ASSERT_EQ(*Analyse(*service, "text"), "text");
    }
    service.reset();
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }
}

TEST(Zygote, AnExecutableThatIsNoZygoteIsAnErrorAtOnce) {
  const absl::Status missing = StartZygote({"/nonexistent/pyascd-compile"}).status();
  EXPECT_EQ(missing.code(), absl::StatusCode::kUnavailable);
  const absl::Status other = StartZygote({"/bin/false"}).status();
  EXPECT_EQ(other.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(std::string(other.message()), "/bin/false did not start: ended with exit status 1");
}

}  // namespace
}  // namespace pyasc
