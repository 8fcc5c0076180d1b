// Scalars and dtypes between the wire and the inside.
#ifndef PYASC_SERVER_RPC_SCALAR_CODEC_H_
#define PYASC_SERVER_RPC_SCALAR_CODEC_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/dtype.h"
#include "base/signature.h"
#include "pyascd/v1/types.pb.h"

namespace pyasc {

// kInvalidArgument: unspecified or unknown.
absl::StatusOr<DType> DecodeDType(pyascd::v1::DataType wire);
pyascd::v1::DataType EncodeDType(DType dtype);

// kInvalidArgument: no value, an int of no or more than 16 bytes, bits of another size
// than the dtype's, tuples over 16 deep.
absl::StatusOr<Scalar> DecodeScalar(const pyascd::v1::Scalar& wire);
void EncodeScalar(const Scalar& scalar, pyascd::v1::Scalar* wire);

// A Python int: the fewest bytes of two's complement, little endian, at least one.
std::string EncodeInteger(Int128 value);
absl::StatusOr<Int128> DecodeInteger(std::string_view bytes);

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_SCALAR_CODEC_H_
