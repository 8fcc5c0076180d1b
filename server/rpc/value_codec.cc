#include "server/rpc/value_codec.h"

#include <string>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/rpc/scalar_codec.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

absl::StatusOr<Capture> DecodeCapture(const v1::Capture& wire) {
  Capture capture;
  capture.name = wire.name();
  if (capture.name.empty()) return absl::InvalidArgumentError("a capture without a name");
  switch (wire.bound_case()) {
    case v1::Capture::kModule:
      capture.kind = CaptureKind::kModule;
      capture.type_name = wire.module();
      return capture;
    case v1::Capture::kScalar: {
      capture.kind = CaptureKind::kScalar;
      PYASC_ASSIGN_OR_RETURN(capture.value, DecodeScalar(wire.scalar()));
      return capture;
    }
    case v1::Capture::kOtherType:
      capture.kind = CaptureKind::kOther;
      capture.type_name = wire.other_type();
      return capture;
    case v1::Capture::BOUND_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError(
      fmt::format("the captured name '{}' has no meaning", capture.name));
}

void EncodePart(const ExplainedPart& part, v1::MessagePart* wire) {
  if (part.literal) {
    wire->set_literal(part.text);
    return;
  }
  EncodeScalar(part.value, wire->mutable_value());
  if (part.conversion != 0) wire->set_conversion(std::string(1, part.conversion));
  wire->set_format(part.format);
}

}  // namespace

absl::StatusOr<std::vector<Capture>> DecodeCaptures(const WireCaptures& wire) {
  std::vector<Capture> captures;
  for (const v1::Capture& capture : wire) {
    PYASC_ASSIGN_OR_RETURN(Capture decoded, DecodeCapture(capture));
    captures.push_back(std::move(decoded));
  }
  return captures;
}

void EncodeSignature(const Signature& signature, v1::Signature* wire) {
  for (const Parameter& parameter : signature.parameters) {
    v1::Parameter* encoded = wire->add_parameters();
    encoded->set_name(parameter.name);
    encoded->set_has_default(parameter.has_default);
    encoded->set_written(parameter.written);
    encoded->set_may_omit(parameter.may_omit);
    encoded->set_constant(parameter.constant);
  }
}

void EncodeSpan(const SourceSpan& span, v1::SourceSpan* wire) {
  wire->set_line(span.line);
  wire->set_column(span.column);
  wire->set_end_line(span.end_line);
  wire->set_end_column(span.end_column);
}

void EncodeDiagnostics(const std::vector<Diagnostic>& diagnostics, WireDiagnostics* wire) {
  for (const Diagnostic& diagnostic : diagnostics) {
    v1::Diagnostic* encoded = wire->Add();
    encoded->set_code(diagnostic.code);
    encoded->set_message(diagnostic.message);
    encoded->set_hint(diagnostic.hint);
    EncodeSpan(diagnostic.span, encoded->mutable_span());
  }
}

void EncodeException(const ExplainedException& exception, v1::OperatorException* wire) {
  wire->set_type(exception.type);
  for (const ExplainedPart& part : exception.parts) EncodePart(part, wire->add_parts());
  EncodeSpan(exception.span, wire->mutable_span());
  for (const ExplainedLoop& loop : exception.loops) {
    v1::LoopIndex* encoded = wire->add_loops();
    encoded->set_name(loop.name);
    encoded->mutable_value()->set_integer(EncodeInteger(loop.value));
  }
}

void EncodePrint(const ExplainedPrint& print, v1::PrintedLine* wire) {
  for (const ExplainedPart& part : print.parts) EncodePart(part, wire->add_parts());
  wire->set_end(print.end);
  EncodeSpan(print.span, wire->mutable_span());
}

void EncodeKernel(const KernelAnswer& answer, const Specialisation& specialisation,
                  v1::KernelInfo* wire) {
  wire->set_key(std::string(answer.kernel->key.View()));
  wire->set_compiled(answer.compiled);
  wire->set_compile_us(answer.kernel->compile_us);
  wire->set_device_kind(specialisation.target.device_kind);
  wire->set_opt_level(specialisation.opt_level);
  wire->set_image_bytes(answer.kernel->executable->image.size());
}

}  // namespace pyasc
