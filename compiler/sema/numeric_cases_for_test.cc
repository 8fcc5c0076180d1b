#include "compiler/sema/numeric_cases_for_test.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

namespace pyasc::sema {
namespace {

struct Code {
  std::string_view code;
  Kind kind;
  DType dtype;
};

constexpr Code kCodes[] = {
    {"pb", Kind::kBool, DType::kBool},     {"pi", Kind::kInt, DType::kInt64},
    {"pf", Kind::kFloat, DType::kFloat64}, {"b1", Kind::kNumpy, DType::kBool},
    {"i1", Kind::kNumpy, DType::kInt8},    {"i2", Kind::kNumpy, DType::kInt16},
    {"i4", Kind::kNumpy, DType::kInt32},   {"i8", Kind::kNumpy, DType::kInt64},
    {"u1", Kind::kNumpy, DType::kUint8},   {"u2", Kind::kNumpy, DType::kUint16},
    {"u4", Kind::kNumpy, DType::kUint32},  {"u8", Kind::kNumpy, DType::kUint64},
    {"f2", Kind::kNumpy, DType::kFloat16}, {"f4", Kind::kNumpy, DType::kFloat32},
    {"f8", Kind::kNumpy, DType::kFloat64},
};

Int128 ParseInt(const std::string& text) {
  const bool negative = text.starts_with('-');
  unsigned __int128 magnitude = 0;
  for (size_t i = negative ? 1 : 0; i < text.size(); ++i)
    magnitude = magnitude * 10 + static_cast<unsigned>(text[i] - '0');
  return static_cast<Int128>(negative ? -magnitude : magnitude);
}

double HalfFromBits(uint32_t bits) {
  const int exponent = static_cast<int>((bits >> 10) & 0x1f);
  const double fraction = bits & 0x3ff;
  double value =
      exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 1024, exponent - 25);
  if (exponent == 0x1f) value = fraction == 0 ? HUGE_VAL : std::nan("");
  return (bits & 0x8000) != 0 ? -value : value;
}

// Of a value that is representable.
uint32_t HalfToBits(double value) {
  const uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  const double magnitude = std::fabs(value);
  if (std::isinf(magnitude)) return sign | 0x7c00;
  if (magnitude == 0) return sign;
  const int exponent = std::max(std::ilogb(magnitude), -14);
  const auto significand = static_cast<uint32_t>(std::ldexp(magnitude, 10 - exponent));
  const auto biased = static_cast<uint32_t>(exponent + 15);
  return significand < 1024 ? sign | significand : sign | (biased << 10 | (significand - 1024));
}

double ParseReal(hir::Type type, const std::string& text) {
  if (text == "nan") return std::nan("");
  const uint64_t bits = std::strtoull(text.c_str(), nullptr, 16);
  if (type == hir::Type::kF64) return std::bit_cast<double>(bits);
  const auto low = static_cast<uint32_t>(bits);
  if (type == hir::Type::kF32) return static_cast<double>(std::bit_cast<float>(low));
  return HalfFromBits(low);
}

std::string ShowReal(hir::Type type, double value) {
  if (std::isnan(value)) return "nan";
  if (type == hir::Type::kF64) return fmt::format("{:016x}", std::bit_cast<uint64_t>(value));
  if (type == hir::Type::kF32)
    return fmt::format("{:08x}", std::bit_cast<uint32_t>(static_cast<float>(value)));
  return fmt::format("{:04x}", HalfToBits(value));
}

std::string ShowInt(const Value& value, const HirInterpreter& run, hir::Type type) {
  if (value.kind == Kind::kInt && value.interval.is_point() && value.id == hir::kNone)
    return ToString(value.interval.low);
  const auto bits = run.ValueOf(value.id).bits;
  const bool is_unsigned = value.kind == Kind::kBool || type == hir::Type::kI1 ||
                           (value.kind == Kind::kNumpy && IsUnsignedInt(value.dtype));
  return ToString(is_unsigned ? static_cast<Int128>(bits) : SignedOf(type, bits));
}

// What is wrong with a kInt's interval; "" if nothing is.
std::string IntervalMistake(const Value& value, const HirInterpreter& run, hir::Type type) {
  if (value.kind != Kind::kInt || value.id == hir::kNone) return "";
  if (type != IntType(value.interval)) return " in a type that is not its interval's";
  const Int128 number = SignedOf(type, run.ValueOf(value.id).bits);
  return value.interval.Contains(number) ? "" : " outside its interval";
}

std::string ShowScalar(const Value& value, const HirInterpreter& run, std::string_view code) {
  if (value.flag.has_value()) return fmt::format("{} {}", code, *value.flag ? 1 : 0);
  if (value.real.has_value())
    return fmt::format("{} {}", code, ShowReal(hir::Type::kF64, *value.real));
  if (value.id == hir::kNone && !value.interval.is_point()) return "a value without id";
  const hir::Type type = value.id == hir::kNone ? hir::Type::kI128 : run.TypeOf(value.id);
  const bool real =
      value.kind == Kind::kFloat || (value.kind == Kind::kNumpy && IsFloat(value.dtype));
  if (real) return fmt::format("{} {}", code, ShowReal(type, run.ValueOf(value.id).real));
  return fmt::format("{} {}{}", code, ShowInt(value, run, type), IntervalMistake(value, run, type));
}

CaseRow ParseRow(const std::string& line, size_t operands,
                 const std::vector<std::string>& exceptions) {
  CaseRow row;
  std::istringstream stream(line);
  row.operands.resize(operands);
  for (std::string& operand : row.operands) stream >> operand;
  std::string sign;
  stream >> sign >> std::ws;
  row.raises = sign == "!";
  std::getline(stream, row.expected);
  if (row.raises) row.expected = exceptions[std::stoul(row.expected)];
  return row;
}

CaseGroup ParseGroup(const std::string& line) {
  CaseGroup group;
  std::istringstream stream(line);
  stream.ignore(1);
  stream >> group.op;
  for (std::string code; stream >> code;) group.types.push_back(ParseCaseType(code));
  return group;
}

}  // namespace

