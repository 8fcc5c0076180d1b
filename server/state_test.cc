#include "server/state.h"

#include <fstream>
#include <memory>
#include <string>

#include "cache/sqlite_store.h"
#include "cache/state_directory.h"
#include "cache/store_testing.h"
#include "gmock/gmock.h"
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

TEST_F(StateTest, APlaceThatCannotBeWrittenIsLeftToo) {
  std::ofstream(home_) << "a file";
  const State state = TakeState(home_ + "/state", local_, PrepareStateDirectory).value();
  EXPECT_EQ(state.directory, local_);
  EXPECT_THAT(std::string(state.moved.message()), ::testing::HasSubstr(home_ + "/state"));
}

absl::StatusOr<std::unique_ptr<KernelStore>> OpenAt(const std::string& directory) {
  return OpenSqliteStore({.directory = directory});
}

TEST_F(StateTest, TheCacheLeavesANetworkFileSystemForALocalPlace) {
  const auto open = [this](const std::string& directory) {
    const absl::Status prepared = home_is_remote_(directory);
    return prepared.ok() ? OpenAt(directory) : prepared;
  };
  const Cache cache = OpenCache(home_, local_, open).value();
  EXPECT_EQ(cache.directory, local_);
  EXPECT_EQ(std::string(cache.moved.message()), "a network file system");
  ASSERT_TRUE(cache.store != nullptr);
  // Another daemon has the local place: then it is in memory.
  const Cache second = OpenCache(home_, local_, open).value();
  EXPECT_EQ(second.directory, "");
  EXPECT_EQ(std::string(second.moved.message()), "a network file system");
  EXPECT_TRUE(second.store != nullptr);
}

TEST_F(StateTest, TheCacheStaysInItsPlaceWhileItCan) {
  const Cache cache = OpenCache(home_, local_, OpenAt).value();
  EXPECT_EQ(cache.directory, home_);
  EXPECT_TRUE(cache.moved.ok());
  EXPECT_EQ(OpenCache(home_, local_, OpenAt).status().code(), absl::StatusCode::kAlreadyExists);
}

TEST_F(StateTest, ACacheThatIsRefusedIsInMemoryAndNotElsewhere) {
  const auto refuse = [](const std::string&) { return absl::PermissionDeniedError("planted"); };
  const Cache cache = OpenCache(home_, local_, refuse).value();
  EXPECT_EQ(cache.directory, "");
  EXPECT_EQ(cache.moved, absl::PermissionDeniedError("planted"));
  EXPECT_TRUE(cache.store != nullptr);
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
