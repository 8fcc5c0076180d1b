// raise, assert, print, and the messages they carry.
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "base/suggestion.h"
#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"

namespace pyasc::sema {

using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;

namespace {

constexpr std::array<std::string_view, 26> kExceptions = {
    "ArithmeticError", "AssertionError",      "AttributeError",
    "BaseException",   "BufferError",         "EOFError",
    "Exception",       "FloatingPointError",  "IndexError",
    "KeyError",        "LookupError",         "MemoryError",
    "NameError",       "NotImplementedError", "OSError",
    "OverflowError",   "PermissionError",     "RecursionError",
    "ReferenceError",  "RuntimeError",        "StopIteration",
    "SystemError",     "TimeoutError",        "TypeError",
    "ValueError",      "ZeroDivisionError"};

bool IsException(std::string_view name) {
  for (const std::string_view known : kExceptions) {
    if (known == name) return true;
  }
  return false;
}

// A piece of a message before its value's type is known.
struct Part {
  std::string literal;
  int value = -1;  // index of the value, or -1
  char conversion = 0;
  std::string format;
};

bool AppendValue(Emitter& emitter, const Value& value, const Part& part,
                 std::vector<Piece>* pieces);

// "(a, b)", the items as repr() shows them.
bool AppendTuple(Emitter& emitter, const Value& value, std::vector<Piece>* pieces) {
  Part item;
  item.conversion = 'r';
  pieces->push_back(Text("("));
  for (size_t k = 0; k < value.items.size(); ++k) {
    if (k > 0) pieces->push_back(Text(", "));
    if (value.items[k].kind == Kind::kString) {
      pieces->push_back(Text("'" + value.items[k].text + "'"));
    } else if (!AppendValue(emitter, value.items[k], item, pieces)) {
      return false;
    }
  }
  pieces->push_back(Text(value.items.size() == 1 ? ",)" : ")"));
  return true;
}

// str(value), or repr inside a tuple.
bool AppendValue(Emitter& emitter, const Value& value, const Part& part,
                 std::vector<Piece>* pieces) {
  switch (value.kind) {
    case Kind::kError:
      return false;
    case Kind::kNone:
      pieces->push_back(Text("None"));
      return true;
    case Kind::kDType:
      pieces->push_back(Text(Name(value.dtype)));
      return true;
    case Kind::kString:
      if (part.format.empty() && part.conversion != 'r' && part.conversion != 'a') {
        pieces->push_back(Text(value.text));
        return true;
      }
      emitter.Fail(codes::kStringFormat, "a string in a message cannot have a format",
                   "leave the format out: f'{text}'");
      return false;
    case Kind::kTuple:
      return AppendTuple(emitter, value, pieces);
    case Kind::kBottom:
      return true;
    default:
      break;
  }
  if (!value.is_scalar()) {
    emitter.Fail(codes::kMessageValue,
                 "a value of type '" + TypeName(value) + "' cannot be part of a message",
                 "use its elements or its shape");
    return false;
  }
  pieces->push_back(Show(value, part.conversion, part.format));
  return true;
}

}  // namespace

struct Lowering::MessageParts {
  std::vector<Part> parts;
  std::vector<Multi> values;

