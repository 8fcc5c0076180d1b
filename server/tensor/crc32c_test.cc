#include "server/tensor/crc32c.h"

#include <string>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

struct Case {
  const char* name;
  std::string bytes;
  uint32_t crc;
};

std::string Ascending() {
  std::string bytes;
  for (int i = 0; i < 32; ++i) bytes.push_back(static_cast<char>(i));
  return bytes;
}

// The vectors of RFC 3720, appendix B.4, and the usual check value.
TEST(Crc32c, AgreesWithPublishedVectors) {
  const Case cases[] = {
      {"empty", "", 0},
      {"check", "123456789", 0xE3069283},
      {"32 zeros", std::string(32, '\0'), 0x8A9136AA},
      {"32 ones", std::string(32, '\xff'), 0x62A8AB43},
      {"ascending", Ascending(), 0x46DD794E},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Crc32c(c.bytes), c.crc) << c.name;
    EXPECT_EQ(internal::Crc32cPortable(c.bytes, 0), c.crc) << c.name;
  }
}

TEST(Crc32c, IsTheSameInPieces) {
  std::string bytes = Ascending() + "tail";
  for (size_t cut = 0; cut <= bytes.size(); ++cut) {
    std::string_view all(bytes);
    EXPECT_EQ(Crc32c(all.substr(cut), Crc32c(all.substr(0, cut))), Crc32c(all)) << cut;
  }
}

}  // namespace
}  // namespace pyasc
