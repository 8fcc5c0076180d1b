// Signatures, captures, diagnostics and what a kernel said, between wire and inside.
#ifndef PYASC_SERVER_RPC_VALUE_CODEC_H_
#define PYASC_SERVER_RPC_VALUE_CODEC_H_

#include <vector>

#include "absl/status/statusor.h"
#include "base/compile_job.h"
#include "pyascd/v1/kernel_service.pb.h"
#include "server/kernels/explain.h"
#include "server/kernels/registry.h"

namespace pyasc {

using WireCaptures = google::protobuf::RepeatedPtrField<pyascd::v1::Capture>;
using WireDiagnostics = google::protobuf::RepeatedPtrField<pyascd::v1::Diagnostic>;

// kInvalidArgument: a capture without a name or a meaning, or a malformed scalar.
absl::StatusOr<std::vector<Capture>> DecodeCaptures(const WireCaptures& wire);

void EncodeSignature(const Signature& signature, pyascd::v1::Signature* wire);
void EncodeSpan(const SourceSpan& span, pyascd::v1::SourceSpan* wire);
void EncodeDiagnostics(const std::vector<Diagnostic>& diagnostics, WireDiagnostics* wire);
void EncodeException(const ExplainedException& exception, pyascd::v1::OperatorException* wire);
void EncodePrint(const ExplainedPrint& print, pyascd::v1::PrintedLine* wire);
// Requires: an answer with an executable.
void EncodeKernel(const KernelAnswer& answer, const Specialisation& specialisation,
                  pyascd::v1::KernelInfo* wire);

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_VALUE_CODEC_H_
