// What a kernel says about itself, and the questions and answers of a compile process.
#include "base/encoding.h"
#include "base/encoding_parts.h"
#include "base/kernel_abi.h"

namespace pyasc {

using encoding::DecodeBool;
using encoding::DecodeDType;
using encoding::DecodeEnum;
using encoding::DecodeI32;
using encoding::EncodeBool;
using encoding::EncodeCount;
using encoding::EncodeEnum;
using encoding::EncodeI32;

namespace {

// The smallest encodings, for Decoder::Count.
constexpr size_t kStringBytes = 4;
constexpr size_t kCaptureBytes = 9;
constexpr size_t kPartBytes = 15;
constexpr size_t kSiteBytes = 24;
constexpr size_t kTensorUseBytes = 13;
constexpr size_t kSpanBytes = 16;
constexpr size_t kDiagnosticBytes = 32;

void Encode(const MessagePart& value, Encoder& out) {
  out.Bytes(value.literal);
  EncodeI32(value.slot, out);
  EncodeEnum(value.kind, out);
  EncodeEnum(value.dtype, out);
  out.U8(static_cast<uint8_t>(value.conversion));
  out.Bytes(value.format);
}

void Decode(Decoder& in, MessagePart* value) {
  value->literal = in.Bytes();
  value->slot = DecodeI32(in);
  value->kind = DecodeEnum(in, ScalarKind::kNone, ScalarKind::kTuple);
  value->dtype = DecodeDType(in);
  value->conversion = static_cast<char>(in.U8());
  if (std::string_view("\0sra", 4).find(value->conversion) == std::string_view::npos) in.Fail();
  value->format = in.Bytes();
}

void Encode(const Site& value, Encoder& out) {
  out.U32(value.point);
  out.Bytes(value.exception);
  EncodeCount(value.parts.size(), out);
  for (const MessagePart& part : value.parts) Encode(part, out);
  out.Bytes(value.end);
  EncodeCount(value.loops.size(), out);
  for (const std::string& name : value.loops) out.Bytes(name);
  out.U32(value.loop_slot);
}

void Decode(Decoder& in, Site* value) {
  value->point = in.U32();
  value->exception = in.Bytes();
  const uint32_t parts = in.Count(kPartBytes);
  for (uint32_t i = 0; i < parts && in.ok(); ++i) Decode(in, &value->parts.emplace_back());
  value->end = in.Bytes();
  const uint32_t loops = in.Count(kStringBytes);
  for (uint32_t i = 0; i < loops && in.ok(); ++i) value->loops.push_back(in.Bytes());
  value->loop_slot = in.U32();
}

void Encode(const TensorUse& value, Encoder& out) {
  out.U32(value.parameter);
  EncodeEnum(value.dtype, out);
  out.U32(value.rank);
  EncodeBool(value.read, out);
  EncodeBool(value.written, out);
  EncodeBool(value.created, out);
  EncodeBool(value.resized, out);
}

void Decode(Decoder& in, TensorUse* value) {
  value->parameter = in.U32();
  value->dtype = DecodeDType(in);
  value->rank = in.U32();
  if (value->rank > static_cast<uint32_t>(abi::kMaxRank)) in.Fail();
  value->read = DecodeBool(in);
  value->written = DecodeBool(in);
  value->created = DecodeBool(in);
  value->resized = DecodeBool(in);
}

void Encode(const SourceSpan& value, Encoder& out) {
  out.U32(value.line);
  out.U32(value.column);
  out.U32(value.end_line);
  out.U32(value.end_column);
}

void Decode(Decoder& in, SourceSpan* value) {
  value->line = in.U32();
  value->column = in.U32();
  value->end_line = in.U32();
  value->end_column = in.U32();
}

void Encode(const std::vector<Diagnostic>& values, Encoder& out) {
  EncodeCount(values.size(), out);
  for (const Diagnostic& diagnostic : values) Encode(diagnostic, out);
}

void Decode(Decoder& in, std::vector<Diagnostic>* values) {
  const uint32_t count = in.Count(kDiagnosticBytes);
  for (uint32_t i = 0; i < count && in.ok(); ++i) Decode(in, &values->emplace_back());
}

// Strictly rising names: a map has one encoding.
void Decode(Decoder& in, std::map<std::string, std::string>* values) {
  const uint32_t count = in.Count(2 * kStringBytes);
  for (uint32_t i = 0; i < count && in.ok(); ++i) {
    std::string name = in.Bytes();
    if (!values->empty() && name <= values->rbegin()->first) in.Fail();
    (*values)[std::move(name)] = in.Bytes();
  }
}

}  // namespace

void Encode(const KernelMeta& value, Encoder& out) {
  EncodeCount(value.sites.size(), out);
  for (const Site& site : value.sites) Encode(site, out);
  EncodeCount(value.tensors.size(), out);
  for (const TensorUse& use : value.tensors) Encode(use, out);
  EncodeCount(value.runtime_attributes.size(), out);
  for (const uint32_t index : value.runtime_attributes) out.U32(index);
}

void Decode(Decoder& in, KernelMeta* value) {
  *value = KernelMeta();
  const uint32_t sites = in.Count(kSiteBytes);
  for (uint32_t i = 0; i < sites && in.ok(); ++i) Decode(in, &value->sites.emplace_back());
  const uint32_t tensors = in.Count(kTensorUseBytes);
  for (uint32_t i = 0; i < tensors && in.ok(); ++i) Decode(in, &value->tensors.emplace_back());
  const uint32_t attributes = in.Count(sizeof(uint32_t));
  for (uint32_t i = 0; i < attributes; ++i) value->runtime_attributes.push_back(in.U32());
}

void Encode(const LineTable& value, Encoder& out) {
  EncodeCount(value.spans.size(), out);
  for (const SourceSpan& span : value.spans) Encode(span, out);
}

void Decode(Decoder& in, LineTable* value) {
  value->spans.resize(in.Count(kSpanBytes));
  for (SourceSpan& span : value->spans) Decode(in, &span);
}

void Encode(const Diagnostic& value, Encoder& out) {
  out.Bytes(value.code);
  out.Bytes(value.message);
  out.Bytes(value.hint);
  Encode(value.span, out);
  EncodeI32(value.point, out);
}

void Decode(Decoder& in, Diagnostic* value) {
  value->code = in.Bytes();
  value->message = in.Bytes();
  value->hint = in.Bytes();
  Decode(in, &value->span);
  value->point = DecodeI32(in);
}

void Encode(const AnalyseRequest& value, Encoder& out) {
  out.Bytes(value.text);
  EncodeCount(value.captures.size(), out);
  for (const Capture& capture : value.captures) Encode(capture, out);
}

void Decode(Decoder& in, AnalyseRequest* value) {
  *value = AnalyseRequest();
  value->text = in.Bytes();
  const uint32_t captures = in.Count(kCaptureBytes);
  for (uint32_t i = 0; i < captures && in.ok(); ++i) Decode(in, &value->captures.emplace_back());
}

void Encode(const Analysis& value, Encoder& out) {
  Encode(value.diagnostics, out);
  out.Bytes(value.normalised);
  out.Bytes(value.function_name);
  Encode(value.lines, out);
  Encode(value.signature, out);
}

void Decode(Decoder& in, Analysis* value) {
  *value = Analysis();
  Decode(in, &value->diagnostics);
  value->normalised = in.Bytes();
  value->function_name = in.Bytes();
  Decode(in, &value->lines);
  Decode(in, &value->signature);
}

void Encode(const CompileRequest& value, Encoder& out) {
  out.Bytes(value.normalised);
  Encode(value.specialisation, out);
  EncodeCount(value.stages.size(), out);
  for (const std::string& stage : value.stages) out.Bytes(stage);
}

void Decode(Decoder& in, CompileRequest* value) {
  *value = CompileRequest();
  value->normalised = in.Bytes();
  Decode(in, &value->specialisation);
  const uint32_t stages = in.Count(kStringBytes);
  for (uint32_t i = 0; i < stages && in.ok(); ++i) value->stages.push_back(in.Bytes());
}

void Encode(const Compilation& value, Encoder& out) {
  Encode(value.diagnostics, out);
  out.Bytes(value.image);
  Encode(value.meta, out);
  EncodeCount(value.stages.size(), out);
  for (const auto& [name, text] : value.stages) {
    out.Bytes(name);
    out.Bytes(text);
  }
}

void Decode(Decoder& in, Compilation* value) {
  *value = Compilation();
  Decode(in, &value->diagnostics);
  value->image = in.Bytes();
  Decode(in, &value->meta);
  Decode(in, &value->stages);
}

}  // namespace pyasc
