// Measures the elementary functions: math_sweep FUNCTION f32 | FUNCTION f64 SAMPLES [SEED].
// f32 goes through all 2^32 arguments.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <vector>

#include "compiler/math/testing/ulp.h"
#include "fmt/format.h"

namespace pyasc::math {
namespace {

struct Worst {
  double error = 0;
  double argument = 0;
  uint64_t count = 0;

  void Add(double got_error, double at) {
    ++count;
    if (!(got_error > error)) return;
    error = got_error;
    argument = at;
  }
};

// In double: the host's function is good to 2^-29 of a float32's last place.
double FastErrorF32(float got, double want) {
  if (!std::isfinite(want) || !std::isfinite(got)) {
    const auto rounded = static_cast<float>(want);
    const bool same = rounded == got || (std::isnan(rounded) && std::isnan(got));
    return same ? 0 : INFINITY;
  }
  const int exponent = want == 0 ? -126 : std::max(std::ilogb(want), -126);
  return std::abs(static_cast<double>(got) - want) * std::ldexp(1.0, 23 - exponent);
}

Worst SweepF32(const Elementary& function, uint64_t first, uint64_t last) {
  Worst worst;
  for (uint64_t bits = first; bits < last; ++bits) {
    const auto x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    const auto wide = static_cast<double>(x);
    worst.Add(FastErrorF32(function.f32(x), function.host(wide)), wide);
  }
  return worst;
}

Worst SweepF64(const Elementary& function, uint64_t samples, uint64_t seed) {
  Worst worst;
  Samples arguments(function.low, function.high, seed);
  for (uint64_t i = 0; i < samples; ++i) {
    const double x = arguments.Next();
    worst.Add(UlpError(function.f64(x), function.exact(static_cast<Quad>(x))), x);
  }
  return worst;
}

template <typename Sweep>
Worst InParallel(uint64_t workers, Sweep sweep) {
  std::vector<Worst> parts(workers);
  std::vector<std::thread> threads;
  for (uint64_t i = 0; i < workers; ++i) {
    threads.emplace_back([&parts, &sweep, i] { parts[i] = sweep(i); });
  }
  for (std::thread& thread : threads) thread.join();
  Worst worst;
  uint64_t count = 0;
  for (const Worst& part : parts) {
    worst.Add(part.error, part.argument);
    count += part.count;
  }
  worst.count = count;
  return worst;
}

int Run(const Elementary& function, std::string_view type, uint64_t samples, uint64_t seed) {
  const uint64_t workers = std::max(1u, std::thread::hardware_concurrency());
  const uint64_t slice = (uint64_t{1} << 32) / workers;
  const Worst worst = InParallel(workers, [&](uint64_t i) {
    if (type == "f64") return SweepF64(function, samples / workers, seed + i);
    return SweepF32(function, i * slice, i + 1 == workers ? uint64_t{1} << 32 : (i + 1) * slice);
  });
  fmt::print("{} {}: {} arguments, at most {:.4f} ulp, at {:a} ({})\n", function.name, type,
             worst.count, worst.error, worst.argument, worst.argument);
  return worst.error <= 1 ? 0 : 1;
}

int Main(const std::vector<std::string_view>& arguments) {
  for (const Elementary& function : ElementaryFunctions()) {
    if (arguments.size() < 2 || arguments[0] != function.name) continue;
    if (arguments[1] == "f32") return Run(function, "f32", 0, 0);
    if (arguments[1] != "f64" || arguments.size() < 3) continue;
    return Run(function, "f64", std::strtoull(arguments[2].data(), nullptr, 10),
               arguments.size() > 3 ? std::strtoull(arguments[3].data(), nullptr, 10) : 1);
  }
  fmt::print(stderr, "usage: math_sweep FUNCTION f32 | math_sweep FUNCTION f64 SAMPLES [SEED]\n");
  return 2;
}

}  // namespace
}  // namespace pyasc::math

int main(int argc, char** argv) { return pyasc::math::Main({argv + 1, argv + argc}); }
