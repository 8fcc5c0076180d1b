#include "server/tensor/view_check.h"

#include <limits>
#include <string>

#include "base/kernel_abi.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();

struct Case {
  const char* name;
  DType dtype;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  uint64_t offset;
  uint64_t bytes;
  bool ok;
};

const Case kCases[] = {
    {"fits exactly", DType::kFloat32, {2, 3}, {12, 4}, 0, 24, true},
    {"one byte short", DType::kFloat32, {2, 3}, {12, 4}, 0, 23, false},
    {"offset moves it out", DType::kFloat32, {2, 3}, {12, 4}, 4, 24, false},
    {"transposed", DType::kFloat32, {3, 2}, {4, 12}, 0, 24, true},
    {"broadcast", DType::kFloat32, {1000, 3}, {0, 4}, 0, 12, true},
    {"reversed", DType::kFloat32, {6}, {-4}, 20, 24, true},
    {"reversed before the start", DType::kFloat32, {7}, {-4}, 20, 24, false},
    {"scalar", DType::kFloat64, {}, {}, 8, 16, true},
    {"scalar at the end", DType::kFloat64, {}, {}, 16, 16, false},
    {"empty at the end", DType::kFloat64, {0}, {8}, 16, 16, true},
    {"empty beyond the end", DType::kFloat64, {0}, {8}, 24, 16, false},
    {"negative dim", DType::kInt8, {-1}, {1}, 0, 16, false},
    {"strides missing", DType::kInt8, {4}, {}, 0, 16, false},
    {"odd stride", DType::kInt16, {2}, {3}, 0, 16, false},
    {"odd offset", DType::kInt16, {2}, {2}, 1, 16, false},
    {"dims overflow", DType::kInt8, {kHuge, kHuge}, {0, 0}, 0, 16, false},
    {"dims overflow beside a zero", DType::kInt8, {0, kHuge, kHuge}, {0, 0, 0}, 0, 16, false},
    {"largest dim beside a zero", DType::kInt8, {abi::kMaxDim, 0}, {0, 1}, 0, 16, true},
    {"dim over the limit beside a zero", DType::kInt8, {abi::kMaxDim + 1, 0}, {0, 1}, 0, 16, false},
    {"dim over the limit, repeated", DType::kInt8, {abi::kMaxDim + 1}, {0}, 0, 16, false},
    {"strides overflow", DType::kInt8, {3}, {kHuge}, 0, 16, false},
    {"strides cancel", DType::kInt8, {3, 3}, {kHuge / 4, -(kHuge / 4)}, 8, 16, false},
    {"offset overflows", DType::kInt8, {2}, {1}, ~uint64_t{0}, 16, false},
    {"rank 32", DType::kInt8, std::vector<int64_t>(32, 1), std::vector<int64_t>(32, 1), 0, 1, true},
    {"rank 33", DType::kInt8, std::vector<int64_t>(33, 1), std::vector<int64_t>(33, 1), 0, 1,
     false},
};

TEST(CheckView, AcceptsWhatStaysInsideAndNothingElse) {
  for (const Case& c : kCases) {
    TensorView view{.dtype = c.dtype,
                    .dims = c.dims,
                    .strides = c.strides,
                    .offset = c.offset,
                    .buffer = std::make_shared<Buffer>()};
    view.buffer->bytes = c.bytes;
    absl::Status status = CheckView(view);
    EXPECT_EQ(status.ok(), c.ok) << c.name << ": " << status;
    if (!c.ok) {
      EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.name;
    }
  }
}

}  // namespace
}  // namespace pyasc
