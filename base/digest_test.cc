#include "base/digest.h"

#include "gtest/gtest.h"

namespace pyasc {
namespace {

TEST(DigestTest, Sha256OfKnownTexts) {
  EXPECT_EQ(Sha256("").Hex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc").Hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

// RFC 4231, test case 2, and the empty key and text.
TEST(DigestTest, HmacOfKnownTexts) {
  EXPECT_EQ(HmacSha256("Jefe", "what do ya want for nothing?").Hex(),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(HmacSha256("", "").Hex(),
            "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST(DigestTest, HexAndBytesRoundTrip) {
  const Digest digest = Sha256("x");
  EXPECT_EQ(Digest::FromHex(digest.Hex()), digest);
  EXPECT_EQ(Digest::FromBytes(digest.View()), digest);
}

TEST(DigestTest, RefusesOtherTexts) {
  const std::string hex = Sha256("x").Hex();
  EXPECT_EQ(Digest::FromHex(hex.substr(1)), std::nullopt);
  EXPECT_EQ(Digest::FromHex(hex + "0"), std::nullopt);
  EXPECT_EQ(Digest::FromHex("g" + hex.substr(1)), std::nullopt);
  EXPECT_EQ(Digest::FromBytes("short"), std::nullopt);
}

TEST(DigestTest, ComparesEveryByte) {
  const Digest digest = Sha256("x");
  EXPECT_TRUE(EqualConstantTime(digest, Sha256("x")));
  for (size_t i = 0; i < digest.bytes.size(); ++i) {
    Digest other = digest;
    other.bytes[i] ^= 1;
    EXPECT_FALSE(EqualConstantTime(digest, other)) << i;
  }
}

TEST(DigestTest, RandomBytesDiffer) {
  EXPECT_EQ(RandomBytes(0), "");
  EXPECT_EQ(RandomBytes(32).size(), 32u);
  EXPECT_NE(RandomBytes(32), RandomBytes(32));
}

}  // namespace
}  // namespace pyasc
