// Variables and temporaries: a tag slot, and slots for the content of each alternative.
#include <utility>

#include "base/status_macros.h"
#include "compiler/sema/lowering.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;

Multi Single(Value value) {
  Multi multi;
  multi.alternatives.push_back({0, std::move(value)});
  return multi;
}

Value Bottom() {
  Value bottom;
  bottom.kind = Kind::kBottom;
  return bottom;
}

uint32_t Variables::Tag(const std::string& storage, const std::string& key) {
  auto& tags = tags_[storage];
  return tags.try_emplace(key, static_cast<uint32_t>(tags.size())).first->second;
}

std::string Variables::Temporary() { return "%" + std::to_string(temporaries_++); }

hir::SlotId Variables::IntSlot(const std::string& storage, const Value& value) {
  if (!value.interval.FitsInt64() && known_.wide_ints.insert(storage).second) known_.changed = true;
  const bool wide = known_.wide_ints.count(storage) > 0;
  return emit_.Slot(storage + (wide ? ".int128" : ".int"), wide ? Type::kI128 : Type::kI64);
}

void Variables::StoreView(const std::string& storage, const View& view) {
  if (!view.shaped) return;
  const std::string prefix = storage + "." + std::to_string(view.rank());
  emit_.StoreSlot(emit_.Slot(prefix + ".data", Type::kPtr), view.data);
  for (size_t k = 0; k < view.rank(); ++k) {
    const std::string axis = std::to_string(k);
    emit_.StoreSlot(emit_.Slot(prefix + ".dim" + axis, Type::kI64), DimId(emit_, view.dims[k]));
    emit_.StoreSlot(emit_.Slot(prefix + ".stride" + axis, Type::kI64), view.strides[k]);
  }
}

void Variables::KeptArray(const std::string& storage) {
  if (storage.starts_with("%")) {
    emit_.Fail(codes::kKeptArray, "a computed array cannot be chosen by a condition yet",
               "store it in each branch: if c: out[...] = a + b");
    return;
  }
  const std::string name = storage.substr(0, storage.find('.'));
  emit_.Fail(codes::kKeptArray,
             "a computed array cannot be kept in the local name '" + name + "' yet",
             "make " + name + " a parameter and write " + name + "[...] = expression");
}

void Variables::StoreLeaves(const std::string& storage, const Value& value) {
  switch (value.kind) {
    case Kind::kBool:
      return emit_.StoreSlot(emit_.Slot(storage + ".bool", Type::kI1), emit_.Materialise(value));
    case Kind::kInt: {
      const hir::SlotId slot = IntSlot(storage, value);
      ValueId id = emit_.Materialise(value);
      if (emit_.TypeOf(id) != emit_.function().slots[slot].type) {
        id = emit_.Emit(Op::kSExt, Type::kI128, {id});
      }
      return emit_.StoreSlot(slot, id);
    }
    case Kind::kFloat:
      return emit_.StoreSlot(emit_.Slot(storage + ".float", Type::kF64), emit_.Materialise(value));
    case Kind::kNumpy: {
      const Type type = value.wide ? Type::kF32 : hir::ValueType(value.dtype);
      const std::string leaf = AlternativeKey(value).substr(3);
      return emit_.StoreSlot(emit_.Slot(storage + "." + leaf, type), emit_.Materialise(value));
    }
    case Kind::kView:
      return StoreView(storage, *value.view);
    case Kind::kTuple:
    case Kind::kRange:
      for (size_t k = 0; k < value.items.size(); ++k) {
        StoreLeaves(storage + "." + std::to_string(k), value.items[k]);
      }
      return;
    case Kind::kArray:
      KeptArray(storage);
      return;
    default:
      return;
  }
}

Value Variables::LoadView(const std::string& storage, const Value& known) {
  View view = *known.view;
  const std::string prefix = storage + "." + std::to_string(view.rank());
  view.data = emit_.LoadSlot(emit_.Slot(prefix + ".data", Type::kPtr));
  for (size_t k = 0; k < view.rank(); ++k) {
    const std::string axis = std::to_string(k);
    if (!view.dims[k].range.is_point()) {
      view.dims[k].id = emit_.LoadSlot(emit_.Slot(prefix + ".dim" + axis, Type::kI64));
    }
    view.strides[k] = emit_.LoadSlot(emit_.Slot(prefix + ".stride" + axis, Type::kI64));
  }
  return ViewValue(std::move(view));
}

