#include "base/image.h"

#include <cstring>
#include <functional>
#include <string>

#include "base/cpu_features.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

constexpr uint64_t kBytes = 128;

abi::ImageHeader GoodHeader() {
  abi::ImageHeader header{};
  header.magic = abi::kImageMagic;
  header.abi_version = abi::kVersion;
  header.image_bytes = kBytes;
  header.checked_entry = 64;
  header.cpu_features = kCpuAvx2;
  return header;
}

std::string ImageOf(const abi::ImageHeader& header) {
  std::string image(kBytes, '\x90');
  std::memcpy(image.data(), &header, sizeof header);
  return image;
}

TEST(ImageTest, AcceptsASoundImage) {
  const absl::StatusOr<abi::ImageHeader> header =
      CheckImage(ImageOf(GoodHeader()), kCpuAvx2 | kCpuFma);
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_EQ(header->checked_entry, 64u);
}

TEST(ImageTest, RefusesEveryOther) {
  using absl::StatusCode;
  const struct {
    const char* name;
    std::function<void(abi::ImageHeader&)> spoil;
    StatusCode code;
  } kRows[] = {
      {"magic", [](auto& h) { h.magic ^= 1; }, StatusCode::kDataLoss},
      {"version", [](auto& h) { ++h.abi_version; }, StatusCode::kFailedPrecondition},
      {"longer", [](auto& h) { ++h.image_bytes; }, StatusCode::kDataLoss},
      {"shorter", [](auto& h) { --h.image_bytes; }, StatusCode::kDataLoss},
      {"no checked entry", [](auto& h) { h.checked_entry = 0; }, StatusCode::kDataLoss},
      {"entry in the header", [](auto& h) { h.checked_entry = 55; }, StatusCode::kDataLoss},
      {"entry at the end", [](auto& h) { h.checked_entry = kBytes; }, StatusCode::kDataLoss},
      {"entry far away", [](auto& h) { h.checked_entry = ~0ull; }, StatusCode::kDataLoss},
      {"fast entry outside", [](auto& h) { h.fast_entry = kBytes; }, StatusCode::kDataLoss},
      {"scratch", [](auto& h) { h.scratch_bytes = kMaxScratchBytes + 1; }, StatusCode::kDataLoss},
      {"record", [](auto& h) { h.record_values = kMaxRecordValues + 1; }, StatusCode::kDataLoss},
      {"flags", [](auto& h) { h.flags = 2; }, StatusCode::kDataLoss},
      {"other CPU", [](auto& h) { h.cpu_features |= kCpuAvx512; }, StatusCode::kFailedPrecondition},
      {"unknown CPU feature", [](auto& h) { h.cpu_features = 1ull << 63; },
       StatusCode::kFailedPrecondition},
  };
  for (const auto& row : kRows) {
    abi::ImageHeader header = GoodHeader();
    row.spoil(header);
    EXPECT_EQ(CheckImage(ImageOf(header), kCpuAvx2).status().code(), row.code) << row.name;
  }
}

TEST(ImageTest, RefusesEveryTruncation) {
  const std::string image = ImageOf(GoodHeader());
  for (size_t bytes = 0; bytes < image.size(); ++bytes) {
    EXPECT_FALSE(CheckImage(image.substr(0, bytes), ~0ull).ok()) << bytes;
  }
}

TEST(CpuFeaturesTest, SpellsLlvmsNames) {
  EXPECT_EQ(LlvmFeatureString(0), "");
  EXPECT_EQ(LlvmFeatureString(kCpuFma | kCpuF16c), "+f16c,+fma");
  EXPECT_EQ(LlvmFeatureString(kCpuSse42), "+popcnt,+sse3,+sse4.1,+sse4.2,+ssse3");
}

TEST(CpuFeaturesTest, HostHasOnlyKnownFeatures) {
  EXPECT_EQ(HostCpuFeatures() & ~uint64_t{31}, 0u);
  EXPECT_EQ(HostCpuFeatures(), HostCpuFeatures());
}

}  // namespace
}  // namespace pyasc
