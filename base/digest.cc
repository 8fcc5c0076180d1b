#include "base/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>

#include "base/status_macros.h"

namespace pyasc {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

const unsigned char* AsUnsigned(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

}  // namespace

std::string Digest::Hex() const {
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const uint8_t byte : bytes) {
    hex += kHexDigits[byte >> 4];
    hex += kHexDigits[byte & 15];
  }
  return hex;
}

std::optional<Digest> Digest::FromHex(std::string_view hex) {
  Digest digest;
  if (hex.size() != 2 * digest.bytes.size()) return std::nullopt;
  for (size_t i = 0; i < digest.bytes.size(); ++i) {
    const size_t high = kHexDigits.find(hex[2 * i]);
    const size_t low = kHexDigits.find(hex[2 * i + 1]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    digest.bytes[i] = static_cast<uint8_t>(high << 4 | low);
  }
  return digest;
}

std::optional<Digest> Digest::FromBytes(std::string_view bytes) {
  Digest digest;
  if (bytes.size() != digest.bytes.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), digest.bytes.begin());
  return digest;
}

Digest Sha256(std::string_view bytes) {
  Digest digest;
  const int ok =
      EVP_Digest(bytes.data(), bytes.size(), digest.bytes.data(), nullptr, EVP_sha256(), nullptr);
  PYASCD_CHECK(ok == 1);
  return digest;
}

Digest HmacSha256(std::string_view key, std::string_view bytes) {
  PYASCD_CHECK(key.size() <= (1u << 20));
  Digest digest;
  // OpenSSL takes a null key pointer for "the key of before", so an empty one needs an address.
  const void* key_bytes = key.empty() ? "" : key.data();
  const unsigned char* result = HMAC(EVP_sha256(), key_bytes, static_cast<int>(key.size()),
                                     AsUnsigned(bytes), bytes.size(), digest.bytes.data(), nullptr);
  PYASCD_CHECK(result != nullptr);
  return digest;
}

bool EqualConstantTime(const Digest& a, const Digest& b) {
  return CRYPTO_memcmp(a.bytes.data(), b.bytes.data(), a.bytes.size()) == 0;
}

std::string RandomBytes(size_t count) {
  PYASCD_CHECK(count <= (1u << 20));
  std::string bytes(count, '\0');
  const int ok =
      RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), static_cast<int>(count));
  PYASCD_CHECK(ok == 1);
  return bytes;
}

}  // namespace pyasc
