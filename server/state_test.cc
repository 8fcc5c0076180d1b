#include "server/state.h"

#include <string>

#include "cache/sqlite_store.h"
#include "cache/state_directory.h"
#include "cache/store_testing.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

class StateTest : public ::testing::Test {
 protected:
  const TempDirectory temp_;
  const std::string home_ = temp_.path() + "/home";
  const std::string local_ = temp_.path() + "/local";
  const PrepareDirectory home_is_remote_ = [this](const std::string& directory) {
    return directory == home_ ? absl::FailedPreconditionError("a network file system")
                              : PrepareStateDirectory(directory);
  };
};

TEST_F(StateTest, TakesTheWantedPlace) {
  const State state = TakeState(home_, local_, PrepareStateDirectory).value();
  EXPECT_EQ(state.directory, home_);
  EXPECT_TRUE(state.moved.ok());
  EXPECT_EQ(TakeState(home_, local_, PrepareStateDirectory).status().code(),
            absl::StatusCode::kAlreadyExists);
}

TEST_F(StateTest, ANetworkFileSystemIsLeftForALocalPlaceWithItsOwnLock) {
  const State state = TakeState(home_, local_, home_is_remote_).value();
  EXPECT_EQ(state.directory, local_);
  EXPECT_EQ(std::string(state.moved.message()), "a network file system");
  EXPECT_EQ(TakeState(home_, local_, home_is_remote_).status().code(),
            absl::StatusCode::kAlreadyExists);
}

TEST_F(StateTest, OtherRefusalsStay) {
  const auto refuse = [](const std::string&) { return absl::PermissionDeniedError("planted"); };
  EXPECT_EQ(TakeState(home_, local_, refuse).status(), absl::PermissionDeniedError("planted"));
}

TEST_F(StateTest, TheCacheMayLieInTheSamePlace) {
  const State state = TakeState(home_, local_, PrepareStateDirectory).value();
  auto store = OpenSqliteStore({.directory = home_});
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ(OpenSqliteStore({.directory = home_}).status().code(),
            absl::StatusCode::kAlreadyExists);
}

}  // namespace
}  // namespace pyasc
