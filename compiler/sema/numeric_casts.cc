// numpy.float32(x) and its like: Python's numbers are stored, NumPy's are cast.
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

template <DType dtype>
Value Cast(Emitter& emitter, const std::vector<Value>& arguments) {
  if (arguments.empty()) return CastTo(emitter, BoolConstant(false), dtype);
  const Value& value = arguments[0];
  if (value.kind != Kind::kNone && !value.is_scalar())
    return emitter.Fail(codes::kOperands, "a cast of " + TypeName(value) + " is not supported",
                        "cast a number");
  if (value.kind == Kind::kNone && IsFloat(dtype))
    return emitter.Fail(codes::kOperands, "a float made of None is not supported", "use numpy.nan");
  if (value.kind == Kind::kNone && dtype == DType::kBool)
    return CastTo(emitter, BoolConstant(false), dtype);
  return value.kind == Kind::kNumpy ? CastTo(emitter, value, dtype)
                                    : StoreScalar(emitter, value, dtype);
}

}  // namespace

const std::vector<FunctionEntry>& CastFunctions() {
  static const auto& table = *new std::vector<FunctionEntry>{
      {"numpy.bool", Cast<DType::kBool>, 0},      {"numpy.bool_", Cast<DType::kBool>, 0},
      {"numpy.int8", Cast<DType::kInt8>, 0},      {"numpy.int16", Cast<DType::kInt16>, 0},
      {"numpy.int32", Cast<DType::kInt32>, 0},    {"numpy.int64", Cast<DType::kInt64>, 0},
      {"numpy.intp", Cast<DType::kInt64>, 0},     {"numpy.uint8", Cast<DType::kUint8>, 0},
      {"numpy.uint16", Cast<DType::kUint16>, 0},  {"numpy.uint32", Cast<DType::kUint32>, 0},
      {"numpy.uint64", Cast<DType::kUint64>, 0},  {"numpy.float16", Cast<DType::kFloat16>, 0},
      {"numpy.half", Cast<DType::kFloat16>, 0},   {"numpy.float32", Cast<DType::kFloat32>, 0},
      {"numpy.single", Cast<DType::kFloat32>, 0}, {"numpy.float64", Cast<DType::kFloat64>, 0},
      {"numpy.double", Cast<DType::kFloat64>, 0},
  };
  return table;
}

}  // namespace pyasc::sema::numeric
