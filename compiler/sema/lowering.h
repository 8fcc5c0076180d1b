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

#include "compiler/sema/emitter.h"
#include "compiler/sema/env.h"
#include "compiler/sema/numeric.h"
#include "compiler/sema/value.h"
#include "compiler/sema/view.h"
#include "compiler/syntax/ast.h"

namespace pyasc::sema {

// What is stored into an output that the kernel creates.
struct CreatedOutput {
  std::optional<DType> covering;  // dtype of the assignment that covers it
  std::optional<DType> joined;    // join of the strong values stored
  bool stores_int = false, stores_float = false;  // weak values stored
};

// What earlier passes have learnt.
struct Knowledge {
  bool changed = false;  // by the pass under way
  std::map<uint32_t, Env> loop_heads;               // by the loop's ordinal
  std::set<std::string> wide_ints;                  // storage that needs 128 bits
  std::map<uint32_t, DType> created_dtypes;         // by tensor index
  std::set<uint32_t> no_half;  // terms (by ordinal) that are no float16 accumulation
};

// A value whose type depends on the path: `tag` says which alternative it is.
struct Multi {
  struct Alternative {
    uint32_t tag = 0;
    Value value;
  };
  hir::ValueId tag = hir::kNone;  // kI32; unused for one alternative
  std::vector<Alternative> alternatives;

  bool single() const { return alternatives.size() == 1; }
  const Value& value() const { return alternatives[0].value; }
};
Multi Single(Value value);
Value DTypeValue(DType dtype);
// What follows an instruction that always raises.
Value Bottom();

class Lowering {
 public:
  Lowering(const syntax::Function& function, const Signature& signature,
           const Specialisation& specialisation, Knowledge* knowledge);

  void Run();
  Emitter& emitter() { return emit_; }
  std::vector<uint32_t> runtime_attributes() const { return runtime_attributes_; }

 private:
  using Exprs = std::vector<syntax::ExprPtr>;

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

  // --- lower_storage.cc: variables and temporaries
  void Assign(const std::string& name, const Multi& value);
  Multi Read(const std::string& name);
  void StoreAlternative(const std::string& storage, const Value& value);
  void StoreLeaves(const std::string& storage, const Value& value);
  Value LoadLeaves(const std::string& storage, const Value& known);
  Value LoadView(const std::string& storage, const Value& known);
  hir::SlotId IntSlot(const std::string& storage, const Value& value);
  Multi LoadStorage(const std::string& storage, const Alternatives& alternatives);
  uint32_t Tag(const std::string& storage, const std::string& key);
  std::string Temporary();
  // Runs `body` once for each combination of alternatives and joins what it answers.
  Multi Dispatch(const std::vector<Multi>& inputs,
                 const std::function<Multi(const std::vector<Value>&)>& body);
  // One of two values, by a run-time condition.
  Multi Choose(hir::ValueId condition, const std::function<Multi()>& then,
               const std::function<Multi()>& otherwise);
  void StoreMulti(const std::string& storage, const Multi& value, Alternatives* alternatives);
  // Calls `arm` for each alternative under a test of its tag.
  void ForEachAlternative(const Multi& value, const std::function<void(const Value&)>& arm);

  // --- lower_stmt.cc, lower_loop.cc, lower_raise.cc
  void LowerBlock(const std::vector<syntax::StmtPtr>& body);
  void LowerStatement(const syntax::Stmt& statement);
  void LowerAssign(const syntax::Stmt& statement);
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
  // A kFor of `trips` whose body first binds the target to what `item` makes of the trip.
  void EmitFor(const syntax::Stmt& statement, hir::ValueId trips,
               const std::function<Multi(hir::ValueId trip)>& item);
  void LowerWhile(const syntax::Stmt& statement);
  void EnterLoop(const syntax::Stmt& statement, Loop* loop);
  void LeaveLoop(const syntax::Stmt& statement, Loop* loop, Env exit);
  void LowerLoopElse(const syntax::Stmt& statement, const Loop& loop);
  void LearnLoopHead(const syntax::Stmt& statement, const Env& back);
  void AssignTarget(const syntax::Expr& target, const Multi& value);
  void UnpackAlternatives(const syntax::Expr& target, const Multi& value);
  void Unpack(const syntax::Expr& target, const Value& value);
  Value Range(const std::vector<Value>& arguments);
  hir::ValueId Trips(const Value& start, const Value& stop, const Value& step);
  Multi CallPrint(const syntax::Expr& expr);
  static const std::vector<syntax::ExprPtr>& NoExprs();
  bool RaisePieces(const syntax::Expr& expr, const std::function<void(std::vector<Piece>)>& raise);

  // --- lower_expr.cc
  Multi Eval(const syntax::Expr& expr);
  Multi EvalUnrounded(const syntax::Expr& expr);
  Multi EvalName(const syntax::Expr& expr);
  Multi EvalBinary(const syntax::Expr& expr);
  Multi BinaryMulti(syntax::Operator op, const Multi& left, const Multi& right);
  Multi MeetArray(const Multi& scalar, const Multi& array);
  Multi EvalBoolOp(const syntax::Expr& expr, size_t first);
  Multi EvalCompare(const syntax::Expr& expr, size_t first, const Multi& left);
  Multi CompareOne(syntax::Operator op, const Multi& left, const Multi& right);
  Multi EvalIfExp(const syntax::Expr& expr);
  Multi EvalTuple(const syntax::Expr& expr);
  Multi EvalAttribute(const syntax::Expr& expr);
  Value AttributeOf(const Value& value, const std::string& name);
  Value BinaryValue(syntax::Operator op, const Value& a, const Value& b);
  Value UnaryValue(syntax::Operator op, const Value& a);
  Value CompareValue(syntax::Operator op, const Value& a, const Value& b);
  Value TruthValue(const Value& value);
  // bool(expr) without making the value of and/or.
  Value Condition(const syntax::Expr& expr);
  // s + e where it is an accumulation in float32 (level 3, float16); nullopt where not.
  std::optional<Multi> Accumulate(const std::string& name, const syntax::Expr& term);
  std::optional<Multi> Rejected(const syntax::Expr& term);
  Value ViewAttribute(const Value& value, const std::string& name);
  Value ArrayAttribute(const Value& value, const std::string& name);

