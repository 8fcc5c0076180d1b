// Views, subscripts, array expressions and the tensors behind them. Internal to
// compiler/sema.
#ifndef PYASC_COMPILER_SEMA_ARRAYS_H_
#define PYASC_COMPILER_SEMA_ARRAYS_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/specialisation.h"
#include "compiler/sema/numeric.h"
#include "compiler/sema/variables.h"
#include "compiler/sema/view.h"

namespace pyasc::sema {

// What is stored into an output that the kernel creates.
struct CreatedOutput {
  std::optional<DType> covering;                  // dtype of the assignment that covers it
  std::optional<DType> joined;                    // join of the strong values stored
  bool stores_int = false, stores_float = false;  // weak values stored
};

// NumPy's rules for arrays, on values already evaluated. Not thread-safe.
class Arrays : protected Variables {
 protected:
  Arrays(const Specialisation& specialisation, Knowledge* knowledge)
      : Variables(specialisation.opt_level, knowledge), spec_(specialisation) {}
  ~Arrays() = default;

  // --- lower_array.cc
  bool IsArray(const Value& value) const;
  // The element of a 0-d view, as arithmetic takes it; any other value as it is.
  Value Decayed(const Value& value);
  ArrayExpr AsArray(const Value& value);
  DType DTypeBeside(const Value& value, const Value& other) const;
  Value BinaryArray(BinaryOp op, const Value& a, const Value& b);
  Value CompareArray(CompareOp op, const Value& a, const Value& b);
  Value MapArray(const Value& array, DType dtype, std::function<Value(const Value&)> body);
  Value CastArray(const Value& value, DType dtype);
  // What the function makes of elements of these dtypes, tried where nobody runs it.
  Value Tried(const std::string& name, const std::vector<DType>& dtypes);
  Value CallElementwise(const std::string& name, const std::vector<Value>& arguments);
  Value Zip(const Value& a, const Value& b, DType dtype,
            std::function<Value(const Value&, const Value&)> body);
  std::optional<std::vector<Dim>> BroadcastDims(const std::vector<Dim>& a,
                                                const std::vector<Dim>& b);
  std::optional<Dim> BroadcastDim(const Dim& a, const Dim& b, const std::vector<Dim>& left,
                                  const std::vector<Dim>& right);
  View BroadcastTo(const View& view, const std::vector<Dim>& dims);
  void AssignArray(const View& destination, const Value& value);
  // What `a op= b` does with its result where a is an array.
  void AssignView(const View& destination, const Value& value, BinaryOp op);
  void EmitMap(const View& destination, const ArrayExpr& expression);
  bool CheckAssignable(const std::vector<Dim>& source, const std::vector<Dim>& destination);
  void RequireSameDims(const std::vector<Dim>& destination, const std::vector<Dim>& result);
  bool MayAlias(const View& a, const View& b) const;
  bool MayOverlapItself(const View& view) const;

  Value Subscript(const Value& base, const std::vector<Value>& index);
  Value ScalarItem(const Value& scalar, const std::vector<Value>& index);
  Value NoString();  // reports a string where a number is needed
  // What Python takes apart and an operator cannot, reported; nullopt for anything else.
  std::optional<Value> NoItems(const Value& value);
  // The element a view of rank 0 holds, and storing one.
  Value ReadElement(const View& place);
  void StoreValue(const View& place, const Value& value);
  Value TupleItem(const Value& tuple, const Value& index);
  // Reports that an output was left out and has no shape yet.
  Value NoShape(const View& view);
  std::optional<View> SubView(const View& view, std::vector<Value> index);
  bool PickOnAxis(const View& view, size_t axis, const Value& item, View* result);
  hir::ValueId CheckedIndex(const Value& index, const Dim& dim, size_t axis);
  bool CheckIndices(const std::vector<Value>& index);
  void CheckIndexSized(hir::ValueId index);
  Value SliceBound(const Value& bound, const Value& size, const Value& low, const Value& high);
  bool SliceWithBounds(const View& view, size_t axis, const Value& slice, View* result);
  bool SliceAxis(const View& view, size_t axis, const Value& slice, View* result);
  // A value usable as an index: Python int of a bool, of a Python or NumPy integer or of an
  // integer array of rank 0.
  std::optional<Value> AsIndex(const Value& value);
  // The same, or a TypeError: `otherwise` of what is no array.
  std::optional<Value> RequireIndex(const Value& value, const std::string& otherwise);
  std::optional<Value> RequireInteger(const Value& value);  // in the words of range()
  // Bounds and step, each a Python int or None; nothing once it has raised.
  std::optional<Value> ConvertSlice(Value slice);
  void StoreSubscript(const Value& base, const std::vector<Value>& index, const Value& value,
                      const std::string& base_name);
  // Gives an output that was left out the shape of what is assigned to all of it.
  bool ShapeByAssignment(const std::string& name, const View& view, const Value& value);
  std::optional<std::vector<Value>> ExpandIndex(const View& view, std::vector<Value> index);

  // --- lower_resize.cc
  void ResizeTensor(const std::string& name, const View& view, std::vector<Dim> dims);
  bool IsContiguous(uint32_t tensor) const;
  hir::ValueId SameDims(const View& view, const std::vector<Dim>& dims);
  void CheckFixedResize(const View& view, const std::vector<Dim>& dims);
  std::optional<std::vector<Dim>> ShapeOf(const std::vector<Value>& arguments);

  // --- tensors
  void MarkRead(const View& view);
  void MarkWritten(const View& view);
  void LearnStore(const View& view, const Value& value, bool covering);
  std::vector<hir::TensorInfo>& tensors() { return emit_.function().tensors; }

  const Specialisation& spec_;
  std::map<uint32_t, CreatedOutput> created_;  // by tensor
  std::vector<bool> resizable_;                // by tensor
  const syntax::Expr* subscript_ = nullptr;    // under way, for its hints
  const View* in_place_ = nullptr;             // the array that an operator also stores into
};

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_ARRAYS_H_
