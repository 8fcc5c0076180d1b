#include "server/kernels/registry.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "cache/memory_store.h"
#include "gtest/gtest.h"
#include "server/testing/fake_compiler.h"

namespace pyasc {
namespace {

using testing::FakeCompiler;

class RegistryTest : public ::testing::Test {
 protected:
  std::unique_ptr<Registry> Start() {
    return std::make_unique<Registry>(&compiler_, store_.get(), &clock_, &metrics_,
                                      Registry::Options{.toolchain = "test 1"});
  }

  absl::StatusOr<std::shared_ptr<const Analysis>> Analyse(std::string text) {
    absl::StatusOr<std::shared_ptr<const Analysis>> answer;
    absl::Notification done;
    registry_->Analyse({.text = std::move(text), .captures = {}}, [&](auto result) {
      answer = std::move(result);
      done.Notify();
    });
    done.WaitForNotification();
    return answer;
  }

  KernelQuery Query(std::string text = "f") {
    KernelQuery query;
    query.analysis = std::make_shared<const Analysis>(
        FakeCompiler::DefaultAnalysis({.text = std::move(text), .captures = {}}));
    query.specialisation.arguments.resize(3);
    query.operator_name = "F";
    return query;
  }

  absl::StatusOr<KernelAnswer> Find(KernelQuery query) {
    absl::StatusOr<KernelAnswer> answer;
    absl::Notification done;
    registry_->Find(std::move(query), [&](auto result) {
      answer = std::move(result);
      done.Notify();
    });
    done.WaitForNotification();
    return answer;
  }

