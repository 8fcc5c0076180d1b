// What the fuzz targets and their seeds share: how an input's first byte picks its kind.
#ifndef PYASC_TESTS_FUZZ_FUZZ_H_
#define PYASC_TESTS_FUZZ_FUZZ_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "base/encoding.h"

namespace pyasc::fuzz {

// The key that seals rows, in seeds and in the target alike: both sides of the check run.
inline constexpr std::string_view kMacKey = "fuzz's own key";

// Everything base/encoding.h decodes, in the order of the first byte. Append only.
using EncodedTypes = std::tuple<Scalar, Signature, Capture, Specialisation, KernelMeta, LineTable,
                                Diagnostic, AnalyseRequest, Analysis, CompileRequest, Compilation>;
// The bytes that follow the types of EncodedTypes.
inline constexpr uint8_t kJobKind = 0x40;
inline constexpr uint8_t kReportKind = 0x41;
inline constexpr uint8_t kPrintsKind = 0x42;

enum class WireKind : uint8_t { kLaunch = 0, kCompile = 1, kRegister = 2, kScalar = 3 };
enum class ConfigKind : uint8_t { kToml = 0, kFlags = 1, kEnvironment = 2 };
enum class RowForm : uint8_t { kKernel = 0, kAnalysis = 1 };

struct Input {
  uint8_t kind;
  std::string_view bytes;
};

inline Input Split(const uint8_t* data, size_t size) {
  if (size == 0) return {0, {}};
  return {data[0], {reinterpret_cast<const char*>(data) + 1, size - 1}};
}

}  // namespace pyasc::fuzz

#endif  // PYASC_TESTS_FUZZ_FUZZ_H_
