// Canonical bytes of the values that cross processes or are stored: little endian,
// length-prefixed, one encoding for one value, so that they can be hashed.
#ifndef PYASC_BASE_ENCODING_H_
#define PYASC_BASE_ENCODING_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "base/compile_job.h"

namespace pyasc {

class Encoder {
 public:
  void U8(uint8_t value);
  void U32(uint32_t value);
  void U64(uint64_t value);
  void I64(int64_t value) { U64(static_cast<uint64_t>(value)); }
  void I128(Int128 value);
  void F64(double value);              // its bits
  void Bytes(std::string_view value);  // u32 length, bytes
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads what Encoder wrote. After the first malformed item every read returns zero or
// empty and ok() is false: check it once, at the end.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}
  uint8_t U8();
  uint32_t U32();
  uint64_t U64();
  int64_t I64() { return static_cast<int64_t>(U64()); }
  Int128 I128();
  double F64();
  std::string Bytes();
  // A count of items of at least `item_bytes` (> 0) each: fails if the rest cannot hold them.
  uint32_t Count(size_t item_bytes);
  // Counts scalars against what one buffer may hold (1 << 20): a tuple's items take a
  // hundred times the memory of their bytes.
  void ChargeScalars(size_t count);
  void Fail() {
    ok_ = false;
    rest_ = {};
  }
  bool ok() const { return ok_; }
  // ok and nothing left over.
  bool Done() const { return ok_ && rest_.empty(); }

 private:
  // The next `bytes` bytes; fails if there are fewer.
  std::string_view Raw(size_t bytes);

  std::string_view rest_;
  size_t scalars_left_ = 1u << 20;
  bool ok_ = true;
};

// For each T: void Encode(const T&, Encoder&) and T Decode<T>(Decoder&), and the
// whole-buffer forms below. Decoding is strict: enum values, depths (tuples nest at most
// 16 deep) and leftovers are checked.
void Encode(const Scalar& value, Encoder& out);
void Encode(const Signature& value, Encoder& out);
void Encode(const Capture& value, Encoder& out);
void Encode(const Specialisation& value, Encoder& out);
void Encode(const KernelMeta& value, Encoder& out);
void Encode(const LineTable& value, Encoder& out);
void Encode(const Diagnostic& value, Encoder& out);
void Encode(const AnalyseRequest& value, Encoder& out);
void Encode(const Analysis& value, Encoder& out);
void Encode(const CompileRequest& value, Encoder& out);
void Encode(const Compilation& value, Encoder& out);

void Decode(Decoder& in, Scalar* value);
void Decode(Decoder& in, Signature* value);
void Decode(Decoder& in, Capture* value);
void Decode(Decoder& in, Specialisation* value);
void Decode(Decoder& in, KernelMeta* value);
void Decode(Decoder& in, LineTable* value);
void Decode(Decoder& in, Diagnostic* value);
void Decode(Decoder& in, AnalyseRequest* value);
void Decode(Decoder& in, Analysis* value);
void Decode(Decoder& in, CompileRequest* value);
void Decode(Decoder& in, Compilation* value);

template <typename T>
std::string EncodeToString(const T& value) {
  Encoder out;
  Encode(value, out);
  return out.Take();
}

// kInvalidArgument for anything but a whole, well-formed T.
template <typename T>
absl::StatusOr<T> DecodeFromString(std::string_view bytes) {
  Decoder in(bytes);
  T value;
  Decode(in, &value);
  if (!in.Done()) return absl::InvalidArgumentError("malformed encoding");
  return value;
}

}  // namespace pyasc

#endif  // PYASC_BASE_ENCODING_H_
