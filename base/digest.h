// SHA-256 digests and HMACs.
#ifndef PYASC_BASE_DIGEST_H_
#define PYASC_BASE_DIGEST_H_

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pyasc {

struct Digest {
  std::array<uint8_t, 32> bytes{};
  friend bool operator==(const Digest&, const Digest&) = default;
  friend auto operator<=>(const Digest&, const Digest&) = default;
  std::string Hex() const;
  std::string_view View() const {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  static std::optional<Digest> FromHex(std::string_view hex);
  static std::optional<Digest> FromBytes(std::string_view bytes);
};

Digest Sha256(std::string_view bytes);
Digest HmacSha256(std::string_view key, std::string_view bytes);
// In time that does not depend on where they differ.
bool EqualConstantTime(const Digest& a, const Digest& b);
// From the system's generator.
std::string RandomBytes(size_t count);

}  // namespace pyasc

template <>
struct std::hash<pyasc::Digest> {
  size_t operator()(const pyasc::Digest& digest) const noexcept {
    size_t value;
    __builtin_memcpy(&value, digest.bytes.data(), sizeof value);
    return value;
  }
};

#endif  // PYASC_BASE_DIGEST_H_