CaseType ParseCaseType(const std::string& code) {
  for (const Code& known : kCodes)
    if (known.code == code) return {code, known.kind, known.dtype};
  return {code, Kind::kError, DType::kBool};
}

hir::Type MachineType(const CaseType& type) {
  switch (type.kind) {
    case Kind::kBool:
      return hir::Type::kI1;
    case Kind::kInt:
      return hir::Type::kI128;
    case Kind::kFloat:
      return hir::Type::kF64;
    default:
      return hir::ValueType(type.dtype);
  }
}

Cell ParseCell(const CaseType& type, const std::string& text) {
  const hir::Type machine = MachineType(type);
  Cell cell;
  if (machine == hir::Type::kF16 || machine == hir::Type::kF32 || machine == hir::Type::kF64) {
    cell.real = ParseReal(machine, text);
    return cell;
  }
  cell.bits = static_cast<unsigned __int128>(ParseInt(text));
  if (type.kind == Kind::kNumpy && type.dtype != DType::kBool) {
    const int width = 8 * ItemBytes(type.dtype);
    cell.bits &= (static_cast<unsigned __int128>(1) << width) - 1;
  }
  return cell;
}

Value ParseConstant(const CaseType& type, const std::string& text) {
  if (type.kind == Kind::kBool) return BoolConstant(text == "1");
  if (type.kind == Kind::kInt) return IntConstant(ParseInt(text));
  return FloatConstant(ParseReal(hir::Type::kF64, text));
}

std::vector<CaseGroup> LoadCases(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> exceptions;
  std::vector<CaseGroup> groups;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('!'))
      exceptions.push_back(line.substr(line.find(' ') + 1));
    else if (line.starts_with('@'))
      groups.push_back(ParseGroup(line));
    else
      groups.back().rows.push_back(ParseRow(line, groups.back().types.size(), exceptions));
  }
  return groups;
}

std::string ShowResult(const Value& value, const HirInterpreter& run) {
  if (value.kind == Kind::kTuple) {
    std::string text = "t2";
    for (const Value& item : value.items) text += " " + ShowResult(item, run);
    return text;
  }
  for (const Code& known : kCodes)
    if (known.kind == value.kind && (value.kind != Kind::kNumpy || known.dtype == value.dtype))
      return ShowScalar(value, run, known.code);
  return fmt::format("a {}", TypeName(value));
}

bool NearlyEqual(const std::string& a, const std::string& b, int64_t units) {
  if (a == b) return true;
  if (units == 0 || a.size() != b.size() || a.substr(0, 3) != b.substr(0, 3)) return false;
  if (a.find("nan") == 3 || b.find("nan") == 3) return false;
  const auto bits = [](const std::string& text) {
    return static_cast<int64_t>(std::strtoull(text.c_str() + 3, nullptr, 16));
  };
  return std::llabs(bits(a) - bits(b)) <= units;
}

}  // namespace pyasc::sema
