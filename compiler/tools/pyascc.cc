// pyascc: shows what the compiler makes of an operator, stage by stage, without a daemon.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>

#include "CLI/CLI.hpp"
#include "base/cpu_features.h"
#include "base/status_macros.h"
#include "compiler/compiler.h"
#include "compiler/syntax/parser.h"
#include "compiler/tools/argument.h"
#include "compiler/tools/extract.h"
#include "compiler/tools/report.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr int kUsage = 2;
constexpr int kFault = 1;
constexpr int kDiagnosed = 4;

struct Invocation {
  std::string file, function, emit = "hir";
  std::vector<std::string> arguments, captures;
  uint32_t opt_level = 3;
};

std::vector<std::string> Emittable() {
  std::vector<std::string> names{"tokens", "ast"};
  for (const std::string_view stage : StageNames()) names.emplace_back(stage);
  names.push_back("image");
  return names;
}

absl::Status CheckEmit(const std::string& emit) {
  const std::vector<std::string> names = Emittable();
  if (std::find(names.begin(), names.end(), emit) != names.end()) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format(
      "stage '{}' is not made by this compiler yet; there are: {}", emit, fmt::join(names, ", ")));
}

// An operator, and where it came from.
struct Source {
  Extracted function;
  std::string file;
};

absl::StatusOr<Source> ReadSource(const Invocation& invocation) {
  std::ifstream stream(invocation.file, std::ios::binary);
  if (!stream) return absl::NotFoundError(fmt::format("cannot read {}", invocation.file));
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Source source;
  PYASC_ASSIGN_OR_RETURN(source.function, ExtractFunction(text, invocation.function));
  source.file = invocation.file;
  return source;
}

int Diagnose(const Source& source, const LineTable& lines,
             const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics)
    std::cerr << Report(diagnostic, lines, source.function.text, source.file,
                        source.function.first_line);
  return kDiagnosed;
}

int Fault(const absl::Status& status, int code) {
  std::cerr << "pyascc: " << std::string(status.message()) << '\n';
  return code;
}

// The conventional names of the modules, and --capture.
absl::StatusOr<std::vector<Capture>> Captures(const Invocation& invocation) {
  std::map<std::string, Capture> captures;
  for (const auto& [name, module] :
       {std::pair{"np", "numpy"}, {"numpy", "numpy"}, {"math", "math"}, {"pyasc", "pyasc"}})
    captures[name] = Capture{name, CaptureKind::kModule, module, {}};
  for (const std::string& text : invocation.captures) {
    PYASC_ASSIGN_OR_RETURN(const auto assignment, SplitAssignment(text));
    PYASC_ASSIGN_OR_RETURN(const Scalar scalar, ParseScalar(assignment.second));
    captures[assignment.first] = Capture{assignment.first, CaptureKind::kScalar, "", scalar};
  }
  std::vector<Capture> sorted;
  for (const auto& [name, capture] : captures) sorted.push_back(capture);
  return sorted;
}

absl::StatusOr<Argument> ArgumentFor(const Parameter& parameter,
                                     const std::map<std::string, std::string>& given) {
  const auto found = given.find(parameter.name);
  Argument argument;
  if (found != given.end()) {
    PYASC_ASSIGN_OR_RETURN(argument, ParseArgument(found->second));
  } else if (parameter.may_omit) {
    argument.kind = ArgumentKind::kOmitted;
  } else if (parameter.has_default) {
    argument.kind = ArgumentKind::kConstant;
    argument.scalar = parameter.default_value;
  } else {
    return absl::InvalidArgumentError(fmt::format("no --arg for parameter '{}'", parameter.name));
  }
  argument.resizable = argument.kind == ArgumentKind::kTensor && parameter.written;
  if (argument.kind != ArgumentKind::kConstant) return argument;
  return AttributeArgument(argument.scalar, parameter.constant);
}

