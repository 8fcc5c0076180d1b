// Every row of the table, with Python's operands constant, of unknown size, of 64 bits,
// and of the interval of their column.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>

#include "compiler/sema/numeric.h"
#include "compiler/sema/numeric_cases_for_test.h"

namespace pyasc::sema {
namespace {

enum class Mode { kConstant, kUnknown, kInt64, kColumn };

const std::map<std::string, BinaryOp, std::less<>>& BinaryOps() {
  static const auto& ops = *new std::map<std::string, BinaryOp, std::less<>>{
      {"add", BinaryOp::kAdd},           {"sub", BinaryOp::kSub},
      {"mul", BinaryOp::kMul},           {"truediv", BinaryOp::kTrueDiv},
      {"floordiv", BinaryOp::kFloorDiv}, {"mod", BinaryOp::kMod},
      {"pow", BinaryOp::kPow},           {"powc", BinaryOp::kPow},
      {"lshift", BinaryOp::kLShift},     {"rshift", BinaryOp::kRShift},
      {"and", BinaryOp::kAnd},           {"or", BinaryOp::kOr},
      {"xor", BinaryOp::kXor},
  };
  return ops;
}

const std::map<std::string, CompareOp, std::less<>>& CompareOps() {
  static const auto& ops = *new std::map<std::string, CompareOp, std::less<>>{
      {"eq", CompareOp::kEq}, {"ne", CompareOp::kNe}, {"lt", CompareOp::kLt},
      {"le", CompareOp::kLe}, {"gt", CompareOp::kGt}, {"ge", CompareOp::kGe},
  };
  return ops;
}

const std::map<std::string, UnaryOp, std::less<>>& UnaryOps() {
  static const auto& ops = *new std::map<std::string, UnaryOp, std::less<>>{
      {"neg", UnaryOp::kNeg},
      {"pos", UnaryOp::kPos},
      {"invert", UnaryOp::kInvert},
      {"not", UnaryOp::kNot},
  };
  return ops;
}

Value Evaluate(Emitter& emitter, const std::string& op, const std::vector<Value>& operands) {
  if (const auto found = BinaryOps().find(op); found != BinaryOps().end())
    return Binary(emitter, found->second, operands[0], operands[1]);
  if (const auto found = CompareOps().find(op); found != CompareOps().end())
    return Compare(emitter, found->second, operands[0], operands[1]);
  if (const auto found = UnaryOps().find(op); found != UnaryOps().end())
    return Unary(emitter, found->second, operands[0]);
  if (op.starts_with("store."))
    return StoreScalar(emitter, operands[0], ParseCaseType(op.substr(6)).dtype);
  if (op.starts_with("astype."))
    return CastTo(emitter, operands[0], ParseCaseType(op.substr(7)).dtype);
  return CallScalar(emitter, op, operands);
}

Int128 IntOf(const CaseType& type, const std::string& text) {
  return static_cast<Int128>(ParseCell(type, text).bits);
}

// A group compiled for rows `first` to `last`, all of which it can compute.
class Compiled {
 public:
  Compiled(const CaseGroup& group, Mode mode, const std::vector<CaseRow>& rows)
      : group_(group), mode_(mode), rows_(rows), emitter_(/*opt_level=*/2) {
    hir::Function& function = emitter_.function();
    function.body = emitter_.NewBlock();
    Emitter::Scope scope(emitter_, function.body);
    std::vector<Value> operands;
    for (size_t i = 0; i < group.types.size(); ++i) operands.push_back(Operand(i));
    result_ = Evaluate(emitter_, group.op, operands);
  }

  std::string Run(const CaseRow& row) const {
    if (emitter_.failed()) return "diagnostic " + emitter_.diagnostics()[0].message;
    std::vector<Cell> attributes;
    for (size_t i = 0; i < group_.types.size(); ++i)
      attributes.push_back(ParseCell(group_.types[i], row.operands[i]));
    HirInterpreter run(emitter_.function(), std::move(attributes));
    const Outcome outcome = run.Run();
    if (!outcome.fault.empty()) return "fault " + outcome.fault;
    if (!outcome.exception.empty()) return fmt::format("{} {}", outcome.exception, outcome.message);
    return ShowResult(result_, run);
  }

  std::string Verify() const { return hir::Verify(emitter_.function()); }

 private:
  bool IsConstant(size_t index) const {
    if (group_.types[index].kind == Kind::kNumpy) return false;
    return mode_ == Mode::kConstant || (group_.op == "powc" && index == 1);
  }

  Interval IntervalOf(size_t index) const {
    // Whether an int or a float comes out must be known.
    const bool natural = group_.op == "pow" && index == 1 && group_.types[0].kind != Kind::kNumpy;
    Interval interval = mode_ == Mode::kInt64 ? Interval::Int64() : Interval{};
    if (natural) interval.low = 0;
    if (mode_ != Mode::kColumn) return interval;
    const CaseType& type = group_.types[index];
    interval = Interval::Point(IntOf(type, rows_[0].operands[index]));
    for (const CaseRow& row : rows_)
      interval = Join(interval, Interval::Point(IntOf(type, row.operands[index])));
    return interval;
  }

