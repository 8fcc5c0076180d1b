// What an operator starts with: its parameters and the names it captured.
#include <utility>

#include "compiler/sema/lowering.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;

namespace {

constexpr size_t kMaxTensors = 64;  // bits of View::roots

Value ConstantOf(Emitter& emitter, const Scalar& scalar) {
  Value value;
  switch (scalar.kind) {
    case ScalarKind::kNone:
      return NoneValue();
    case ScalarKind::kBool:
      return BoolConstant(scalar.integer != 0);
    case ScalarKind::kInt:
      return IntConstant(scalar.integer);
    case ScalarKind::kFloat:
      return FloatConstant(scalar.real);
    case ScalarKind::kString:
      return StringConstant(scalar.text);
    case ScalarKind::kNumpy:
      value = NumpyValue(scalar.dtype, hir::kNone);
      value.id = IsFloat(scalar.dtype) ? emitter.Real(hir::ValueType(scalar.dtype), scalar.real)
                                       : emitter.Int(hir::ValueType(scalar.dtype), scalar.integer);
      return value;
    case ScalarKind::kTuple:
      break;
  }
  value.kind = Kind::kTuple;
  for (const Scalar& item : scalar.items) value.items.push_back(ConstantOf(emitter, item));
  return value;
}

Type RuntimeType(const Scalar& scalar) {
  switch (scalar.kind) {
    case ScalarKind::kBool:
      return Type::kI1;
    case ScalarKind::kInt:
      return Type::kI64;
    case ScalarKind::kFloat:
      return Type::kF64;
    default:
      return hir::ValueType(scalar.dtype);
  }
}

}  // namespace

Lowering::Lowering(const syntax::Function& function, const Specialisation& specialisation,
                   Knowledge* knowledge)
    : Arrays(specialisation, knowledge), function_(function) {}

void Lowering::Run() {
  emit_.function().body = emit_.NewBlock();
  Emitter::Scope scope(emit_, emit_.function().body);
  PrepareSlots();
  BindCaptures();
  BindParameters();
  LowerBlock(function_.body);
  if (env_.reachable) emit_.Emit(Op::kReturn, Type::kVoid, {});
  LearnCreatedDTypes();
}

void Lowering::PrepareSlots() {
  for (const syntax::StmtPtr& statement : function_.body) {
    const bool nests = !statement->body.empty();
    for (const std::string& name : AssignedNames(*statement)) {
      local_names_.insert(name);
      if (nests) slot_names_.insert(name);
    }
  }
  Value unbound;
  unbound.kind = Kind::kUnbound;
  for (const std::string& name : local_names_) env_.variables[name] = {unbound};
  for (const std::string& name : slot_names_) StoreAlternative(name, unbound);
}

void Lowering::BindParameters() {
  for (uint32_t k = 0; k < spec_.arguments.size(); ++k) {
    const Argument& argument = spec_.arguments[k];
    const bool tensor =
        argument.kind == ArgumentKind::kTensor || argument.kind == ArgumentKind::kOmitted;
    if (tensor && tensors().size() >= kMaxTensors) {
      Assign(function_.parameters[k].name,
             Single(emit_.Fail(codes::kTooManyTensors,
                               "an operator takes at most 64 tensors, and '" +
                                   function_.parameters[k].name + "' is the 65th",
                               "put several into one array of one more axis")));
      continue;
    }
    switch (argument.kind) {
      case ArgumentKind::kTensor:
        BindTensor(k, argument);
        break;
      case ArgumentKind::kOmitted:
        BindOmitted(k);
        break;
      default:
        Assign(function_.parameters[k].name, Single(BindAttribute(k, argument)));
        break;
    }
  }
}

Value Lowering::BindAttribute(uint32_t index, const Argument& argument) {
  if (argument.kind == ArgumentKind::kConstant) return ConstantOf(emit_, argument.scalar);
  const Type type = RuntimeType(argument.scalar);
  const auto slot = static_cast<uint32_t>(runtime_attributes_.size());
  runtime_attributes_.push_back(index);
  emit_.function().attributes.push_back(type);
  const ValueId id = emit_.EmitIndexed(Op::kAttribute, type, slot, 0, {});
  switch (argument.scalar.kind) {
    case ScalarKind::kBool:
      return BoolValue(id);
    case ScalarKind::kInt:
      return IntValue(id, Interval::Int64());
    case ScalarKind::kFloat:
      return FloatValue(id);
    default:
      return NumpyValue(argument.scalar.dtype, id);
  }
}

void Lowering::BindCaptures() {
  uint32_t scalar = 0;
  for (const Capture& capture : spec_.captures) {
    Value value;
    if (capture.kind == CaptureKind::kModule) {
      value.kind = Kind::kModule;
      value.text = capture.type_name;
    } else if (capture.kind == CaptureKind::kScalar) {
      const auto index = static_cast<uint32_t>(spec_.arguments.size()) + scalar;
      value = BindAttribute(index, spec_.capture_arguments[scalar++]);
    }
    globals_[capture.name] = value;
  }
}