  // --- lower_call.cc
  Multi EvalCall(const syntax::Expr& expr);
  Value CallAny(const Value& callable, const std::vector<Value>& arguments);
  Value Length(const Value& value);
  Value ShapeAttribute(const std::vector<Dim>& dims, const std::string& name);
  Multi MinMax(bool max, const std::vector<Multi>& arguments);
  Value CallValue(const std::string& name, const std::vector<Value>& arguments);
  Value CallMethod(const Value& method, const std::vector<Value>& arguments);
  Value ModuleMember(const std::string& module, const std::string& name);
  void CallResize(const syntax::Expr& receiver, const std::vector<Value>& arguments);
  void ResizeTensor(const std::string& name, const View& view, std::vector<Dim> dims);
  bool IsContiguous(uint32_t tensor) const;
  hir::ValueId SameDims(const View& view, const std::vector<Dim>& dims);
  void CheckFixedResize(const View& view, const std::vector<Dim>& dims);
  std::optional<std::vector<Dim>> ShapeOf(const std::vector<Value>& arguments);

  // --- lower_index.cc
  Multi EvalSubscript(const syntax::Expr& expr);
  // The items of a subscript: one an axis; a slice has kind kTuple of three with text ":".
  std::vector<Multi> EvalIndex(const syntax::Expr& index);
  Multi EvalSlice(const syntax::Expr& slice);
  Value Subscript(const Value& base, const std::vector<Value>& index);
  // The element a view of rank 0 holds, and storing one.
  Value ReadElement(const View& place);
  void StoreValue(const View& place, const Value& value);
  Value TupleItem(const Value& tuple, const Value& index);
  std::optional<View> SubView(const View& view, std::vector<Value> index);
  hir::ValueId CheckedIndex(const Value& index, const Dim& dim, size_t axis);
  Value SliceBound(const Value& bound, const Value& size, const Value& low, const Value& high);
  bool SliceWithBounds(const View& view, size_t axis, const Value& slice, View* result);
  bool SliceAxis(const View& view, size_t axis, const Value& slice, View* result);
  // A value usable as an index: Python int of a bool, Python or NumPy integer.
  std::optional<Value> AsIndex(const Value& value);
  void StoreSubscript(const Value& base, const std::vector<Value>& index, const Value& value,
                      const std::string& base_name);
  // Gives an output that was left out the shape of what is assigned to all of it.
  bool ShapeByAssignment(const std::string& name, const View& view, const Value& value);
  std::optional<std::vector<Value>> ExpandIndex(const View& view, std::vector<Value> index);

  // --- lower_array.cc
  bool IsArray(const Value& value) const;
  ArrayExpr AsArray(const Value& value);
  Value BinaryArray(BinaryOp op, const Value& a, const Value& b);
  Value CompareArray(CompareOp op, const Value& a, const Value& b);
  Value MapArray(const Value& array, DType dtype, std::function<Value(const Value&)> body);
  Value CastArray(const Value& value, DType dtype);
  DType ElementwiseDType(const std::string& name, DType dtype);
  Value CallElementwise(const std::string& name, const std::vector<Value>& arguments);
  Value Zip(const Value& a, const Value& b, DType dtype,
            std::function<Value(const Value&, const Value&)> body);
  std::optional<std::vector<Dim>> BroadcastDims(const std::vector<Dim>& a, const std::vector<Dim>& b);
  std::optional<Dim> BroadcastDim(const Dim& a, const Dim& b, const std::vector<Dim>& left,
                                  const std::vector<Dim>& right);
  View BroadcastTo(const View& view, const std::vector<Dim>& dims);
  void AssignArray(const View& destination, const Value& value);
  void AssignView(const View& destination, const Value& value);
  void EmitMap(const View& destination, const ArrayExpr& expression);
  bool CheckAssignable(const std::vector<Dim>& source, const std::vector<Dim>& destination);
  void RequireSameDims(const std::vector<Dim>& destination, const std::vector<Dim>& result);
  bool MayAlias(const View& a, const View& b) const;

  // --- tensors
  void MarkRead(const View& view);
  void MarkWritten(const View& view);
  void LearnStore(const View& view, const Value& value, bool covering);
  std::vector<hir::TensorInfo>& tensors() { return emit_.function().tensors; }

  const syntax::Function& function_;
  const Signature& signature_;
  const Specialisation& spec_;
  Knowledge& known_;
  Emitter emit_;
  Env env_;
  std::vector<Loop*> loops_;
  std::set<std::string> slot_names_;  // assigned inside a loop or branch
  std::set<std::string> local_names_;
  std::map<std::string, std::map<std::string, uint32_t>> tags_;
  std::map<std::string, Value> globals_;  // captures
  std::map<uint32_t, CreatedOutput> created_;
  std::map<uint32_t, uint32_t> tensor_of_argument_;
  std::vector<bool> resizable_;  // by tensor
  std::vector<uint32_t> runtime_attributes_;
  uint32_t temporaries_ = 0;
  uint32_t loop_count_ = 0;
  int nesting_ = 0;  // dynamic branches and loops around what is lowered
};

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_LOWERING_H_