  Value Operand(size_t index) {
    const CaseType& type = group_.types[index];
    if (IsConstant(index)) return ParseConstant(type, rows_[0].operands[index]);
    const Interval interval = type.kind == Kind::kInt ? IntervalOf(index) : Interval{};
    const hir::Type machine = type.kind == Kind::kInt ? IntType(interval) : MachineType(type);
    emitter_.function().attributes.resize(group_.types.size(), machine);
    emitter_.function().attributes[index] = machine;
    const hir::ValueId id =
        emitter_.EmitIndexed(hir::Op::kAttribute, machine, static_cast<uint32_t>(index), 0, {});
    switch (type.kind) {
      case Kind::kBool:
        return BoolValue(id);
      case Kind::kInt:
        return IntValue(id, interval);
      case Kind::kFloat:
        return FloatValue(id);
      default:
        return NumpyValue(type.dtype, id);
    }
  }

  const CaseGroup& group_;
  const Mode mode_;
  const std::vector<CaseRow>& rows_;
  Emitter emitter_;
  Value result_;
};

// Units in the last place that a result may be off: functions have no exact answer.
int64_t Tolerance(const std::string& op) {
  if (op.starts_with("pow")) return 1;
  for (const char* name : {".exp", ".log", ".log2", ".log10", ".log1p", ".sin", ".cos", ".tanh"})
    if (op.ends_with(name)) return 3;
  return 0;
}

std::string Title(const CaseGroup& group, Mode mode, const CaseRow& row) {
  std::string text = group.op;
  for (size_t i = 0; i < group.types.size(); ++i)
    text += fmt::format(" {}:{}", group.types[i].code, row.operands[i]);
  return fmt::format("{} (mode {})", text, static_cast<int>(mode));
}

class NumericCases : public testing::Test {
 protected:
  void Check(const CaseGroup& group, Mode mode, const std::vector<CaseRow>& rows) {
    if (rows.empty()) return;
    const Compiled compiled(group, mode, rows);
    if (const std::string mistake = compiled.Verify(); !mistake.empty() && ++failures_ < kShown)
      ADD_FAILURE() << Title(group, mode, rows[0]) << ": " << mistake;
    for (const CaseRow& row : rows) {
      ++checked_;
      const std::string actual = compiled.Run(row);
      const bool near = !row.raises && NearlyEqual(actual, row.expected, Tolerance(group.op));
      if (actual == row.expected || near || ++failures_ >= kShown) continue;
      ADD_FAILURE() << Title(group, mode, row) << "\n  gives    " << actual << "\n  expected "
                    << row.expected;
    }
  }

  void CheckAll(const CaseGroup& group, Mode mode) {
    const bool by_row = mode == Mode::kConstant || group.op == "powc";
    if (!by_row) return Check(group, mode, group.rows);
    for (const CaseRow& row : group.rows) Check(group, mode, {row});
  }

  static bool HasKind(const CaseGroup& group, Kind kind) {
    return std::any_of(group.types.begin(), group.types.end(),
                       [&](const CaseType& type) { return type.kind == kind; });
  }

  static std::vector<CaseRow> Int64Rows(const CaseGroup& group) {
    std::vector<CaseRow> rows;
    for (const CaseRow& row : group.rows) {
      bool fits = true;
      for (size_t i = 0; i < group.types.size(); ++i)
        if (group.types[i].kind == Kind::kInt)
          fits = fits && Interval::Int64().Contains(IntOf(group.types[i], row.operands[i]));
      if (fits) rows.push_back(row);
    }
    return rows;
  }

  static constexpr int kShown = 40;
  int failures_ = 0;
  int checked_ = 0;
};

TEST_F(NumericCases, AnswerAsPythonAndNumPyDo) {
  const std::vector<CaseGroup> groups =
      LoadCases(PYASCD_SOURCE_DIR "/compiler/sema/testdata/numeric_cases.txt");
  ASSERT_FALSE(groups.empty());
  for (const CaseGroup& group : groups) {
    CheckAll(group, Mode::kUnknown);
    const bool ints = HasKind(group, Kind::kInt);
    if (ints || HasKind(group, Kind::kFloat) || HasKind(group, Kind::kBool))
      CheckAll(group, Mode::kConstant);
    if (!ints || group.op == "powc") continue;
    CheckAll(group, Mode::kColumn);
    Check(group, Mode::kInt64, Int64Rows(group));
  }
  EXPECT_GT(checked_, 50000);
  EXPECT_EQ(failures_, 0);
}

}  // namespace
}  // namespace pyasc::sema
