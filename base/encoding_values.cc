// Scalars, signatures and specialisations.
#include "base/encoding.h"
#include "base/encoding_parts.h"
#include "base/kernel_abi.h"

namespace pyasc {

using encoding::DecodeBool;
using encoding::DecodeDType;
using encoding::DecodeEnum;
using encoding::EncodeBool;
using encoding::EncodeCount;
using encoding::EncodeEnum;

namespace {

constexpr int kMaxTupleDepth = 16;
// The smallest encodings, for Decoder::Count.
constexpr size_t kScalarBytes = 1;
constexpr size_t kParameterBytes = 8;
constexpr size_t kFreeNameBytes = 5;
constexpr size_t kCaptureBytes = 9;
constexpr size_t kArgumentBytes = 1;
constexpr size_t kAliasPairBytes = 9;

bool FitsDType(Int128 value, DType dtype) {
  if (dtype == DType::kBool) return value == 0 || value == 1;
  const int bits = 8 * ItemBytes(dtype);
  const Int128 one = 1;
  if (IsUnsignedInt(dtype)) return value >= 0 && value < (one << bits);
  return value >= -(one << (bits - 1)) && value < (one << (bits - 1));
}

void EncodeNumpy(const Scalar& value, Encoder& out) {
  EncodeEnum(value.dtype, out);
  if (IsFloat(value.dtype)) {
    out.F64(value.real);
  } else {
    out.I128(value.integer);
  }
}

void DecodeNumpy(Decoder& in, Scalar* value) {
  value->dtype = DecodeDType(in);
  if (IsFloat(value->dtype)) {
    value->real = in.F64();
    return;
  }
  value->integer = in.I128();
  if (!FitsDType(value->integer, value->dtype)) in.Fail();
}

void DecodeScalar(Decoder& in, int depth, Scalar* value) {
  *value = Scalar();
  value->kind = DecodeEnum(in, ScalarKind::kNone, ScalarKind::kTuple);
  switch (value->kind) {
    case ScalarKind::kNone:
      break;
    case ScalarKind::kBool:
      value->integer = DecodeBool(in) ? 1 : 0;
      break;
    case ScalarKind::kInt:
      value->integer = in.I128();
      break;
    case ScalarKind::kFloat:
      value->real = in.F64();
      break;
    case ScalarKind::kString:
      value->text = in.Bytes();
      break;
    case ScalarKind::kNumpy:
      DecodeNumpy(in, value);
      break;
    case ScalarKind::kTuple: {
      if (depth == kMaxTupleDepth) in.Fail();
      const uint32_t count = in.Count(kScalarBytes);
      in.ChargeScalars(count);
      for (uint32_t i = 0; i < count && in.ok(); ++i) {
        DecodeScalar(in, depth + 1, &value->items.emplace_back());
      }
    }
  }
}

void Encode(const Parameter& value, Encoder& out) {
  out.Bytes(value.name);
  EncodeBool(value.has_default, out);
  if (value.has_default) Encode(value.default_value, out);
  EncodeBool(value.written, out);
  EncodeBool(value.may_omit, out);
  EncodeBool(value.constant, out);
}

void Decode(Decoder& in, Parameter* value) {
  value->name = in.Bytes();
  value->has_default = DecodeBool(in);
  if (value->has_default) Decode(in, &value->default_value);
  value->written = DecodeBool(in);
  value->may_omit = DecodeBool(in);
  value->constant = DecodeBool(in);
}

void EncodeTensor(const Argument& value, Encoder& out) {
  EncodeEnum(value.dtype, out);
  EncodeCount(value.dims.size(), out);
  for (const DimClass dim : value.dims) EncodeEnum(dim, out);
  EncodeEnum(value.layout, out);
  EncodeBool(value.resizable, out);
}

void DecodeTensor(Decoder& in, Argument* value) {
  value->dtype = DecodeDType(in);
  const uint32_t rank = in.Count(1);
  if (rank > static_cast<uint32_t>(abi::kMaxRank)) in.Fail();
  for (uint32_t i = 0; i < rank && in.ok(); ++i) {
    value->dims.push_back(DecodeEnum(in, DimClass::kZero, DimClass::kMany));
  }
  value->layout = DecodeEnum(in, Layout::kContiguous, Layout::kGeneral);
  value->resizable = DecodeBool(in);
}

void EncodeRuntime(const Scalar& value, Encoder& out) {
  EncodeEnum(value.kind, out);
  if (value.kind == ScalarKind::kNumpy) EncodeEnum(value.dtype, out);
}

void DecodeRuntime(Decoder& in, Scalar* value) {
  value->kind = DecodeEnum(in, ScalarKind::kNone, ScalarKind::kTuple);
  if (value->kind == ScalarKind::kNumpy) value->dtype = DecodeDType(in);
}

void Encode(const Argument& value, Encoder& out) {
  EncodeEnum(value.kind, out);
  switch (value.kind) {
    case ArgumentKind::kTensor:
      return EncodeTensor(value, out);
    case ArgumentKind::kOmitted:
      return;
    case ArgumentKind::kConstant:
      return Encode(value.scalar, out);
    case ArgumentKind::kRuntime:
      return EncodeRuntime(value.scalar, out);
  }
}

void Decode(Decoder& in, Argument* value) {
  value->kind = DecodeEnum(in, ArgumentKind::kTensor, ArgumentKind::kRuntime);
  switch (value->kind) {
    case ArgumentKind::kTensor:
      return DecodeTensor(in, value);
    case ArgumentKind::kOmitted:
      return;
    case ArgumentKind::kConstant:
      in.ChargeScalars(1);
      return Decode(in, &value->scalar);
    case ArgumentKind::kRuntime:
      return DecodeRuntime(in, &value->scalar);
  }
}

void Encode(const std::vector<Argument>& values, Encoder& out) {
  EncodeCount(values.size(), out);
  for (const Argument& argument : values) Encode(argument, out);
}

void Decode(Decoder& in, std::vector<Argument>* values) {
  const uint32_t count = in.Count(kArgumentBytes);
  in.ChargeScalars(count);
  for (uint32_t i = 0; i < count && in.ok(); ++i) Decode(in, &values->emplace_back());
}

void Encode(const AliasPair& value, Encoder& out) {
  out.U32(value.first);
  out.U32(value.second);
  EncodeEnum(value.alias, out);
}

void Decode(Decoder& in, AliasPair* value) {
  value->first = in.U32();
  value->second = in.U32();
  value->alias = DecodeEnum(in, Alias::kIdentical, Alias::kGeneral);
  if (value->first >= value->second) in.Fail();
}

}  // namespace

void Encode(const Scalar& value, Encoder& out) {
  EncodeEnum(value.kind, out);
  switch (value.kind) {
    case ScalarKind::kNone:
      break;
    case ScalarKind::kBool:
      EncodeBool(value.integer != 0, out);
      break;
    case ScalarKind::kInt:
      out.I128(value.integer);
      break;
    case ScalarKind::kFloat:
      out.F64(value.real);
      break;
    case ScalarKind::kString:
      out.Bytes(value.text);
      break;
    case ScalarKind::kNumpy:
      EncodeNumpy(value, out);
      break;
    case ScalarKind::kTuple:
      EncodeCount(value.items.size(), out);
      for (const Scalar& item : value.items) Encode(item, out);
  }
}

void Decode(Decoder& in, Scalar* value) { DecodeScalar(in, 0, value); }

void Encode(const Signature& value, Encoder& out) {
  EncodeCount(value.parameters.size(), out);
  for (const Parameter& parameter : value.parameters) Encode(parameter, out);
  EncodeCount(value.free_names.size(), out);
  for (const FreeName& free : value.free_names) {
    out.Bytes(free.name);
    EncodeBool(free.constant, out);
  }
}

void Decode(Decoder& in, Signature* value) {
  *value = Signature();
  const uint32_t parameters = in.Count(kParameterBytes);
  for (uint32_t i = 0; i < parameters && in.ok(); ++i) {
    Decode(in, &value->parameters.emplace_back());
  }
  const uint32_t names = in.Count(kFreeNameBytes);
  for (uint32_t i = 0; i < names && in.ok(); ++i) {
    FreeName& free = value->free_names.emplace_back();
    free.name = in.Bytes();
    free.constant = DecodeBool(in);
  }
}

void Encode(const Capture& value, Encoder& out) {
  out.Bytes(value.name);
  EncodeEnum(value.kind, out);
  out.Bytes(value.type_name);
  if (value.kind == CaptureKind::kScalar) Encode(value.value, out);
}

void Decode(Decoder& in, Capture* value) {
  *value = Capture();
  value->name = in.Bytes();
  value->kind = DecodeEnum(in, CaptureKind::kModule, CaptureKind::kOther);
  value->type_name = in.Bytes();
  if (value->kind == CaptureKind::kScalar) Decode(in, &value->value);
}

void Encode(const std::vector<Capture>& values, Encoder& out) {
  EncodeCount(values.size(), out);
  for (const Capture& capture : values) Encode(capture, out);
}

void Decode(Decoder& in, std::vector<Capture>* values) {
  values->clear();
  const uint32_t count = in.Count(kCaptureBytes);
  for (uint32_t i = 0; i < count && in.ok(); ++i) Decode(in, &values->emplace_back());
}

void Encode(const Specialisation& value, Encoder& out) {
  Encode(value.arguments, out);
  Encode(value.captures, out);
  Encode(value.capture_arguments, out);
  EncodeCount(value.aliases.size(), out);
  for (const AliasPair& pair : value.aliases) Encode(pair, out);
  out.U32(value.opt_level);
  out.Bytes(value.target.device_kind);
  out.U64(value.target.cpu_features);
}

void Decode(Decoder& in, Specialisation* value) {
  *value = Specialisation();
  Decode(in, &value->arguments);
  Decode(in, &value->captures);
  Decode(in, &value->capture_arguments);
  const uint32_t pairs = in.Count(kAliasPairBytes);
  for (uint32_t i = 0; i < pairs && in.ok(); ++i) Decode(in, &value->aliases.emplace_back());
  value->opt_level = in.U32();
  value->target.device_kind = in.Bytes();
  value->target.cpu_features = in.U64();
}

}  // namespace pyasc