absl::StatusOr<Specialisation> Specialise(const Invocation& invocation, const Signature& signature,
                                          const std::vector<Capture>& captures) {
  std::map<std::string, std::string> given;
  for (const std::string& text : invocation.arguments) {
    PYASC_ASSIGN_OR_RETURN(const auto assignment, SplitAssignment(text));
    given[assignment.first] = assignment.second;
  }
  Specialisation specialisation;
  specialisation.opt_level = invocation.opt_level;
  specialisation.target.cpu_features = HostCpuFeatures();
  for (const Parameter& parameter : signature.parameters) {
    PYASC_ASSIGN_OR_RETURN(Argument argument, ArgumentFor(parameter, given));
    specialisation.arguments.push_back(std::move(argument));
    given.erase(parameter.name);
  }
  if (!given.empty())
    return absl::InvalidArgumentError(
        fmt::format("the operator has no parameter '{}'", given.begin()->first));
  AddCaptures(signature, captures, &specialisation);
  return specialisation;
}

int EmitSyntax(const Invocation& invocation, const Source& source) {
  std::vector<Diagnostic> diagnostics;
  std::string text;
  if (invocation.emit == "tokens") {
    text = syntax::DumpTokens(source.function.text, &diagnostics);
  } else if (const auto function = syntax::Parse(source.function.text, &diagnostics)) {
    text = syntax::DumpAst(*function) + "\n";
  }
  std::cout << text;
  return diagnostics.empty() ? 0 : Diagnose(source, {}, diagnostics);
}

int EmitStage(const Invocation& invocation, const Source& source) {
  const auto captures = Captures(invocation);
  if (!captures.ok()) return Fault(captures.status(), kUsage);
  const auto analysis = Analyse({source.function.text, *captures});
  if (!analysis.ok()) return Fault(analysis.status(), kFault);
  if (!analysis->diagnostics.empty())
    return Diagnose(source, analysis->lines, analysis->diagnostics);
  const auto specialisation = Specialise(invocation, analysis->signature, *captures);
  if (!specialisation.ok()) return Fault(specialisation.status(), kUsage);
  CompileRequest request{analysis->normalised, *specialisation, {}};
  if (invocation.emit != "image") request.stages = {invocation.emit};
  const auto compiler = Compiler::Create();
  if (!compiler.ok()) return Fault(compiler.status(), kFault);
  const auto compilation = (*compiler)->Compile(request);
  if (!compilation.ok()) return Fault(compilation.status(), kFault);
  if (!compilation->diagnostics.empty())
    return Diagnose(source, analysis->lines, compilation->diagnostics);
  std::cout << (invocation.emit == "image" ? compilation->image
                                           : compilation->stages.at(invocation.emit));
  return 0;
}

int Main(int argc, char** argv) {
  Invocation invocation;
  CLI::App app("Shows what the compiler makes of an operator, stage by stage");
  app.add_option("file", invocation.file, "Python file")->required();
  app.add_option("--emit", invocation.emit,
                 fmt::format("what to print: {}", fmt::join(Emittable(), ", ")));
  app.add_option("--function", invocation.function, "the operator's name, if there are more");
  app.add_option("--arg", invocation.arguments,
                 "name=f32[1,3,224,224], name=omit, name=3, name=0.5, name='\"text\"'")
      ->allow_extra_args(false);
  app.add_option("--capture", invocation.captures, "name=value of a name that is not a parameter")
      ->allow_extra_args(false);
  app.add_option("--opt-level", invocation.opt_level, "0 to 3")->check(CLI::Range(0, 3));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? 0 : kUsage;
  }
  if (const absl::Status status = CheckEmit(invocation.emit); !status.ok())
    return Fault(status, kUsage);
  const absl::StatusOr<Source> source = ReadSource(invocation);
  if (!source.ok()) return Fault(source.status(), kUsage);
  if (invocation.emit == "tokens" || invocation.emit == "ast")
    return EmitSyntax(invocation, *source);
  return EmitStage(invocation, *source);
}

}  // namespace
}  // namespace pyasc

int main(int argc, char** argv) { return pyasc::Main(argc, argv); }
