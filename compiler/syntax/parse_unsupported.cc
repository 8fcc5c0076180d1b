// Python that the operator language leaves out: read to its end, named, replaced.
#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/parser_state.h"

namespace pyasc::syntax {
namespace {

struct Refused {
  std::string_view keyword;
  const char* code;
  const char* what;
  const char* hint;
};

constexpr Refused kRefused[] = {
    {"def", codes::kNestedFunction, "a function inside is",
     "write its statements where it is used"},
    {"@", codes::kNestedFunction, "a decorated definition inside is",
     "write its statements where it is used"},
    {"class", codes::kClass, "a class is", "use plain names and tuples"},
    {"with", codes::kWith, "a with statement is", "leave it out; np.errstate has no effect here"},
    {"try", codes::kTry, "try is", "test the condition with if; raise ends the operator"},
    {"import", codes::kImport, "an import is", "import at module level"},
    {"from", codes::kImport, "an import is", "import at module level"},
    {"global", codes::kGlobal, "global is",
     "pass the value as a parameter, and store results into an output"},
    {"nonlocal", codes::kGlobal, "nonlocal is",
     "pass the value as a parameter, and store results into an output"},
    {"async", codes::kAsync, "async is", "write the plain statement"}};

constexpr Refused kMatch = {"match", codes::kMatch, "match is", "write if and elif"};

}  // namespace

bool Parser::AtMatchStatement() const {
  if (!AtKind(TokenKind::kName) || Text(Peek()) != "match") return false;
  size_t ahead = 1;
  while (Peek(ahead).kind != TokenKind::kNewline) {
    if (Peek(ahead).kind == TokenKind::kEnd || Peek(ahead).kind == TokenKind::kError) return false;
    ++ahead;
  }
  return At(":", ahead - 1) && Peek(ahead + 1).kind == TokenKind::kIndent &&
         Peek(ahead + 2).kind == TokenKind::kName && Text(Peek(ahead + 2)) == "case";
}

bool Parser::AtUnsupportedStatement() const {
  for (const Refused& refused : kRefused) {
    if (At(refused.keyword)) return true;
  }
  return false;
}

// Names the statement up to the end of its line and skips the block below. The clauses
// that belong to it (except, finally) go with it.
bool Parser::UnsupportedStatement() {
  const Refused* found = &kMatch;
  for (const Refused& refused : kRefused) {
    if (At(refused.keyword)) found = &refused;
  }
  const size_t begin = Here();
  while (!AtKind(TokenKind::kNewline) && !AtKind(TokenKind::kEnd) && !AtKind(TokenKind::kError)) {
    Advance();
  }
  size_t end = PreviousEnd();
  if (source_.text()[end - 1] == ':') --end;
  UnsupportedSpan(found->code, found->what, found->hint, begin, end);
  do {
    while (!AtKind(TokenKind::kNewline) && !AtKind(TokenKind::kEnd) && !AtKind(TokenKind::kError)) {
      Advance();
    }
    Advance();
    int depth = 0;
    while (AtKind(TokenKind::kIndent) || depth > 0) {
      if (AtKind(TokenKind::kEnd) || AtKind(TokenKind::kError)) break;
      depth += AtKind(TokenKind::kIndent) ? 1 : AtKind(TokenKind::kDedent) ? -1 : 0;
      Advance();
    }
  } while (found->code == codes::kTry && (At("except") || At("finally") || At("else")));
  if (AtKind(TokenKind::kError)) return FailHere() != nullptr;
  return true;
}

bool Parser::LambdaParameters() {
  std::vector<std::string> names;
  while (!At(":")) {
    if (!Accept("*")) Accept("**");
    if (!AtKind(TokenKind::kName)) return FailHere() != nullptr;
    std::string name = Identifier(Peek());
    for (const std::string& other : names) {
      if (other == name) {
        return Fail(codes::kParameters,
                    fmt::format("duplicate argument '{}' in function definition", name), Here(),
                    Peek().end) != nullptr;
      }
    }
    names.push_back(std::move(name));
    Advance();
    if (Accept("=") && Expression() == nullptr) return false;
    if (!Accept(",")) break;
  }
  return true;
}

ExprPtr Parser::Lambda() {
  const size_t begin = Here();
  Advance();
  if (!LambdaParameters() || !Expect(":") || Expression() == nullptr) return nullptr;
  Unsupported(codes::kLambda, "a lambda is", "write the expression where it is used", begin);
  return Placeholder(begin);
}

// After the element: "for" clauses, and the closing bracket unless `close` is empty.
ExprPtr Parser::Comprehension(size_t begin, std::string_view close) {
  while (At("for") || At("async")) {
    Accept("async");
    if (!Expect("for")) return nullptr;
    const ExprPtr target = TargetList();
    if (target == nullptr || !CheckTarget(*target, TargetUse::kAssign)) return nullptr;
    if (!Expect("in") || BoolOp(Operator::kOr) == nullptr) return nullptr;
    while (Accept("if")) {
      if (BoolOp(Operator::kOr) == nullptr) return nullptr;
    }
  }
  if (!close.empty() && !Expect(close)) return nullptr;
  Unsupported(codes::kComprehension, "a comprehension is",
              "write a for loop that stores into an output", begin);
  return Placeholder(begin);
}

ExprPtr Parser::Braces() {
  const size_t begin = Here();
  Advance();
  bool dict = At("}");
  for (bool first = true; !At("}"); first = false) {
    if (Accept("**")) {
      dict = true;
      if (Binary(1) == nullptr) return nullptr;
    } else {
      if (ListItem() == nullptr) return nullptr;
      if (first && At(":")) dict = true;
      if (dict && (!Expect(":") || Expression() == nullptr)) return nullptr;
    }
    if (first && (At("for") || At("async"))) return Comprehension(begin, "}");
    if (!Accept(",")) break;
  }
  if (!Expect("}")) return nullptr;
  Unsupported(dict ? codes::kDict : codes::kSet, dict ? "a dict is" : "a set is",
              dict ? "use one name for each value, or a tuple" : "use a tuple", begin);
  return Placeholder(begin);
}

ExprPtr Parser::Yield() {
  const size_t begin = Here();
  Advance();
  if (Accept("from")) {
    if (Expression() == nullptr) return nullptr;
  } else if (AtExpression() && ExpressionList() == nullptr) {
    return nullptr;
  }
  Unsupported(codes::kYield, "yield is", "store into an output parameter instead", begin);
  return Placeholder(begin);
}

ExprPtr Parser::Starred() {
  const size_t begin = Here();
  Advance();
  if (Binary(1) == nullptr) return nullptr;
  Unsupported(codes::kStarred, "unpacking with * is", "write the items out", begin);
  return Placeholder(begin);
}

}  // namespace pyasc::syntax
