// Requests of a hostile client, from protobuf's bytes to a specialisation.
#include <memory>
#include <string>

#include "base/encoding.h"
#include "base/status_macros.h"
#include "server/kernels/spec.h"
#include "server/rpc/launch_codec.h"
#include "server/rpc/scalar_codec.h"
#include "server/rpc/value_codec.h"
#include "tests/fuzz/fuzz.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

// What was accepted is a value that goes on to compile processes and the cache.
void CheckBound(const BoundLaunch& launch) {
  Signature signature;
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    signature.parameters.push_back({.name = std::string("p").append(std::to_string(i)),
                                    .may_omit = true,
                                    .constant = i % 2 == 0});
  }
  for (const Capture& capture : launch.captures) signature.free_names.push_back({capture.name});
  const absl::StatusOr<Specialisation> specialisation =
      BuildSpecialisation(signature, launch, Target());
  if (!specialisation.ok()) return;
  PYASCD_CHECK(DecodeFromString<Specialisation>(EncodeToString(*specialisation)).ok());
}

// Handles are random, so no seed can hold one: a launch names the one tensor there is by
// an empty handle.
struct Tensors {
  std::shared_ptr<TensorQuota> quota = std::make_shared<TensorQuota>(1 << 20);
  TensorStore store{quota};
  std::string handle = store.Allocate(4096).value();
};

void CheckLaunch(std::string_view bytes) {
  static Tensors tensors;
  v1::LaunchRequest wire;
  if (!wire.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  for (v1::LaunchArgument& argument : *wire.mutable_arguments()) {
    if (!argument.has_tensor() || !argument.tensor().view().handle().empty()) continue;
    argument.mutable_tensor()->mutable_view()->set_handle(tensors.handle);
  }
  const absl::StatusOr<BoundLaunch> launch = DecodeLaunch(wire, tensors.store);
  if (launch.ok()) CheckBound(*launch);
}

void CheckCompile(std::string_view bytes) {
  v1::CompileRequest wire;
  if (!wire.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const absl::StatusOr<BoundLaunch> launch = DecodeCompile(wire);
  if (launch.ok()) CheckBound(*launch);
}

void CheckRegister(std::string_view bytes) {
  v1::RegisterRequest wire;
  if (!wire.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const auto captures = DecodeCaptures(wire.captures());
  if (!captures.ok()) return;
  const AnalyseRequest request{wire.source(), *captures};
  PYASCD_CHECK(DecodeFromString<AnalyseRequest>(EncodeToString(request)).ok());
}

void CheckScalar(std::string_view bytes) {
  v1::Scalar wire;
  if (!wire.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) return;
  const absl::StatusOr<Scalar> scalar = DecodeScalar(wire);
  if (!scalar.ok()) return;
  v1::Scalar again;
  EncodeScalar(*scalar, &again);
  const absl::StatusOr<Scalar> same = DecodeScalar(again);
  PYASCD_CHECK(same.ok() && *same == *scalar);
}

}  // namespace
}  // namespace pyasc

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto [kind, bytes] = pyasc::fuzz::Split(data, size);
  switch (static_cast<pyasc::fuzz::WireKind>(kind)) {
    case pyasc::fuzz::WireKind::kLaunch:
      pyasc::CheckLaunch(bytes);
      break;
    case pyasc::fuzz::WireKind::kCompile:
      pyasc::CheckCompile(bytes);
      break;
    case pyasc::fuzz::WireKind::kRegister:
      pyasc::CheckRegister(bytes);
      break;
    case pyasc::fuzz::WireKind::kScalar:
      pyasc::CheckScalar(bytes);
      break;
  }
  return 0;
}
