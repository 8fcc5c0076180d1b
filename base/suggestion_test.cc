#include "base/suggestion.h"

#include <initializer_list>
#include <string>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

std::string Nearest(std::string_view wanted, std::initializer_list<std::string_view> names) {
  Suggestion suggestion(wanted);
  for (std::string_view name : names) suggestion.Consider(name);
  return std::string(suggestion.best());
}

TEST(Suggestion, IsTheNearestName) {
  EXPECT_EQ(Nearest("sokcet", {"rocket", "socket", "sockets"}), "socket");
  EXPECT_EQ(Nearest("PYASCD_SOKET", {"PYASCD_CONFIG", "PYASCD_SOCKET"}), "PYASCD_SOCKET");
}

TEST(Suggestion, OfEquallyNearNamesIsTheFirst) { EXPECT_EQ(Nearest("cat", {"bat", "rat"}), "bat"); }

TEST(Suggestion, IsNothingWhereNothingIsNear) {
  EXPECT_EQ(Nearest("zzz", {"socket", "state_dir"}), "");
  EXPECT_EQ(Nearest("a", {"b"}), "");
  EXPECT_EQ(Nearest("socket", {}), "");
}

}  // namespace
}  // namespace pyasc
