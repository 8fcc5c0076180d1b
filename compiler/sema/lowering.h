// One pass over an operator: syntax tree in, HIR out. Internal to compiler/sema.
//
// Types at a loop's head depend on the loop's body. So the operator is lowered again and
// again until nothing new is learnt; what was learnt so far is in Knowledge, and the
// last pass's HIR is the result.
#ifndef PYASC_COMPILER_SEMA_LOWERING_H_
#define PYASC_COMPILER_SEMA_LOWERING_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/sema/arrays.h"
#include "compiler/sema/numeric.h"
#include "compiler/sema/vocabulary.h"
#include "compiler/syntax/ast.h"

namespace pyasc::sema {

// Any operator but @.
BinaryOp AsBinary(syntax::Operator op);

class Lowering : private Arrays {
 public:
  Lowering(const syntax::Function& function, const Specialisation& specialisation,
           Knowledge* knowledge);

  void Run();
  Emitter& emitter() { return emit_; }
  std::vector<uint32_t> runtime_attributes() const { return runtime_attributes_; }

 private:
  struct Loop {
    std::vector<Env> breaks, continues;
    std::optional<hir::SlotId> broke;  // set by break, for a loop's else
  };

  // --- lower_entry.cc: parameters, captures, what is learnt of created outputs
  void BindParameters();
  void BindTensor(uint32_t parameter, const Argument& argument);
  void BindOmitted(uint32_t parameter);
  Value BindAttribute(uint32_t index, const Argument& argument);
  void BindCaptures();
  void PrepareSlots();
  void LearnCreatedDTypes();
  View EntryView(uint32_t tensor, const Argument& argument);

  // --- lower_stmt.cc, lower_loop.cc, lower_raise.cc
  void LowerBlock(const std::vector<syntax::StmtPtr>& body);
  void LowerStatement(const syntax::Stmt& statement);
  void LowerAssign(const syntax::Stmt& statement);
  void LowerDelete(const syntax::Stmt& statement);
  void LowerAugmented(const syntax::Stmt& statement);
  void AugmentName(const syntax::Stmt& statement);
  void AugmentSubscript(const syntax::Stmt& statement);
  Multi AugmentElement(const syntax::Stmt& statement, const Value& base,
                       const std::vector<Value>& index);
  void LowerExpressionStatement(const syntax::Expr& expr);
  void LowerIf(const syntax::Stmt& statement);
  void LowerAssert(const syntax::Stmt& statement);
  void LowerRaise(const syntax::Stmt& statement);
  void LowerReturn(const syntax::Stmt& statement);
  void LowerFor(const syntax::Stmt& statement);
  void LowerForRange(const syntax::Stmt& statement, const Value& range);
  void LowerForTuple(const syntax::Stmt& statement, const Value& tuple);
  void LowerForView(const syntax::Stmt& statement, const Value& view);
  // What is looped over failed: the body is lowered for its own mistakes.
  void LowerForError(const syntax::Stmt& statement);
  // A kFor of `trips` whose body first binds the target to what `item` makes of the trip.
  void EmitFor(const syntax::Stmt& statement, hir::ValueId trips,
               const std::function<Multi(hir::ValueId trip)>& item);
  void LowerWhile(const syntax::Stmt& statement);
  void EnterLoop(const syntax::Stmt& statement, Loop* loop);
  void LeaveLoop(const syntax::Stmt& statement, Loop* loop, Env exit);
  void LowerLoopElse(const syntax::Stmt& statement, const Loop& loop);
  void LearnLoopHead(const syntax::Stmt& statement, const Env& back);
  void AssignTarget(const syntax::Expr& target, const Multi& value);
  // What failed is stored nowhere, and its targets are blamed for nothing later.
  void AssignError(const syntax::Expr& target);
  void Poison(const syntax::Expr& place);
  void UnpackAlternatives(const syntax::Expr& target, const Multi& value);
  bool CheckCount(const Value& length, size_t count);
  void Unpack(const syntax::Expr& target, const Value& value);
  Value Range(const std::vector<Value>& arguments);
  hir::ValueId Trips(const Value& start, const Value& stop, const Value& step);
  Multi CallPrint(const syntax::Expr& expr);
  Value NoPrintKeyword(const std::string& keyword);
  struct MessageParts;
  bool CollectParts(const syntax::Expr& expr, MessageParts* message);
  bool RaisePieces(const syntax::Expr& expr, const std::function<void(std::vector<Piece>)>& raise);

