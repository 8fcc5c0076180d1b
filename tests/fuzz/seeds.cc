// Writes the fuzz targets' first inputs: real values in their real forms, a few bytes each.
//
//   fuzz_seeds CORPUS_DIRECTORY
//
// (The syntax target starts from tests/golden/operators instead.)
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>

#include "base/image.h"
#include "cache/row_seal.h"
#include "pyascd/v1/launch_service.pb.h"
#include "server/device/worker/job.h"
#include "server/rpc/scalar_codec.h"
#include "server/rpc/value_codec.h"
#include "tests/fuzz/fuzz.h"

namespace pyasc::fuzz {
namespace {

namespace v1 = pyascd::v1;

// File name, relative to the corpus, to contents.
using Seeds = std::map<std::string, std::string>;

std::string Kinded(uint8_t kind, const std::string& bytes) {
  return std::string(1, static_cast<char>(kind)) + bytes;
}

Scalar SomeTuple() {
  return {.kind = ScalarKind::kTuple,
          .items = {{.kind = ScalarKind::kInt, .integer = static_cast<Int128>(1) << 100},
                    {.kind = ScalarKind::kFloat, .real = -0.5},
                    {.kind = ScalarKind::kString, .text = "ab"},
                    {.kind = ScalarKind::kNumpy, .dtype = DType::kInt8, .integer = -128},
                    {.kind = ScalarKind::kBool, .integer = 1},
                    {}}};
}

std::vector<Capture> SomeCaptures() {
  return {{.name = "k", .kind = CaptureKind::kScalar, .value = SomeTuple()},
          {.name = "np", .kind = CaptureKind::kModule, .type_name = "numpy"},
          {.name = "o", .kind = CaptureKind::kOther, .type_name = "socket"}};
}

Signature SomeSignature() {
  return {.parameters = {{.name = "x"},
                         {.name = "alpha",
                          .has_default = true,
                          .default_value = {.kind = ScalarKind::kFloat, .real = 0.5}},
                         {.name = "out", .written = true, .may_omit = true}},
          .free_names = {{"k", true}, {"np", false}}};
}

Specialisation SomeSpecialisation() {
  Specialisation value;
  value.arguments.push_back({.dims = {DimClass::kMany, DimClass::kOne}, .resizable = true});
  value.arguments.push_back(
      {.kind = ArgumentKind::kRuntime, .scalar = {.kind = ScalarKind::kFloat}});
  value.arguments.push_back({.kind = ArgumentKind::kOmitted});
  value.captures = SomeCaptures();
  value.capture_arguments.push_back({.kind = ArgumentKind::kConstant, .scalar = SomeTuple()});
  value.aliases.push_back({.first = 0, .second = 2});
  value.target.cpu_features = 7;
  return value;
}

KernelMeta SomeMeta() {
  KernelMeta meta;
  meta.sites.push_back(
      {.point = 12,
       .exception = "IndexError",
       .parts = {{.literal = "index "}, {.slot = 0, .kind = ScalarKind::kInt, .format = ">3"}},
       .loops = {"i"},
       .loop_slot = 1});
  meta.sites.push_back({});
  meta.tensors.push_back({.parameter = 0, .rank = 2, .read = true});
  meta.tensors.push_back({.parameter = 2, .rank = 2, .written = true, .created = true});
  meta.runtime_attributes = {1};
  return meta;
}

Diagnostic SomeDiagnostic() {
  return {.code = "PA0101", .message = "m", .hint = "h", .span = {1, 2, 3, 4}};
}

// A header and eight bytes of code.
std::string SomeImage() {
  abi::ImageHeader header{};
  header.magic = abi::kImageMagic;
  header.abi_version = abi::kVersion;
  header.image_bytes = sizeof header + 8;
  header.checked_entry = sizeof header;
  header.record_values = 2;
  return std::string(reinterpret_cast<const char*>(&header), sizeof header) +
         std::string(8, '\x90');
}

template <typename T>
void AddEncoding(const char* name, const T& value, uint8_t kind, Seeds& seeds) {
  seeds[std::string("encoding/") + name] = Kinded(kind, EncodeToString(value));
}

void AddEncodings(Seeds& seeds) {
  const Diagnostic diagnostic = SomeDiagnostic();
  const LineTable lines{{{1, 0, 1, 4}, {2, 4, 3, 80}}};
  // The order of EncodedTypes.
  AddEncoding("scalar", SomeTuple(), 0, seeds);
  AddEncoding("signature", SomeSignature(), 1, seeds);
  AddEncoding("capture", SomeCaptures()[0], 2, seeds);
  AddEncoding("specialisation", SomeSpecialisation(), 3, seeds);
  AddEncoding("meta", SomeMeta(), 4, seeds);
  AddEncoding("lines", lines, 5, seeds);
  AddEncoding("diagnostic", diagnostic, 6, seeds);
  AddEncoding("analyse", AnalyseRequest{"def f(): \xff", SomeCaptures()}, 7, seeds);
  AddEncoding("analysis", Analysis{{diagnostic}, "n", "f", lines, SomeSignature()}, 8, seeds);
  AddEncoding("compile", CompileRequest{"n", SomeSpecialisation(), {"hir"}}, 9, seeds);
  AddEncoding("compilation", Compilation{{}, "image", SomeMeta(), {{"hir", "a"}}}, 10, seeds);
  const Placement placement{.region = 0, .offset = 8, .dims = {2, 3}, .strides = {24, 8}};
  seeds["encoding/job"] = Kinded(
      kJobKind,
      EncodeJob({.image = Sha256("image"), .tensors = {placement, {}}, .attributes = {{1, 0}}}));
  seeds["encoding/report"] =
      Kinded(kReportKind, EncodeReport({.record = {{1, 2}}, .tensors = {placement}, .run_ns = 5}));
  seeds["encoding/prints"] =
      Kinded(kPrintsKind, EncodePrints({{.site = 1, .values = {{3, 0}}}, {}}));
  seeds["encoding/report_failed"] =
      Kinded(kReportKind, EncodeReport({.status = absl::ResourceExhaustedError("no memory")}));
}

void AddFrames(Seeds& seeds) {
  seeds["frames/two"] = std::string("\x03\0\0\0\x16\0\0\0abc\0\0\0\0\x03\0\0\0", 19);
  seeds["frames/cut"] = std::string("\xff\0\0\0\x0a\0\0\0abc", 11);
  seeds["frames/descriptor"] = std::string("\x01\0\0\0\x01\0\x01\0a", 9);
}

void AddCaptures(google::protobuf::RepeatedPtrField<v1::Capture>* wire) {
  v1::Capture* scalar = wire->Add();
  scalar->set_name("k");
  EncodeScalar(SomeTuple(), scalar->mutable_scalar());
  v1::Capture* module = wire->Add();
  module->set_name("np");
  module->set_module("numpy");
}

void AddWire(Seeds& seeds) {
  const auto add = [&](const char* name, WireKind kind, const google::protobuf::Message& wire) {
    seeds[std::string("wire/") + name] =
        Kinded(static_cast<uint8_t>(kind), wire.SerializeAsString());
  };
  v1::LaunchRequest launch;
  v1::TensorView* view = launch.add_arguments()->mutable_tensor()->mutable_view();
  view->set_offset(16);
  view->set_dtype(v1::DATA_TYPE_FLOAT32);
  for (const int64_t dim : {4, 1, 5}) view->add_shape(dim);
  for (const int64_t stride : {64, 0, -4}) view->add_strides(stride);
  launch.add_arguments()->mutable_omitted();
  EncodeScalar(SomeTuple(), launch.add_arguments()->mutable_attribute());
  AddCaptures(launch.mutable_captures());
  add("launch", WireKind::kLaunch, launch);

  v1::CompileRequest compile;
  v1::ArgumentType::Tensor* tensor = compile.add_arguments()->mutable_tensor();
  tensor->set_dtype(v1::DATA_TYPE_INT64);
  tensor->add_shape(1024);
  tensor->add_shape(3);
  compile.add_arguments()->mutable_omitted();
  AddCaptures(compile.mutable_captures());
  compile.set_opt_level(3);
  add("compile", WireKind::kCompile, compile);

  v1::RegisterRequest registration;
  registration.set_source("def f(x):\n    x[0] = 1\n");
  AddCaptures(registration.mutable_captures());
  add("register", WireKind::kRegister, registration);

  v1::Scalar scalar;
  EncodeScalar(SomeTuple(), &scalar);
  add("scalar", WireKind::kScalar, scalar);
}

void AddConfig(Seeds& seeds) {
  const auto add = [&](const char* name, ConfigKind kind, const char* text) {
    seeds[std::string("config/") + name] = Kinded(static_cast<uint8_t>(kind), text);
  };
  add("toml", ConfigKind::kToml,
      "# comment\nsocket = \"/run/a\"\ncache_max_entries = 100\ncache_max_bytes = \"1.5 GiB\"\n"
      "devices = 'cpu,null'\nidle_exit = \"30min\"\n");
  add("flags", ConfigKind::kFlags,
      "--socket=/run/a\n--cache-max-bytes\n2GiB\n--compile-timeout=1h\n--check-config\n"
      "--ready-fd=3\n--log-format=json");
  add("help", ConfigKind::kFlags, "--help");
  add("environment", ConfigKind::kEnvironment,
      "PYASCD_TENSOR_QUOTA=16GiB\nPYASCD_LOG_LEVEL=debug\nPYASCD_DEVICES=null\nHOME=/root");
}

void AddRows(Seeds& seeds) {
  KernelRow row;
  row.key = Sha256("key");
  row.image = SomeImage();
  row.meta = EncodeToString(SomeMeta());
  row.digest = KernelDigest(row.image, row.meta);
  row.normalised = "def operator(x): pass";
  row.specialisation = EncodeToString(SomeSpecialisation());
  row.toolchain = "toolchain";
  row.producer = "local";
  row.compile_us = 3;
  row.created_unix_s = 4;
  Encoder out;
  for (const int64_t number : {row.compile_us, row.created_unix_s, row.used_unix_s}) {
    out.I64(number);
  }
  const Digest mac = KernelMac(kMacKey, row);
  for (const std::string_view column :
       {row.key.View(), row.digest.View(), mac.View(), std::string_view(row.toolchain),
        std::string_view(row.producer), std::string_view(row.namespace_name),
        std::string_view(row.operator_name), std::string_view(row.specialisation),
        std::string_view(row.normalised), std::string_view(row.meta),
        std::string_view(row.image)}) {
    out.Bytes(column);
  }
  seeds["rows/kernel"] = Kinded(static_cast<uint8_t>(RowForm::kKernel), out.Take());

  const AnalysisRow analysis{.key = Sha256("text"), .analysis = "a", .toolchain = "toolchain"};
  Encoder columns;
  columns.Bytes(analysis.key.View());
  columns.Bytes(AnalysisMac(kMacKey, analysis).View());
  columns.Bytes(analysis.toolchain);
  columns.Bytes(analysis.analysis);
  seeds["rows/analysis"] = Kinded(static_cast<uint8_t>(RowForm::kAnalysis), columns.Take());
}

int Write(const std::filesystem::path& corpus) {
  Seeds seeds;
  AddEncodings(seeds);
  AddFrames(seeds);
  AddWire(seeds);
  AddConfig(seeds);
  AddRows(seeds);
  for (const auto& [name, bytes] : seeds) {
    std::filesystem::create_directories((corpus / name).parent_path());
    std::ofstream file(corpus / name, std::ios::binary);
    file << bytes;
    if (!file.flush()) {
      std::fprintf(stderr, "fuzz_seeds: cannot write %s\n", (corpus / name).c_str());
      return 1;
    }
  }
  return 0;
}

}  // namespace
}  // namespace pyasc::fuzz

int main(int argc, char** argv) {
  if (argc == 2) return pyasc::fuzz::Write(argv[1]);
  std::fputs("usage: fuzz_seeds CORPUS_DIRECTORY\n", stderr);
  return 2;
}