Value Variables::LoadLeaves(const std::string& storage, const Value& known) {
  if (!NeedsLoad(known)) return known;
  Value value = known;
  switch (known.kind) {
    case Kind::kBool:
      value.id = emit_.LoadSlot(emit_.Slot(storage + ".bool", Type::kI1));
      break;
    case Kind::kInt: {
      value.id = emit_.LoadSlot(IntSlot(storage, known));
      if (emit_.TypeOf(value.id) != IntType(known.interval)) {
        value.id = emit_.Emit(Op::kTruncate, Type::kI64, {value.id});
      }
      break;
    }
    case Kind::kFloat:
      value.id = emit_.LoadSlot(emit_.Slot(storage + ".float", Type::kF64));
      break;
    case Kind::kNumpy: {
      const Type type = known.wide ? Type::kF32 : hir::ValueType(known.dtype);
      value.id = emit_.LoadSlot(emit_.Slot(storage + "." + AlternativeKey(known).substr(3), type));
      break;
    }
    case Kind::kView:
      return LoadView(storage, known);
    case Kind::kTuple:
    case Kind::kRange:
      for (size_t k = 0; k < value.items.size(); ++k) {
        value.items[k] = LoadLeaves(storage + "." + std::to_string(k), known.items[k]);
      }
      break;
    default:
      break;
  }
  return value;
}

void Variables::StoreAlternative(const std::string& storage, const Value& value) {
  const uint32_t tag = Tag(storage, AlternativeKey(value));
  emit_.StoreSlot(emit_.Slot(storage + ".tag", Type::kI32), emit_.Int(Type::kI32, tag));
  StoreLeaves(storage, value);
}

Multi Variables::LoadStorage(const std::string& storage, const Alternatives& alternatives) {
  Multi multi;
  if (alternatives.size() > 1) {
    multi.tag = emit_.LoadSlot(emit_.Slot(storage + ".tag", Type::kI32));
  }
  for (const Value& known : alternatives) {
    multi.alternatives.push_back({Tag(storage, AlternativeKey(known)), LoadLeaves(storage, known)});
  }
  return multi;
}

void Variables::ForEachAlternative(const Multi& value,
                                   const std::function<void(const Value&)>& arm) {
  const std::function<void(size_t)> emit_from = [&](size_t k) {
    if (k + 1 >= value.alternatives.size()) return arm(value.alternatives[k].value);
    const ValueId tag = emit_.Int(Type::kI32, value.alternatives[k].tag);
    const ValueId is = emit_.Emit(Op::kEq, Type::kI1, {value.tag, tag});
    ++nesting_;
    emit_.If(is, [&] { arm(value.alternatives[k].value); }, [&] { emit_from(k + 1); });
    --nesting_;
  };
  emit_from(0);
}

void Variables::StoreMulti(const std::string& storage, const Multi& value,
                           Alternatives* alternatives) {
  ForEachAlternative(value, [&](const Value& one) {
    if (one.kind == Kind::kBottom && !value.single()) return;
    StoreAlternative(storage, one);
    *alternatives = Join(*alternatives, Alternatives{Strip(one)});
  });
}

Multi Variables::Dispatch(const std::vector<Multi>& inputs,
                          const std::function<Multi(const std::vector<Value>&)>& body) {
  bool single = true;
  std::vector<Value> chosen;
  for (const Multi& input : inputs) {
    single = single && input.single();
    chosen.push_back(input.value());
  }
  if (single) return body(chosen);
  const std::string storage = Temporary();
  const uint32_t before = emit_.failures();
  Alternatives results;
  bool failed = false;
  const std::function<void(size_t)> choose = [&](size_t k) {
    if (k < inputs.size()) {
      return ForEachAlternative(inputs[k], [&](const Value& value) {
        chosen[k] = value;
        choose(k + 1);
      });
    }
    const Multi result = body(chosen);
    if (result.value().is_error()) failed = true;
    // An arm that always raises answers kBottom: nothing to store.
    if (!failed && result.value().kind != Kind::kBottom) StoreMulti(storage, result, &results);
  };
  choose(0);
  if (failed || emit_.failures() > before) return Single(ErrorValue());
  if (results.empty()) return Single(Bottom());
  return LoadStorage(storage, results);
}

