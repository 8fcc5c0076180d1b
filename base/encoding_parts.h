// Items that the encodings of structured values share. For encoding_*.cc only.
#ifndef PYASC_BASE_ENCODING_PARTS_H_
#define PYASC_BASE_ENCODING_PARTS_H_

#include <cstdint>

#include "base/dtype.h"
#include "base/encoding.h"
#include "base/status_macros.h"

namespace pyasc::encoding {

inline void EncodeBool(bool value, Encoder& out) { out.U8(value ? 1 : 0); }

inline bool DecodeBool(Decoder& in) {
  const uint8_t value = in.U8();
  if (value > 1) in.Fail();
  return value == 1;
}

inline void EncodeI32(int32_t value, Encoder& out) { out.U32(static_cast<uint32_t>(value)); }
inline int32_t DecodeI32(Decoder& in) { return static_cast<int32_t>(in.U32()); }

template <typename E>
void EncodeEnum(E value, Encoder& out) {
  out.U8(static_cast<uint8_t>(value));
}

// One of the consecutive enumerators `first` to `last`; `first` after a failure, so that
// the result is always a valid one.
template <typename E>
E DecodeEnum(Decoder& in, E first, E last) {
  const uint8_t value = in.U8();
  if (value < static_cast<uint8_t>(first) || value > static_cast<uint8_t>(last)) in.Fail();
  return in.ok() ? static_cast<E>(value) : first;
}

inline DType DecodeDType(Decoder& in) { return DecodeEnum(in, DType::kBool, DType::kFloat64); }

inline void EncodeCount(size_t count, Encoder& out) {
  PYASCD_CHECK(count <= UINT32_MAX);
  out.U32(static_cast<uint32_t>(count));
}

}  // namespace pyasc::encoding

#endif  // PYASC_BASE_ENCODING_PARTS_H_
