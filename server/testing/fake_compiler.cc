#include "server/testing/fake_compiler.h"

#include <cstring>
#include <utility>

#include "base/kernel_abi.h"

namespace pyasc::testing {
namespace {

Parameter MakeParameter(const char* name, bool written) {
  Parameter parameter;
  parameter.name = name;
  parameter.written = written;
  parameter.may_omit = written;
  return parameter;
}

// The place of "out" among the parameters of every text.
constexpr uint32_t kOutput = 1;

TensorUse UseOf(uint32_t index, const CompileRequest& request) {
  const Argument& argument = request.specialisation.arguments[index];
  const bool written = index == kOutput;
  TensorUse use;
  use.parameter = index;
  use.dtype = argument.dtype;
  use.rank = static_cast<uint32_t>(argument.dims.size());
  use.read = !written;
  use.written = written;
  use.created = argument.kind == ArgumentKind::kOmitted;
  use.resized = use.created;
  return use;
}

}  // namespace

std::string MinimalImage() {
  abi::ImageHeader header{};
  header.magic = abi::kImageMagic;
  header.abi_version = abi::kVersion;
  header.image_bytes = 128;
  header.checked_entry = 64;
  header.record_values = 16;
  std::string image(header.image_bytes, '\0');
  std::memcpy(image.data(), &header, sizeof header);
  return image;
}

Analysis FakeCompiler::DefaultAnalysis(const AnalyseRequest& request) {
  Analysis analysis;
  analysis.normalised = request.text;
  analysis.function_name = "f";
  for (uint32_t line = 1; line <= 8; ++line) analysis.lines.spans.push_back({line, 0, line, 10});
  analysis.signature.parameters = {MakeParameter("x", false), MakeParameter("out", true),
                                   MakeParameter("alpha", false)};
  analysis.signature.free_names = {{"np"}, {"scale"}};
  return analysis;
}

Compilation FakeCompiler::DefaultCompilation(const CompileRequest& request) {
  Compilation compilation;
  compilation.image = MinimalImage();
  const Specialisation& specialisation = request.specialisation;
  for (uint32_t i = 0; i < specialisation.arguments.size(); ++i) {
    const ArgumentKind kind = specialisation.arguments[i].kind;
    if (kind == ArgumentKind::kRuntime) compilation.meta.runtime_attributes.push_back(i);
    if (kind == ArgumentKind::kTensor || kind == ArgumentKind::kOmitted) {
      compilation.meta.tensors.push_back(UseOf(i, request));
    }
  }
  for (const std::string& stage : request.stages) compilation.stages[stage] = "text of " + stage;
  return compilation;
}

absl::StatusOr<Analysis> FakeCompiler::Analyse(const AnalyseRequest& request) {
  AnalyseFunction function;
  {
    absl::MutexLock lock(&mutex_);
    ++analyses_;
    function = analyse_;
  }
  return function(request);
}

absl::StatusOr<Compilation> FakeCompiler::Compile(const CompileRequest& request) {
  CompileFunction function;
  {
    absl::MutexLock lock(&mutex_);
    ++compiles_;
    last_compile_ = request;
    function = compile_;
  }
  return function(request);
}

void FakeCompiler::Stop() {
  const absl::Status stopped = absl::UnavailableError("compiling is shut down");
  OnAnalyse([stopped](const AnalyseRequest&) { return stopped; });
  OnCompile([stopped](const CompileRequest&) { return stopped; });
}

void FakeCompiler::OnAnalyse(AnalyseFunction function) {
  absl::MutexLock lock(&mutex_);
  analyse_ = std::move(function);
}

void FakeCompiler::OnCompile(CompileFunction function) {
  absl::MutexLock lock(&mutex_);
  compile_ = std::move(function);
}

int FakeCompiler::analyses() const {
  absl::MutexLock lock(&mutex_);
  return analyses_;
}

int FakeCompiler::compiles() const {
  absl::MutexLock lock(&mutex_);
  return compiles_;
}

CompileRequest FakeCompiler::last_compile() const {
  absl::MutexLock lock(&mutex_);
  return last_compile_;
}

}  // namespace pyasc::testing
