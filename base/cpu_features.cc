#include "base/cpu_features.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace pyasc {
namespace {

struct FeatureNames {
  CpuFeature feature;
  std::vector<std::string_view> llvm_names;
};

const std::vector<FeatureNames>& AllFeatures() {
  static const auto* const features = new std::vector<FeatureNames>{
      {kCpuSse42, {"sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"}},
      {kCpuAvx2, {"avx", "avx2", "bmi", "bmi2", "lzcnt", "movbe"}},
      {kCpuFma, {"fma"}},
      {kCpuF16c, {"f16c"}},
      {kCpuAvx512, {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"}},
  };
  return *features;
}

}  // namespace

uint64_t HostCpuFeatures() {
  uint64_t features = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const auto add = [&features](bool has, CpuFeature feature) {
    if (has) features |= feature;
  };
  add(__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"), kCpuSse42);
  add(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
          __builtin_cpu_supports("movbe"),
      kCpuAvx2);
  add(__builtin_cpu_supports("fma"), kCpuFma);
  add(__builtin_cpu_supports("f16c"), kCpuF16c);
  add(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
          __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
          __builtin_cpu_supports("avx512vl"),
      kCpuAvx512);
#endif
  return features;
}

std::string LlvmFeatureString(uint64_t features) {
  std::vector<std::string_view> names;
  for (const auto& [feature, llvm_names] : AllFeatures()) {
    if ((features & feature) != 0) names.insert(names.end(), llvm_names.begin(), llvm_names.end());
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string_view name : names) {
    if (!text.empty()) text += ',';
    text += '+';
    text += name;
  }
  return text;
}

}  // namespace pyasc