Variables::Arm Variables::MakeArm(const std::function<Multi()>& make) {
  const hir::BlockId block = emit_.NewBlock();
  const Emitter::Scope scope(emit_, block);
  ++nesting_;
  Multi result = make();
  --nesting_;
  return {block, std::move(result), emit_.point()};
}

Multi Variables::JoinArms(ValueId condition, const Arm& then, const Arm& otherwise,
                          uint32_t failures) {
  if (then.result.value().is_error() || otherwise.result.value().is_error() ||
      emit_.failures() > failures) {
    return Single(ErrorValue());
  }
  const std::string storage = Temporary();
  Alternatives results;
  ++nesting_;
  for (const Arm* arm : {&then, &otherwise}) {
    const Emitter::Scope scope(emit_, arm->block);
    emit_.set_point(arm->point);
    const bool goes_on = arm->result.value().kind != Kind::kBottom;
    if (goes_on && emit_.failures() == failures) StoreMulti(storage, arm->result, &results);
  }
  --nesting_;
  emit_.EmitIf(condition, then.block, otherwise.block);
  if (emit_.failures() > failures) return Single(ErrorValue());
  if (results.empty()) return Single(Bottom());
  return LoadStorage(storage, results);
}

Multi Variables::Choose(ValueId condition, const std::function<Multi()>& then,
                        const std::function<Multi()>& otherwise) {
  const uint32_t failures = emit_.failures();
  const Arm first = MakeArm(then);
  return JoinArms(condition, first, MakeArm(otherwise), failures);
}

Multi Variables::ShortCircuit(const Multi& left, ValueId truth, bool if_true,
                              const std::function<Multi()>& rest) {
  const uint32_t failures = emit_.failures();
  const Arm right = MakeArm(rest);
  const auto is_bool = [](const Multi& value) {
    return value.single() && value.value().kind == Kind::kBool;
  };
  // Conditions of loops and guards stay one value, which later stages can look into.
  if (is_bool(left) && is_bool(right.result) && emit_.failures() == failures &&
      emit_.InlinePure(right.block)) {
    const ValueId both[] = {truth, emit_.Materialise(right.result.value())};
    return Single(
        BoolValue(emit_.Emit(if_true ? Op::kAnd : Op::kOr, Type::kI1, {both[0], both[1]})));
  }
  const Arm stop = MakeArm([&] { return left; });
  return if_true ? JoinArms(truth, right, stop, failures) : JoinArms(truth, stop, right, failures);
}

void Variables::Assign(const std::string& name, const Multi& value) {
  if (value.value().is_error()) {
    env_.variables[name] = {ErrorValue()};
    return;
  }
  if (value.single() && value.value().kind == Kind::kArray) {
    StoreLeaves(name, value.value());  // reports it
    env_.variables[name] = {ErrorValue()};
    return;
  }
  if (value.single() && slot_names_.count(name) == 0) {
    env_.variables[name] = {value.value()};
    return;
  }
  Alternatives alternatives;
  StoreMulti(name, value, &alternatives);
  if (value.single()) alternatives = {value.value()};
  if (alternatives.empty()) alternatives = {value.value()};
  env_.variables[name] = alternatives;
}

Multi Variables::Read(const std::string& name) {
  const Alternatives alternatives = env_.variables.at(name);
  Alternatives bound;
  for (const Value& value : alternatives) {
    if (value.kind != Kind::kUnbound) bound.push_back(value);
  }
  const std::string message =
      "cannot access local variable '" + name + "' where it is not associated with a value";
  if (bound.empty()) {
    emit_.Raise("UnboundLocalError", {Text(message)});
    return Single(Bottom());
  }
  if (bound.size() != alternatives.size()) {
    const ValueId tag = emit_.LoadSlot(emit_.Slot(name + ".tag", Type::kI32));
    const ValueId unbound = emit_.Int(Type::kI32, Tag(name, "unbound"));
    emit_.Check(emit_.Emit(Op::kNe, Type::kI1, {tag, unbound}), "UnboundLocalError",
                {Text(message)});
  }
  return LoadStorage(name, bound);
}

}  // namespace pyasc::sema
