// output.resize(shape), and outputs that take the shape of what is assigned to them.
#include <fmt/format.h>

#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// Raises unless `size` is one. False if it never is: the rest is unreachable.
bool IsDimension(Emitter& emitter, const Value& size) {
  const std::vector<Piece> negative = {Text("negative dimensions not allowed")};
  const std::vector<Piece> too_big = {Text("array is too big; a dimension is "), Show(size)};
  if (size.interval.high < 0 || size.interval.low > kMaxDim) {
    emitter.Raise("ValueError", size.interval.high < 0 ? negative : too_big);
    return false;
  }
  if (size.interval.low < 0) {
    const Value valid = Compare(emitter, CompareOp::kGe, size, IntConstant(0));
    emitter.Check(emitter.Materialise(valid), "ValueError", negative);
  }
  if (size.interval.high > kMaxDim) {
    const Value valid = Compare(emitter, CompareOp::kLe, size, IntConstant(kMaxDim));
    emitter.Check(emitter.Materialise(valid), "ValueError", too_big);
  }
  return true;
}

}  // namespace

std::optional<std::vector<Dim>> Arrays::ShapeOf(const std::vector<Value>& arguments) {
  std::vector<Value> items = arguments;
  if (items.size() == 1 && items[0].kind == Kind::kTuple) items = arguments[0].items;
  std::vector<Dim> dims;
  for (const Value& item : items) {
    const std::optional<Value> size = RequireInteger(item);
    if (!size || !IsDimension(emit_, *size)) return std::nullopt;
    dims.push_back(DimOf(emit_, *size));
  }
  return dims;
}

void Lowering::CallResize(const Expr& receiver, const std::vector<Value>& arguments) {
  const Alternatives* bound = nullptr;
  if (receiver.kind == ExprKind::kName && env_.variables.count(receiver.text)) {
    bound = &env_.variables[receiver.text];
  }
  if (!bound || bound->size() != 1 || (*bound)[0].kind != Kind::kView ||
      (*bound)[0].view->whole < 0) {
    emit_.Fail(codes::kResizedObject,
               fmt::format("{} is no whole output parameter, and only such can be resized",
                           Short(receiver)),
               "call resize on the parameter, before views of it are taken");
    return;
  }
  const std::optional<std::vector<Dim>> dims = ShapeOf(arguments);
  if (!dims) {
    env_.reachable = false;  // it raises
    return;
  }
  const View view = *Read(receiver.text).value().view;
  for (const auto& [name, alternatives] : env_.variables) {
    for (const Value& value : alternatives) {
      if (name == receiver.text || value.kind != Kind::kView) continue;
      if ((value.view->roots & view.roots) == 0) continue;
      emit_.Fail(codes::kResizedView,
                 "'" + name + "' still refers to '" + receiver.text + "', which is resized here",
                 "resize it before taking views of it");
      return;
    }
  }
  ResizeTensor(receiver.text, view, *dims);
}

// A host array keeps its memory: it must have as many elements already.
void Arrays::CheckFixedResize(const View& view, const std::vector<Dim>& dims) {
  Value have = IntConstant(1), want = IntConstant(1);
  for (const Dim& dim : view.dims) have = Binary(emit_, BinaryOp::kMul, have, DimValue(dim));
  for (const Dim& dim : dims) want = Binary(emit_, BinaryOp::kMul, want, DimValue(dim));
  const Value equal = Compare(emit_, CompareOp::kEq, have, want);
  std::vector<Piece> message = {Text("cannot resize an array of shape ")};
  AppendShape(view.dims, &message);
  message.push_back(Text(" to "));
  AppendShape(dims, &message);
  message.push_back(Text(": it is the caller's own and keeps its size"));
  emit_.Check(emit_.Materialise(equal), "ValueError", message);
}

// Whether the view has these dims already, as kI1.
ValueId Arrays::SameDims(const View& view, const std::vector<Dim>& dims) {
  if (view.rank() != dims.size()) return emit_.Int(Type::kI1, 0);
  ValueId same = emit_.Int(Type::kI1, 1);
  for (size_t k = 0; k < dims.size(); ++k) {
    const ValueId equal =
        emit_.Emit(Op::kEq, Type::kI1, {DimId(emit_, view.dims[k]), DimId(emit_, dims[k])});
    same = emit_.Emit(Op::kAnd, Type::kI1, {same, equal});
  }
  return same;
}

void Arrays::ResizeTensor(const std::string& name, const View& view, std::vector<Dim> dims) {
  const auto tensor = static_cast<uint32_t>(view.whole);
  if (!resizable_[tensor]) CheckFixedResize(view, dims);
  MarkWritten(view);
  hir::TensorInfo& info = tensors()[tensor];
  info.use.resized = true;
  info.resized_rank = std::max(info.resized_rank, static_cast<uint32_t>(dims.size()));
  if (info.use.created) info.use.rank = static_cast<uint32_t>(dims.size());
  std::vector<ValueId> sizes;
  for (const Dim& dim : dims) sizes.push_back(DimId(emit_, dim));
  const auto resize = [&] {
    const uint32_t site = emit_.PlainSite("MemoryError", "no memory for output '" + name + "'");
    emit_.EmitIndexed(Op::kResize, Type::kPtr, tensor, site, sizes);
  };
  View resized = view;
  resized.dims = std::move(dims);
  resized.shaped = true;
  // A tensor of that shape stays as it is, whatever its strides.
  if (view.shaped) {
    emit_.If(SameDims(view, resized.dims), [] {}, resize);
  } else {
    resize();
  }
  resized.data = emit_.EmitIndexed(Op::kTensorData, Type::kPtr, tensor, 0, {});
  resized.strides.clear();
  for (uint32_t axis = 0; axis < resized.rank(); ++axis) {
    resized.strides.push_back(emit_.EmitIndexed(Op::kTensorStride, Type::kI64, tensor, axis, {}));
  }
  const bool contiguous = IsContiguous(tensor);
  if (contiguous && resized.typed)
    resized.strides = ContiguousStrides(emit_, resized.dtype, resized.dims);
  Assign(name, Single(ViewValue(std::move(resized))));
}

bool Arrays::IsContiguous(uint32_t tensor) const {
  const Argument& argument = spec_.arguments[emit_.function().tensors[tensor].use.parameter];
  return argument.kind == ArgumentKind::kOmitted || argument.layout == Layout::kContiguous;
}

bool Arrays::ShapeByAssignment(const std::string& name, const View& view, const Value& value) {
  if (!env_.variables.count(name)) return false;
  const std::vector<Dim>& dims = value.view ? value.view->dims : value.array->dims;
  ResizeTensor(name, view, dims);
  return true;
}

}  // namespace pyasc::sema