  // --- lower_expr.cc
  Multi Eval(const syntax::Expr& expr);
  Multi EvalUnrounded(const syntax::Expr& expr);
  Multi EvalBinary(const syntax::Expr& expr);
  Multi BinaryMulti(syntax::Operator op, const Multi& left, const Multi& right);
  Multi MeetArray(const Multi& scalar, const Multi& array);
  Multi EvalBoolOp(const syntax::Expr& expr, size_t first);
  Multi EvalCompare(const syntax::Expr& expr, size_t first, const Multi& left);
  // Operand `first` + 1 of a comparison with the one before it.
  Multi CompareOne(const syntax::Expr& expr, size_t first, const Multi& left, const Multi& right);
  Value NotIdentity(const syntax::Expr& expr, size_t first);
  Value NotMember(const syntax::Expr& expr, size_t first, const Value& container);
  Multi EvalIfExp(const syntax::Expr& expr);
  Multi EvalTuple(const syntax::Expr& expr);
  Multi Continue(const Multi& left, bool if_true, const std::function<Multi()>& rest);
  Value BinaryValue(syntax::Operator op, const Value& left, const Value& right);
  Value NoBinary(syntax::Operator op, const Value& a, const Value& b);
  // BinaryValue for `array op= other`, whose messages name the array's shape again.
  Value InPlace(syntax::Operator op, const Value& array, const Value& other);
  Value UnaryValue(syntax::Operator op, const Value& operand);
  Value CompareValue(syntax::Operator op, const Value& left, const Value& right);
  // NumPy makes an array of the tuple.
  bool IsTupleBesideNumpy(const Value& a, const Value& b) const;
  Value NotCompared(syntax::Operator op, const Value& a, const Value& b);
  Value EqualTuples(const Value& a, const Value& b);
  Value TruthValue(const Value& value);
  // bool(expr) without making the value of and/or.
  Value Condition(const syntax::Expr& expr);
  // s + e where it is an accumulation in float32 (level 3, float16); nullopt where not.
  std::optional<Multi> Accumulate(const std::string& name, const syntax::Expr& term);
  std::optional<Multi> Rejected(const syntax::Expr& term);

  // --- lower_names.cc
  Multi EvalName(const syntax::Expr& expr);
  Multi EvalAttribute(const syntax::Expr& expr);
  Value AttributeOf(const Value& value, const syntax::Expr& expr);
  Value ViewAttribute(const Value& value, const syntax::Expr& expr);
  Value ArrayAttribute(const Value& value, const syntax::Expr& expr);
  Value ShapeAttribute(const std::vector<Dim>& dims, std::string_view name);
  Value NoMember(const std::string& module, const syntax::Expr& expr);
  Value NoAttribute(const Value& value, const syntax::Expr& expr);
  std::vector<std::string> ArgumentTexts(const syntax::Expr& callee) const;
  // vocabulary.h's Instead, whose new variables are none of the operator's.
  std::string InsteadOf(Owner owner, std::string_view name,
                        const std::vector<std::string>& arguments) const;

  // --- lower_call.cc
  Multi EvalCall(const syntax::Expr& expr);
  Multi CallResizeWith(const syntax::Expr& call, const std::vector<Multi>& arguments);
  Value CallAny(const syntax::Expr& expr, const Value& callable,
                const std::vector<Value>& arguments);
  Value Length(const Value& value);
  Multi MinMax(const syntax::Expr& expr, bool max, const std::vector<Multi>& arguments);
  Value CallValue(const syntax::Expr& expr, const std::string& name,
                  const std::vector<Value>& arguments);
  Value CallMethod(const syntax::Expr& expr, const Value& method,
                   const std::vector<Value>& arguments);
  Value NoKeyword(const syntax::Expr& expr);
  Value NoArguments(const syntax::Expr& expr, const std::string& name,
                    const std::vector<Value>& arguments);
  Value NotComparable(const syntax::Expr& expr, bool max);
  void CallResize(const syntax::Expr& receiver, const std::vector<Value>& arguments);

  // --- lower_index.cc
  Multi EvalSubscript(const syntax::Expr& expr);
  // The items of a subscript: one an axis; a slice has kind kTuple of three with text ":".
  std::vector<Multi> EvalIndex(const syntax::Expr& subscript, const Multi& base);
  Multi EvalIndexItem(const syntax::Expr& subscript, const syntax::Expr& item, const Multi& base);
  Multi EvalSlice(const syntax::Expr& slice);

  const syntax::Function& function_;
  std::vector<Loop*> loops_;
  const syntax::Expr* call_ = nullptr;  // whose callee is evaluated
  std::set<std::string> local_names_;
  std::map<std::string, Value> globals_;  // captures
  std::vector<uint32_t> runtime_attributes_;
};

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_LOWERING_H_
