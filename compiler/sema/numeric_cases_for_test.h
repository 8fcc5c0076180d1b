// The table testdata/numeric_cases.txt: what CPython and NumPy answer. Its format is told
// in testdata/make_numeric_cases.py.
#ifndef PYASC_COMPILER_SEMA_NUMERIC_CASES_FOR_TEST_H_
#define PYASC_COMPILER_SEMA_NUMERIC_CASES_FOR_TEST_H_

#include <optional>
#include <string>
#include <vector>

#include "compiler/sema/hir_interpreter_for_test.h"
#include "compiler/sema/value.h"

namespace pyasc::sema {

// The type of an operand or result, by the table's code.
struct CaseType {
  std::string code;
  Kind kind = Kind::kInt;
  DType dtype = DType::kFloat64;  // kNumpy
};

struct CaseRow {
  std::vector<std::string> operands;  // texts
  bool raises = false;
  std::string expected;  // "i1 5", or "TypeError message"
};

struct CaseGroup {
  std::string op;
  std::vector<CaseType> types;
  std::vector<CaseRow> rows;
};

// The groups of the file; empty if it cannot be read.
std::vector<CaseGroup> LoadCases(const std::string& path);

CaseType ParseCaseType(const std::string& code);
hir::Type MachineType(const CaseType& type);  // kInt: kI128

// An operand's text as a machine value, and as a Python constant.
Cell ParseCell(const CaseType& type, const std::string& text);
Value ParseConstant(const CaseType& type, const std::string& text);

// A result as the table writes it, "f4 3f800000".
std::string ShowResult(const Value& value, const HirInterpreter& run);

// Whether two results are the same but for some units in a float's last place.
bool NearlyEqual(const std::string& a, const std::string& b, int64_t units);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_NUMERIC_CASES_FOR_TEST_H_
