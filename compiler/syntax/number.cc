#include "compiler/syntax/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <vector>

namespace pyasc::syntax {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

int DigitValue(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

bool IsNameByte(char c) {
  return IsDigit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Scanner {
 public:
  Scanner(std::string_view text, size_t begin) : text_(text), at_(begin) {}

  NumberScan Run() {
    if (Peek() == '0') {
      ++at_;
      ScanAfterZero();
    } else if (Peek() == '.') {
      ScanFraction();
    } else if (DecimalTail()) {
      ScanAfterDigits();
    }
    scan_.end = at_;
    return scan_;
  }

 private:
  char Peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  bool Fail(std::string message) {
    scan_.error = std::move(message);
    at_ = std::min(at_ + 1, text_.size());
    return false;
  }

  // A number may touch a keyword (`1if x else 2`), nothing else.
  bool CheckEnd(std::string_view kind) {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    for (std::string_view keyword : {"and", "else", "for", "if", "in", "is", "or", "not"}) {
      if (rest.starts_with(keyword)) return true;
    }
    if (IsNameByte(Peek())) return Fail(fmt::format("invalid {} literal", kind));
    return true;
  }

  bool DecimalTail() {
    while (true) {
      while (IsDigit(Peek())) ++at_;
      if (Peek() != '_') return true;
      ++at_;
      if (!IsDigit(Peek())) return Fail("invalid decimal literal");
    }
  }

  void ScanRadix(int radix, std::string_view kind) {
    ++at_;
    do {
      if (Peek() == '_') ++at_;
      if (DigitValue(Peek()) >= radix) {
        FailDigit(kind);
        return;
      }
      while (DigitValue(Peek()) < radix) ++at_;
    } while (Peek() == '_');
    if (radix < 10 && IsDigit(Peek())) {
      FailDigit(kind);
      return;
    }
    CheckEnd(kind);
  }

  void FailDigit(std::string_view kind) {
    if (IsDigit(Peek())) {
      Fail(fmt::format("invalid digit '{}' in {} literal", Peek(), kind));
    } else {
      Fail(fmt::format("invalid {} literal", kind));
    }
  }

  void ScanAfterZero() {
    switch (Peek()) {
      case 'x':
      case 'X':
        return ScanRadix(16, "hexadecimal");
      case 'o':
      case 'O':
        return ScanRadix(8, "octal");
      case 'b':
      case 'B':
        return ScanRadix(2, "binary");
      default:
        break;
    }
    while (Peek() == '0' || Peek() == '_') {
      if (Peek() == '_' && !IsDigit(Peek(1))) {
        ++at_;
        Fail("invalid decimal literal");
        return;
      }
      ++at_;
    }
    const bool nonzero = IsDigit(Peek());
    if (nonzero && !DecimalTail()) return;
    const char next = Peek();
    if (nonzero && next != '.' && next != 'e' && next != 'E' && next != 'j' && next != 'J') {
      Fail(
          "leading zeros in decimal integer literals are not permitted; use an 0o prefix for "
          "octal integers");
      return;
    }
    ScanAfterDigits();
  }

  void ScanAfterDigits() {
    if (Peek() == '.') return ScanFraction();
    ScanExponent();
  }

  void ScanFraction() {
    ++at_;
    scan_.kind = NumberKind::kFloat;
    if (IsDigit(Peek()) && !DecimalTail()) return;
    ScanExponent();
  }

  void ScanExponent() {
    if (Peek() == 'e' || Peek() == 'E') {
      const bool sign = Peek(1) == '+' || Peek(1) == '-';
      if (!IsDigit(Peek(sign ? 2 : 1))) {
        if (!sign) {
          CheckEnd("decimal");
          return;
        }
        at_ += 2;
        Fail("invalid decimal literal");
        return;
      }
      at_ += sign ? 2 : 1;
      scan_.kind = NumberKind::kFloat;
      if (!DecimalTail()) return;
    }
    if (Peek() == 'j' || Peek() == 'J') {
      ++at_;
      scan_.kind = NumberKind::kImaginary;
      CheckEnd("imaginary");
      return;
    }
    CheckEnd("decimal");
  }

  std::string_view text_;
  size_t at_;
  NumberScan scan_;
};

std::string WithoutUnderscores(std::string_view literal) {
  std::string digits(literal);
  std::erase(digits, '_');
  return digits;
}

// Decimal digits of the number that `digits` writes in `radix`.
std::string ToDecimal(std::string_view digits, uint32_t radix) {
  constexpr uint32_t kLimb = 1'000'000'000;
  std::vector<uint32_t> limbs{0};  // least significant first
  for (char c : digits) {
    uint64_t carry = static_cast<uint64_t>(DigitValue(c));
    for (uint32_t& limb : limbs) {
      carry += static_cast<uint64_t>(limb) * radix;
      limb = static_cast<uint32_t>(carry % kLimb);
      carry /= kLimb;
    }
    if (carry > 0) limbs.push_back(static_cast<uint32_t>(carry));
  }
  std::string decimal = fmt::format("{}", limbs.back());
  for (size_t i = limbs.size() - 1; i-- > 0;) decimal += fmt::format("{:09}", limbs[i]);
  return decimal;
}

// True if the decimal literal is below 1: what from_chars could not tell apart.
bool IsTiny(std::string_view literal) {
  const size_t mark = literal.find_first_of("eE");
  const std::string_view mantissa = literal.substr(0, mark);
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  const size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return true;
  const auto scale = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  if (mark == std::string_view::npos) return scale <= 0;
  std::string_view exponent = literal.substr(mark + 1);
  const bool negative = exponent.starts_with('-');
  if (negative || exponent.starts_with('+')) exponent.remove_prefix(1);
  int64_t value = 0;
  for (char c : exponent) value = std::min<int64_t>(value * 10 + (c - '0'), 1'000'000'000);
  return scale + (negative ? -value : value) <= 0;
}

}  // namespace

NumberScan ScanNumber(std::string_view text, size_t begin) { return Scanner(text, begin).Run(); }

IntegerValue ParseInteger(std::string_view literal) {
  std::string digits = WithoutUnderscores(literal);
  uint32_t radix = 10;
  if (digits.size() > 2 && !IsDigit(digits[1])) {
    const char mark = digits[1];
    radix = (mark == 'x' || mark == 'X') ? 16 : (mark == 'o' || mark == 'O') ? 8 : 2;
    digits.erase(0, 2);
  }
  IntegerValue result;
  constexpr Int128 kMax = static_cast<Int128>(~static_cast<unsigned __int128>(0) >> 1);
  for (char c : digits) {
    const int digit = DigitValue(c);
    if (result.value > (kMax - digit) / radix) {
      result.value = 0;
      result.big = true;
      result.too_long = digits.size() > kMaxIntegerDigits;
      if (!result.too_long) result.decimal = ToDecimal(digits, radix);
      return result;
    }
    result.value = result.value * radix + digit;
  }
  return result;
}

double ParseFloat(std::string_view literal) {
  const std::string digits = WithoutUnderscores(literal);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  return IsTiny(digits) ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace pyasc::syntax