  FakeCompiler compiler_;
  std::unique_ptr<KernelStore> store_ = OpenMemoryStore({});
  FakeClock clock_;
  Metrics metrics_{{.version = "1.2.3", .backends = {"cpu"}}};
  std::unique_ptr<Registry> registry_ = Start();
};

TEST_F(RegistryTest, AnalysesOnceAndRemembersAcrossARestart) {
  ASSERT_TRUE(Analyse("text").ok());
  ASSERT_TRUE(Analyse("text").ok());
  EXPECT_EQ(compiler_.analyses(), 1);
  registry_ = Start();
  EXPECT_EQ((*Analyse("text"))->normalised, "text");
  EXPECT_EQ(compiler_.analyses(), 1);
  ASSERT_TRUE(Analyse("other").ok());
  EXPECT_EQ(compiler_.analyses(), 2);
}

TEST_F(RegistryTest, TheCompileProcessNeverSeesCapturedValues) {
  Int128 seen = -1;
  compiler_.OnAnalyse([&](const AnalyseRequest& request) {
    seen = request.captures[0].value.integer;
    return FakeCompiler::DefaultAnalysis(request);
  });
  Capture capture;
  capture.name = "k";
  capture.kind = CaptureKind::kScalar;
  capture.value.kind = ScalarKind::kInt;
  capture.value.integer = 42;
  absl::Notification done;
  registry_->Analyse({.text = "t", .captures = {capture}}, [&](auto) { done.Notify(); });
  done.WaitForNotification();
  EXPECT_EQ(seen, 0);
}

TEST_F(RegistryTest, CompilesOnceAndRemembersAcrossARestart) {
  auto first = Find(Query());
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_TRUE(first->compiled);
  EXPECT_FALSE(Find(Query())->compiled);
  registry_ = Start();
  auto stored = Find(Query());
  ASSERT_TRUE(stored.ok());
  EXPECT_FALSE(stored->compiled);
  EXPECT_EQ(stored->kernel->key, first->kernel->key);
  EXPECT_EQ(stored->kernel->executable->digest, first->kernel->executable->digest);
  EXPECT_EQ(compiler_.compiles(), 1);
  EXPECT_EQ(registry_->counters().compiles, 0u);
}

TEST_F(RegistryTest, SixtyFourWhoAskAtOnceShareOneCompile) {
  constexpr int kClients = 64;
  absl::Notification all_asked;
  compiler_.OnCompile([&](const CompileRequest& request) {
    all_asked.WaitForNotification();
    return FakeCompiler::DefaultCompilation(request);
  });
  std::atomic<int> compiled{0}, ok{0};
  absl::BlockingCounter answered(kClients);
  for (int i = 0; i < kClients; ++i) {
    registry_->Find(Query(), [&](absl::StatusOr<KernelAnswer> answer) {
      ok += answer.ok();
      compiled += answer.ok() && answer->compiled;
      answered.DecrementCount();
    });
  }
  all_asked.Notify();
  answered.Wait();
  EXPECT_EQ(ok, kClients);
  EXPECT_EQ(compiled, 1);
  EXPECT_EQ(compiler_.compiles(), 1);
}

TEST_F(RegistryTest, CompilesAndLooksForKernelsAreCounted) {
  EXPECT_TRUE(Find(Query()).ok());
  EXPECT_TRUE(Find(Query()).ok());
  EXPECT_EQ(registry_->counters().memory_kernels, 1u);
  EXPECT_GT(registry_->counters().memory_bytes, 0u);
  registry_->ClearMemory();
  EXPECT_TRUE(Find(Query()).ok());
  compiler_.OnCompile(
      [](const CompileRequest&) { return absl::StatusOr<Compilation>(absl::InternalError("no")); });
  EXPECT_FALSE(Find(Query("g")).ok());
  const std::string text = metrics_.Text({});
  for (const char* line :
       {"pyascd_cache_requests_total{result=\"hit\",tier=\"memory\"} 1\n",
        "pyascd_cache_requests_total{result=\"miss\",tier=\"memory\"} 3\n",
        "pyascd_cache_requests_total{result=\"hit\",tier=\"disk\"} 1\n",
        "pyascd_cache_requests_total{result=\"miss\",tier=\"disk\"} 2\n",
        "pyascd_compiles_total{backend=\"cpu\",opt_level=\"3\",outcome=\"success\"} 1\n",
        "pyascd_compiles_total{backend=\"cpu\",opt_level=\"3\",outcome=\"failed\"} 1\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

TEST_F(RegistryTest, WhoWaitedForACompileKnowsWhenItWas) {
  absl::Notification both_asked;
  const int64_t asked_ns = clock_.SteadyNs();
  compiler_.OnCompile([&](const CompileRequest& request) {
    both_asked.WaitForNotification();
    clock_.Advance(3);
    return FakeCompiler::DefaultCompilation(request);
  });
  std::vector<KernelAnswer> answers(2);
  absl::BlockingCounter answered(2);
  for (KernelAnswer& answer : answers) {
    registry_->Find(Query(), [&](absl::StatusOr<KernelAnswer> found) {
      answer = *std::move(found);
      answered.DecrementCount();
    });
  }
  both_asked.Notify();
  answered.Wait();
  for (const KernelAnswer& answer : answers) {
    EXPECT_EQ(answer.compile_begin_ns, asked_ns);
    EXPECT_EQ(answer.compile_end_ns, asked_ns + 3'000'000'000);
  }
  EXPECT_EQ(Find(Query())->compile_end_ns, 0);
}

TEST_F(RegistryTest, ACrashAnswersAllWhoWaitAndIsForgotten) {
  absl::Notification all_asked;
  compiler_.OnCompile([&](const CompileRequest&) -> absl::StatusOr<Compilation> {
    all_asked.WaitForNotification();
    return absl::UnavailableError("the compile process died: SIGSEGV");
  });
  std::vector<absl::Status> statuses(3);
  absl::BlockingCounter answered(3);
  for (absl::Status& status : statuses) {
    registry_->Find(Query(), [&](absl::StatusOr<KernelAnswer> answer) {
      status = answer.status();
      answered.DecrementCount();
    });
  }
  all_asked.Notify();
  answered.Wait();
  for (const absl::Status& status : statuses) {
    EXPECT_EQ(status, absl::UnavailableError("the compile process died: SIGSEGV"));
  }
  compiler_.OnCompile(FakeCompiler::DefaultCompilation);
  EXPECT_TRUE(Find(Query())->compiled);
  EXPECT_EQ(compiler_.compiles(), 2);
}

TEST_F(RegistryTest, AMistakeIsRememberedBrieflyAndNeverStored) {
  compiler_.OnCompile([](const CompileRequest&) {
    Compilation compilation;
    compilation.diagnostics.resize(1);
    compilation.diagnostics[0].code = "PA0201";
    return compilation;
  });
  EXPECT_EQ(Find(Query())->kernel->diagnostics[0].code, "PA0201");
  EXPECT_EQ(Find(Query())->kernel->executable, nullptr);
  EXPECT_EQ(compiler_.compiles(), 1);
  clock_.Advance(60);
  EXPECT_TRUE(Find(Query()).ok());
  EXPECT_EQ(compiler_.compiles(), 2);
  EXPECT_EQ(store_->Stats().kernels, 0u);
}

TEST_F(RegistryTest, BadAnswersOfTheCompileProcessAreFaults) {
  struct Case {
    const char* name;
    std::function<void(Compilation&)> spoil;
  };
  const Case cases[] = {
      {"no image", [](Compilation& made) { made.image.clear(); }},
      {"cut image", [](Compilation& made) { made.image.pop_back(); }},
      {"no such parameter", [](Compilation& made) { made.meta.tensors[0].parameter = 3; }},
      {"wrong dtype", [](Compilation& made) { made.meta.tensors[0].dtype = DType::kInt8; }},
      {"wrong rank", [](Compilation& made) { made.meta.tensors[0].rank = 5; }},
      {"creates an input", [](Compilation& made) { made.meta.tensors[0].created = true; }},
      {"tensor as attribute", [](Compilation& made) { made.meta.runtime_attributes = {0}; }},
      {"no such attribute", [](Compilation& made) { made.meta.runtime_attributes = {9}; }},
  };
  for (const Case& c : cases) {
    compiler_.OnCompile([&](const CompileRequest& request) {
      Compilation made = FakeCompiler::DefaultCompilation(request);
      c.spoil(made);
      return made;
    });
    EXPECT_EQ(Find(Query(c.name)).status().code(), absl::StatusCode::kInternal) << c.name;
  }
  EXPECT_EQ(store_->Stats().kernels, 0u);
}

TEST_F(RegistryTest, AStoredKernelThatDoesNotFitIsCompiledAgain) {
  Digest key = Find(Query())->kernel->key;
  KernelRow row = store_->GetKernel(key).value();
  row.image[0] = 'X';
  store_->PutKernel(row);
  registry_ = Start();
  EXPECT_TRUE(Find(Query())->compiled);
  EXPECT_EQ(compiler_.compiles(), 2);
}

TEST_F(RegistryTest, WantedStagesAreCompiledAfresh) {
  ASSERT_TRUE(Find(Query()).ok());
  KernelQuery query = Query();
  query.stages = {"hir"};
  EXPECT_EQ(Find(query)->kernel->stages.at("hir"), "text of hir");
  EXPECT_TRUE(Find(Query())->kernel->stages.empty());
  EXPECT_EQ(compiler_.compiles(), 2);
}

TEST_F(RegistryTest, ClearedMemoryAsksTheStore) {
  ASSERT_TRUE(Find(Query()).ok());
  registry_->ClearMemory();
  EXPECT_FALSE(Find(Query())->compiled);
  ASSERT_TRUE(store_->Clear().ok());
  registry_->ClearMemory();
  EXPECT_TRUE(Find(Query())->compiled);
}

}  // namespace
}  // namespace pyasc
