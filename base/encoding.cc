// The primitive items; encoding_values.cc has the structured ones.
#include "base/encoding.h"

#include <bit>

#include "base/status_macros.h"

namespace pyasc {
namespace {

template <typename T>
void AppendLittleEndian(T value, std::string* bytes) {
  for (size_t i = 0; i < sizeof(T); ++i) *bytes += static_cast<char>(value >> (8 * i) & 0xff);
}

template <typename T>
T LoadLittleEndian(std::string_view bytes) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value |= static_cast<T>(static_cast<uint8_t>(bytes[i])) << (8 * i);
  }
  return value;
}

}  // namespace

void Encoder::U8(uint8_t value) { bytes_ += static_cast<char>(value); }
void Encoder::U32(uint32_t value) { AppendLittleEndian(value, &bytes_); }
void Encoder::U64(uint64_t value) { AppendLittleEndian(value, &bytes_); }

void Encoder::I128(Int128 value) {
  const auto bits = static_cast<unsigned __int128>(value);
  U64(static_cast<uint64_t>(bits));
  U64(static_cast<uint64_t>(bits >> 64));
}

void Encoder::F64(double value) { U64(std::bit_cast<uint64_t>(value)); }

void Encoder::Bytes(std::string_view value) {
  PYASCD_CHECK(value.size() <= UINT32_MAX);
  U32(static_cast<uint32_t>(value.size()));
  bytes_ += value;
}

std::string_view Decoder::Raw(size_t bytes) {
  if (rest_.size() < bytes) {
    Fail();
    return {};
  }
  const std::string_view raw = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return raw;
}

uint8_t Decoder::U8() {
  const std::string_view raw = Raw(1);
  return raw.empty() ? uint8_t{0} : static_cast<uint8_t>(raw[0]);
}

uint32_t Decoder::U32() {
  const std::string_view raw = Raw(sizeof(uint32_t));
  return raw.empty() ? 0 : LoadLittleEndian<uint32_t>(raw);
}

uint64_t Decoder::U64() {
  const std::string_view raw = Raw(sizeof(uint64_t));
  return raw.empty() ? 0 : LoadLittleEndian<uint64_t>(raw);
}

Int128 Decoder::I128() {
  const uint64_t low = U64();
  const uint64_t high = U64();
  if (!ok_) return 0;
  return static_cast<Int128>(static_cast<unsigned __int128>(high) << 64 | low);
}

double Decoder::F64() { return std::bit_cast<double>(U64()); }

std::string Decoder::Bytes() { return std::string(Raw(U32())); }

uint32_t Decoder::Count(size_t item_bytes) {
  const uint32_t count = U32();
  if (count > rest_.size() / item_bytes) Fail();
  return ok_ ? count : 0;
}

void Decoder::ChargeScalars(size_t count) {
  if (count > scalars_left_) {
    Fail();
    return;
  }
  scalars_left_ -= count;
}

}  // namespace pyasc
