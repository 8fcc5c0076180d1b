#include "server/tensor/crc32c.h"

#include <array>
#include <cstring>

namespace pyasc {
namespace {

constexpr uint32_t kReversedPolynomial = 0x82F63B78;

// kTables[k][b]: the effect of byte b followed by k zero bytes.
using Tables = std::array<std::array<uint32_t, 256>, 8>;

constexpr Tables MakeTables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) ? kReversedPolynomial : 0);
    tables[0][byte] = crc;
  }
  for (size_t k = 1; k < tables.size(); ++k) {
    for (uint32_t byte = 0; byte < 256; ++byte) {
      uint32_t previous = tables[k - 1][byte];
      tables[k][byte] = (previous >> 8) ^ tables[0][previous & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kTables = MakeTables();

uint64_t LoadWord(const char* bytes) {
  uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t Crc32cHardware(std::string_view bytes, uint32_t before) {
  uint64_t crc = ~before;
  while (bytes.size() >= 8) {
    crc = __builtin_ia32_crc32di(crc, LoadWord(bytes.data()));
    bytes.remove_prefix(8);
  }
  auto narrow = static_cast<uint32_t>(crc);
  for (char byte : bytes) {
    narrow = __builtin_ia32_crc32qi(narrow, static_cast<unsigned char>(byte));
  }
  return ~narrow;
}
#endif

}  // namespace

namespace internal {

uint32_t Crc32cPortable(std::string_view bytes, uint32_t before) {
  uint32_t crc = ~before;
  while (bytes.size() >= 8) {
    uint64_t word = LoadWord(bytes.data()) ^ crc;
    crc = 0;
    for (size_t i = 0; i < 8; ++i) crc ^= kTables[7 - i][(word >> (8 * i)) & 0xFF];
    bytes.remove_prefix(8);
  }
  for (char byte : bytes) {
    crc = (crc >> 8) ^ kTables[0][(crc ^ static_cast<unsigned char>(byte)) & 0xFF];
  }
  return ~crc;
}

}  // namespace internal

uint32_t Crc32c(std::string_view bytes, uint32_t before) {
#if defined(__x86_64__)
  static const bool hardware = __builtin_cpu_supports("sse4.2");
  if (hardware) return Crc32cHardware(bytes, before);
#endif
  return internal::Crc32cPortable(bytes, before);
}

}  // namespace pyasc
