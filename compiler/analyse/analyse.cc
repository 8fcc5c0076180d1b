#include <utility>

#include "compiler/analyse/aspects.h"
#include "compiler/compiler.h"
#include "compiler/syntax/parser.h"

namespace pyasc {
namespace {

std::vector<Parameter> Declared(const syntax::Function& function) {
  std::vector<Parameter> parameters;
  for (const syntax::ParameterNode& node : function.parameters) {
    Parameter parameter;
    parameter.name = node.name;
    if (node.default_value != nullptr) {
      parameter.has_default = true;
      parameter.default_value = analyse::LiteralValue(*node.default_value).value_or(Scalar{});
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace

absl::StatusOr<Analysis> Analyse(const AnalyseRequest& request) {
  Analysis analysis;
  const auto function = syntax::Parse(request.text, &analysis.diagnostics);
  if (function == nullptr) {
    if (!analysis.diagnostics.empty()) return analysis;
    return absl::InternalError("the parser refused a text without a diagnostic");
  }
  analysis.function_name = function->name;
  analysis.normalised = syntax::Normalise(*function);
  analysis.lines = syntax::Lines(*function);
  Signature& signature = analysis.signature;
  signature.free_names = analyse::FreeNames(*function, request.captures, &analysis.diagnostics);
  signature.parameters = Declared(*function);
  analyse::FindConstants(*function, &signature);
  analyse::FindWrites(*function, &signature.parameters);
  analyse::FindOutputs(*function, &signature.parameters);
  return analysis;
}

}  // namespace pyasc