View Lowering::EntryView(uint32_t tensor, const Argument& argument) {
  View view;
  view.dtype = argument.dtype;
  view.roots = uint64_t{1} << tensor;
  view.whole = static_cast<int32_t>(tensor);
  view.data = emit_.EmitIndexed(Op::kTensorData, Type::kPtr, tensor, 0, {});
  for (uint32_t axis = 0; axis < argument.dims.size(); ++axis) {
    if (argument.dims[axis] != DimClass::kMany) {
      view.dims.push_back(ConstantDim(argument.dims[axis] == DimClass::kOne ? 1 : 0));
      continue;
    }
    Dim dim;
    dim.id = emit_.EmitIndexed(Op::kTensorDim, Type::kI64, tensor, axis, {});
    dim.range = {2, kMaxDim};
    view.dims.push_back(dim);
  }
  if (argument.layout == Layout::kContiguous) {
    view.strides = ContiguousStrides(emit_, view.dtype, view.dims);
    return view;
  }
  for (uint32_t axis = 0; axis < argument.dims.size(); ++axis) {
    const bool unit = argument.layout == Layout::kInnerUnit && axis + 1 == argument.dims.size();
    view.strides.push_back(
        unit ? emit_.Int(Type::kI64, ItemBytes(view.dtype))
             : emit_.EmitIndexed(Op::kTensorStride, Type::kI64, tensor, axis, {}));
  }
  return view;
}

void Lowering::BindTensor(uint32_t parameter, const Argument& argument) {
  const auto tensor = static_cast<uint32_t>(tensors().size());
  const std::string& name = function_.parameters[parameter].name;
  if (argument.dtype == DType::kBFloat16) {
    return Assign(
        name, Single(emit_.Fail(codes::kBFloat16,
                                "parameter '" + name + "' is bfloat16, which is not supported yet",
                                "pass " + name + ".astype('float32')")));
  }
  hir::TensorInfo info;
  info.name = name;
  info.use.parameter = parameter;
  info.use.dtype = argument.dtype;
  info.use.rank = static_cast<uint32_t>(argument.dims.size());
  tensors().push_back(info);
  resizable_.push_back(argument.resizable);
  Assign(info.name, Single(ViewValue(EntryView(tensor, argument))));
}

void Lowering::BindOmitted(uint32_t parameter) {
  const auto tensor = static_cast<uint32_t>(tensors().size());
  hir::TensorInfo info;
  info.name = function_.parameters[parameter].name;
  info.use.parameter = parameter;
  info.use.created = true;
  const auto learnt = known_.created_dtypes.find(tensor);
  View view;
  view.typed = learnt != known_.created_dtypes.end();
  if (view.typed) view.dtype = info.use.dtype = learnt->second;
  view.shaped = false;
  view.roots = uint64_t{1} << tensor;
  view.whole = static_cast<int32_t>(tensor);
  tensors().push_back(info);
  resizable_.push_back(true);
  created_[tensor] = CreatedOutput();
  Assign(info.name, Single(ViewValue(view)));
}

void Lowering::LearnCreatedDTypes() {
  for (const auto& [tensor, output] : created_) {
    std::optional<DType> dtype = output.covering ? output.covering : output.joined;
    if (!dtype) {
      for (const hir::TensorInfo& info : tensors()) {
        if (info.use.created) continue;
        dtype = dtype ? PromoteTypes(*dtype, info.use.dtype) : info.use.dtype;
      }
      if (!dtype) dtype = output.stores_float ? DType::kFloat64 : DType::kInt64;
    }
    if (!output.covering && output.stores_float && !IsFloat(*dtype)) dtype = DType::kFloat64;
    if (!output.covering && output.stores_int && *dtype == DType::kBool) dtype = DType::kInt64;
    auto [it, fresh] = known_.created_dtypes.try_emplace(tensor, *dtype);
    if (!fresh && it->second == *dtype) continue;
    it->second = *dtype;
    known_.changed = true;
  }
}

void Arrays::LearnStore(const View& view, const Value& value, bool covering) {
  if (view.whole < 0 && (view.roots & (view.roots - 1)) != 0) return;
  for (auto& [tensor, output] : created_) {
    if (view.roots != uint64_t{1} << tensor) continue;
    if (value.kind == Kind::kInt) output.stores_int = true;
    if (value.kind == Kind::kFloat) output.stores_float = true;
    if (value.kind == Kind::kBool) {
      output.joined = output.joined ? PromoteTypes(*output.joined, DType::kBool) : DType::kBool;
    }
    const bool strong = value.kind == Kind::kNumpy ||
                        (value.kind == Kind::kView && value.view->typed) ||
                        (value.kind == Kind::kArray && value.array->typed);
    if (!strong) continue;
    if (covering && !output.covering) output.covering = value.dtype;
    output.joined = output.joined ? PromoteTypes(*output.joined, value.dtype) : value.dtype;
  }
}

void Arrays::MarkRead(const View& view) {
  for (size_t t = 0; t < tensors().size(); ++t) {
    if (view.roots >> t & 1) tensors()[t].use.read = true;
  }
}

void Arrays::MarkWritten(const View& view) {
  for (size_t t = 0; t < tensors().size(); ++t) {
    if (view.roots >> t & 1) tensors()[t].use.written = true;
  }
}

}  // namespace pyasc::sema
