#include "server/session/session_table.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

class SessionTableTest : public testing::Test {
 protected:
  std::shared_ptr<TensorQuota> quota_ = std::make_shared<TensorQuota>(1 << 20);
  FakeClock clock_;
  SessionTable table_{quota_, &clock_};
};

std::shared_ptr<const Operator> Named(std::string name) {
  auto made = std::make_shared<Operator>();
  made->id = Sha256(name);
  made->name = std::move(name);
  return made;
}

TEST_F(SessionTableTest, ASessionIsFoundByItsIdAndItsUidAlone) {
  auto session = *table_.Open({.uid = 7});
  EXPECT_EQ(session->id().size(), SessionTable::kIdBytes);
  EXPECT_EQ(table_.Find(session->id(), 7).value(), session);
  EXPECT_EQ(table_.Find(session->id(), 8).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(table_.Find("no such id", 7).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(table_.Find("", 7).status().code(), absl::StatusCode::kUnauthenticated);
}

TEST_F(SessionTableTest, ASessionKnowsItsClient) {
  const auto session = *table_.Open({.uid = 7, .pid = 12, .name = "a.py", .version = "0.2"});
  const SessionClient& client = session->client();
  EXPECT_EQ(client.uid, 7u);
  EXPECT_EQ(client.pid, 12);
  EXPECT_EQ(client.name, "a.py");
  EXPECT_EQ(client.version, "0.2");
}

TEST_F(SessionTableTest, TheEndFreesTensorsAndOperators) {
  auto session = *table_.Open({.uid = 7});
  ASSERT_TRUE(session->tensors().Allocate(100).ok());
  session->AddOperator(Named("f"));
  ASSERT_EQ(table_.Remove(session->id()), session);
  EXPECT_TRUE(session->life()->cancelled());
  EXPECT_EQ(quota_->bytes(), 100u);
  session->End();
  EXPECT_EQ(quota_->bytes(), 0u);
  EXPECT_FALSE(session->FindOperator(Named("f")->id.View()).ok());
  EXPECT_FALSE(table_.Find(session->id(), 7).ok());
  EXPECT_EQ(table_.Remove(session->id()), nullptr);
  EXPECT_EQ(table_.size(), 0u);
}

TEST_F(SessionTableTest, OperatorsBelongToTheirSession) {
  auto first = *table_.Open({.uid = 7}), second = *table_.Open({.uid = 7});
  auto f = Named("f");
  first->AddOperator(f);
  EXPECT_EQ(first->FindOperator(f->id.View()).value(), f);
  EXPECT_EQ(second->FindOperator(f->id.View()).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(first->FindOperator("short").status().code(), absl::StatusCode::kNotFound);
}

TEST_F(SessionTableTest, KnowsHowLongItHasBeenEmpty) {
  constexpr int64_t kSecond = 1'000'000'000;
  clock_.Advance(2);
  EXPECT_EQ(table_.EmptyForNs(), 2 * kSecond);
  auto session = *table_.Open({.uid = 7});
  clock_.Advance(5);
  EXPECT_EQ(table_.EmptyForNs(), 0);
  table_.Remove(session->id());
  clock_.Advance(3);
  EXPECT_EQ(table_.EmptyForNs(), 3 * kSecond);
}

TEST_F(SessionTableTest, OnlyATableWithoutSessionsIsClosed) {
  auto session = *table_.Open({.uid = 7});
  EXPECT_THAT(table_.CloseIfEmpty(), testing::ElementsAre(session));
  auto second = *table_.Open({.uid = 7});
  table_.Remove(session->id());
  table_.Remove(second->id());
  EXPECT_THAT(table_.CloseIfEmpty(), testing::IsEmpty());
  EXPECT_EQ(table_.Open({.uid = 7}).status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(SessionTableTest, AWallClockThatJumpsEndsNoIdleTime) {
  clock_.Advance(2);
  for (const int64_t unix_s : {int64_t{0}, int64_t{4'000'000'000}}) {
    clock_.SetUnixSeconds(unix_s);
    EXPECT_EQ(table_.EmptyForNs(), 2'000'000'000);
  }
}

TEST_F(SessionTableTest, ItsEndIsWaitedFor) {
  EXPECT_TRUE(table_.AwaitEmpty(absl::ZeroDuration()));
  auto session = *table_.Open({.uid = 7});
  EXPECT_FALSE(table_.AwaitEmpty(absl::ZeroDuration()));
  table_.Remove(session->id());
  EXPECT_TRUE(table_.AwaitEmpty(absl::InfiniteDuration()));
}

}  // namespace
}  // namespace pyasc