  void AddText(std::string text) { parts.push_back({std::move(text), -1, 0, ""}); }
  void AddValue(Multi value, char conversion, std::string format) {
    parts.push_back({"", static_cast<int>(values.size()), conversion, std::move(format)});
    values.push_back(std::move(value));
  }
};

bool Lowering::CollectParts(const Expr& expr, MessageParts* message) {
  if (expr.kind != ExprKind::kFString) {
    message->AddValue(Eval(expr), 's', "");
    return true;
  }
  // A lone value is the exception's argument itself, unless it is text made of it.
  if (expr.children.size() == 1) message->AddText("");
  for (const syntax::ExprPtr& child : expr.children) {
    if (child->kind == ExprKind::kString) {
      message->AddText(child->text);
      continue;
    }
    std::string format;
    const bool formatted = child->children.size() > 1;
    for (size_t k = 0; formatted && k < child->children[1]->children.size(); ++k) {
      const Expr& piece = *child->children[1]->children[k];
      if (piece.kind != ExprKind::kString) {
        emit_.set_point(piece.ordinal);
        emit_.Fail(codes::kFormatSpec, "a format spec must be plain text",
                   "write its numbers out: f'{x:8.3f}'");
        return false;
      }
      format += piece.text;
    }
    message->AddValue(Eval(*child->children[0]), child->conversion, format);
  }
  return true;
}

// Makes the pieces of str(expr) (or of the f-string expr) and calls `use`, once for each
// combination of types its values may have.
bool Lowering::RaisePieces(const Expr& expr, const std::function<void(std::vector<Piece>)>& use) {
  MessageParts message;
  if (!CollectParts(expr, &message)) return false;
  emit_.set_point(expr.ordinal);
  bool fine = true;
  Dispatch(message.values, [&](const std::vector<Value>& chosen) {
    std::vector<Piece> pieces;
    for (const Part& part : message.parts) {
      if (part.value < 0) {
        pieces.push_back(Text(part.literal));
      } else if (!AppendValue(emit_, chosen[static_cast<size_t>(part.value)], part, &pieces)) {
        fine = false;
      }
    }
    if (fine) use(std::move(pieces));
    return Single(NoneValue());
  });
  return fine;
}

void Lowering::LowerRaise(const Stmt& statement) {
  if (statement.exprs.empty()) {
    emit_.Raise("RuntimeError", {Text("No active exception to reraise")});
    env_.reachable = false;
    return;
  }
  const Expr& expr = *statement.exprs[0];
  const bool call = expr.kind == ExprKind::kCall;
  const Expr& callee = call ? *expr.children[0] : expr;
  emit_.set_point(callee.ordinal);
  if (callee.kind != ExprKind::kName || !IsException(callee.text) ||
      env_.variables.count(callee.text) || globals_.count(callee.text)) {
    emit_.Fail(codes::kRaised,
               fmt::format("only a built-in exception can be raised, not {}", Short(callee)),
               "write: raise ValueError(f'...')");
    env_.reachable = false;
    return;
  }
  if (call && (expr.children.size() > 2 || !expr.keywords.empty())) {
    emit_.Fail(codes::kExceptionArguments,
               fmt::format("{} takes one message in an operator", callee.text),
               fmt::format("write one f-string: {}(f'...')", callee.text));
    env_.reachable = false;
    return;
  }
  const auto raise = [&](std::vector<Piece> pieces) {
    emit_.set_point(statement.ordinal);
    emit_.Raise(callee.text, pieces);
  };
  if (call && expr.children.size() == 2) {
    RaisePieces(*expr.children[1], raise);
  } else {
    raise({});
  }
  env_.reachable = false;
}

void Lowering::LowerAssert(const Stmt& statement) {
  const Value condition = Condition(*statement.exprs[0]);
  if (condition.is_error() || condition.kind == Kind::kBottom) return;
  if (condition.flag && *condition.flag) return;
  const auto raise = [&](std::vector<Piece> pieces) {
    emit_.set_point(statement.ordinal);
    emit_.Raise("AssertionError", pieces);
  };
  const auto fail = [&] {
    if (statement.exprs.size() == 1) return raise({});
    RaisePieces(*statement.exprs[1], raise);
  };
  if (condition.flag) {
    fail();
    env_.reachable = false;
    return;
  }
  ++nesting_;
  emit_.If(condition.id, [] {}, fail);
  --nesting_;
}

Value Lowering::NoPrintKeyword(const std::string& keyword) {
  Suggestion suggestion(keyword);
  suggestion.Consider("sep");
  suggestion.Consider("end");
  const bool known = suggestion.best() == keyword;
  return emit_.Fail(codes::kPrintKeyword,
                    known ? fmt::format("print's {} must be a constant string", keyword)
                          : fmt::format("print has no keyword argument '{}' here", keyword),
                    known || suggestion.best().empty()
                        ? "print takes sep='...' and end='...'"
                        : fmt::format("did you mean {}=?", suggestion.best()));
}

Multi Lowering::CallPrint(const Expr& expr) {
  const size_t positional = expr.children.size() - 1 - expr.keywords.size();
  std::string end = "\n", separator = " ";
  for (size_t k = 0; k < expr.keywords.size(); ++k) {
    const Expr& argument = *expr.children[1 + positional + k];
    const Multi value = Eval(argument);
    if (value.value().is_error()) return value;
    const bool text = value.single() && value.value().kind == Kind::kString;
    if (!text || (expr.keywords[k] != "end" && expr.keywords[k] != "sep")) {
      emit_.set_point(argument.ordinal);
      return Single(NoPrintKeyword(expr.keywords[k]));
    }
    (expr.keywords[k] == "end" ? end : separator) = value.value().text;
  }
  std::vector<Piece> line;
  const std::function<void(size_t)> from = [&](size_t k) {
    if (k == positional) {
      emit_.set_point(expr.ordinal);
      return emit_.Print(line, end);
    }
    RaisePieces(*expr.children[1 + k], [&](std::vector<Piece> pieces) {
      const size_t size = line.size();
      if (k > 0) line.push_back(Text(separator));
      for (Piece& piece : pieces) line.push_back(std::move(piece));
      from(k + 1);
      line.resize(size);
    });
  };
  from(0);
  return Single(NoneValue());
}

}  // namespace pyasc::sema
