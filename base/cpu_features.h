// CPU features that kernels may use. A kernel's key and image header carry the set it
// was compiled for; a worker refuses an image that needs more than the host has.
#ifndef PYASC_BASE_CPU_FEATURES_H_
#define PYASC_BASE_CPU_FEATURES_H_

#include <cstdint>
#include <string>

namespace pyasc {

// Bits: append only. The x86-64 baseline (SSE2) has none.
enum CpuFeature : uint64_t {
  kCpuSse42 = 1u << 0,  // sse3, ssse3, sse4.1, sse4.2, popcnt
  kCpuAvx2 = 1u << 1,   // avx, avx2, bmi, bmi2, lzcnt, movbe
  kCpuFma = 1u << 2,
  kCpuF16c = 1u << 3,
  kCpuAvx512 = 1u << 4,  // f, cd, bw, dq, vl
};

// The features of the machine this process runs on.
uint64_t HostCpuFeatures();

// LLVM's spelling of the set: "+sse4.2,+avx2,...", sorted, "" for none.
std::string LlvmFeatureString(uint64_t features);

}  // namespace pyasc

#endif  // PYASC_BASE_CPU_FEATURES_H_
