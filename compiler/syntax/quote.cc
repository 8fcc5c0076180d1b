#include "compiler/syntax/quote.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "compiler/syntax/python_repr.h"

namespace pyasc::syntax {
namespace {

constexpr std::string_view kStyles[] = {"'", "\"", "'''", "\"\"\""};

bool Contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Whether `text` may stand in an expression of an f-string with that delimiter.
bool FitsIn(std::string_view text, std::string_view delimiter) {
  if (Contains(text, "\\") || Contains(text, delimiter)) return false;
  return delimiter.size() == 3 || !Contains(text, "\n");
}

bool FitsInAll(std::string_view text, const Enclosing& enclosing) {
  return std::all_of(enclosing.begin(), enclosing.end(),
                     [text](std::string_view delimiter) { return FitsIn(text, delimiter); });
}

// Whether the raw characters of `body` can stand between quotes `style`.
bool RawBodyFits(std::string_view body, std::string_view style) {
  if (Contains(body, "\\") || Contains(body, style)) return false;
  if (style.size() == 1) return !Contains(body, "\n");
  return body.empty() || body.back() != style[0];
}

std::string DoubleBraces(std::string_view text) {
  std::string out;
  for (char c : text) {
    out.push_back(c);
    if (c == '{' || c == '}') out.push_back(c);
  }
  return out;
}

// A format spec cannot double its braces.
std::string EscapeBraces(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '{' || c == '}') {
      out += c == '{' ? "\\x7b" : "\\x7d";
    } else {
      out.push_back(c);
    }
  }
  return out;
}

enum class Part { kBody, kSpec };

class FStringWriter {
 public:
  FStringWriter(std::string_view style, const Enclosing& enclosing)
      : style_(style), escaped_(enclosing.empty()), enclosing_(enclosing) {
    inner_ = enclosing;
    inner_.push_back(style);
  }

  // The literal, or nullopt if these quotes do not do.
  std::optional<std::string> Write(const ExprPtr* first, size_t count) {
    std::string body = Body(first, count, Part::kBody);
    if (!ok_) return std::nullopt;
    if (!escaped_ && style_.size() == 3 && !body.empty() && body.back() == style_[0]) {
      return std::nullopt;
    }
    std::string text = fmt::format("f{0}{1}{0}", style_, body);
    if (!FitsInAll(text, enclosing_)) return std::nullopt;
    return text;
  }

 private:
  std::string Body(const ExprPtr* first, size_t count, Part part) {
    std::string body;
    for (size_t i = 0; i < count; ++i) {
      const Expr& piece = *first[i];
      body += piece.kind == ExprKind::kString ? Literal(piece.text, part) : Field(piece);
    }
    return body;
  }

  std::string Literal(std::string_view text, Part part) {
    std::string body = escaped_ ? EscapeString(text, style_[0]) : std::string(text);
    body = part == Part::kSpec ? EscapeBraces(body) : DoubleBraces(body);
    if (!escaped_ && (Contains(body, "\\") || Contains(body, style_) ||
                      (style_.size() == 1 && Contains(body, "\n")))) {
      ok_ = false;
    }
    return body;
  }

  std::string Field(const Expr& field) {
    std::string text = UnparseEmbedded(*field.children[0], inner_);
    if (!FitsInAll(text, inner_)) ok_ = false;
    text.insert(0, "{");
    if (field.conversion != 0) text += fmt::format("!{}", field.conversion);
    if (field.children.size() > 1) {
      const std::vector<ExprPtr>& spec = field.children[1]->children;
      text += ":" + Body(spec.data(), spec.size(), Part::kSpec);
    }
    return text + "}";
  }

  std::string_view style_;
  bool escaped_;
  const Enclosing& enclosing_;
  Enclosing inner_;
  bool ok_ = true;
};

std::optional<std::string> InSomeQuotes(const ExprPtr* first, size_t count,
                                        const Enclosing& enclosing) {
  for (std::string_view style : kStyles) {
    if (!FitsInAll(style, enclosing)) continue;
    if (auto text = FStringWriter(style, enclosing).Write(first, count)) return text;
  }
  return std::nullopt;
}

}  // namespace

std::string QuoteString(std::string_view text, const Enclosing& enclosing) {
  if (!enclosing.empty()) {
    for (std::string_view style : kStyles) {
      if (!RawBodyFits(text, style)) continue;
      std::string quoted = fmt::format("{0}{1}{0}", style, text);
      if (FitsInAll(quoted, enclosing)) return quoted;
    }
  }
  return fmt::format("'{}'", EscapeString(text, '\''));
}

std::string QuoteFString(const Expr& joined, const Enclosing& enclosing) {
  const std::vector<ExprPtr>& pieces = joined.children;
  if (auto text = InSomeQuotes(pieces.data(), pieces.size(), enclosing)) return *text;
  // Adjacent literals may have had different quotes: give each piece its own. One that no
  // quotes do for gets a backslash, so that the f-string around it tries others.
  std::string text;
  for (const ExprPtr& piece : pieces) {
    if (!text.empty()) text += " ";
    text += InSomeQuotes(&piece, 1, enclosing).value_or("\\");
  }
  return text;
}

}  // namespace pyasc::syntax
