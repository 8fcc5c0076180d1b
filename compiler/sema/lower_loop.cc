// for and while.
#include <fmt/format.h>

#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::Stmt;

void Lowering::EnterLoop(const Stmt& statement, Loop* loop) {
  if (!statement.orelse.empty()) {
    loop->broke = emit_.FreshSlot("broke", Type::kI1);
    emit_.StoreSlot(*loop->broke, emit_.Int(Type::kI1, 0));
  }
  // At the head a variable that the body assigns is what it was before or what an
  // earlier pass found at the body's end; its content is in its slots.
  const auto learnt = known_.loop_heads.find(statement.ordinal);
  for (const std::string& name : AssignedNames(statement)) {
    Alternatives& state = env_.variables[name];
    state = Strip(state);
    if (learnt == known_.loop_heads.end()) continue;
    const auto head = learnt->second.variables.find(name);
    if (head != learnt->second.variables.end()) state = Strip(Join(head->second, state));
  }
  loops_.push_back(loop);
  ++nesting_;
}

void Lowering::LearnLoopHead(const Stmt& statement, const Env& back) {
  if (!back.reachable) return;
  Env& head = known_.loop_heads[statement.ordinal];
  for (const std::string& name : AssignedNames(statement)) {
    const Alternatives next = Strip(back.variables.at(name));
    auto [it, fresh] = head.variables.try_emplace(name, next);
    if (fresh) {
      known_.changed = true;
      continue;
    }
    Alternatives widened = WidenTo(it->second, next);
    if (Describe(widened) == Describe(it->second)) continue;
    it->second = std::move(widened);
    known_.changed = true;
  }
}

void Lowering::LeaveLoop(const Stmt& statement, Loop* loop, Env exit) {
  loops_.pop_back();
  --nesting_;
  Env back = env_;
  for (const Env& one : loop->continues) back = Join(back, one);
  LearnLoopHead(statement, back);
  // `exit`: how the loop ends by itself. Nothing defined inside dominates what follows.
  env_ = std::move(exit);
  if (env_.reachable && !statement.orelse.empty()) LowerLoopElse(statement, *loop);
  for (const Env& one : loop->breaks) env_ = Join(env_, one);
  for (const std::string& name : AssignedNames(statement)) {
    env_.variables[name] = Strip(env_.variables[name]);
  }
}

void Lowering::LowerLoopElse(const Stmt& statement, const Loop& loop) {
  const ValueId broke = emit_.LoadSlot(*loop.broke);
  ++nesting_;
  emit_.If(broke, [] {}, [&] { LowerBlock(statement.orelse); });
  --nesting_;
}

void Lowering::EmitFor(const Stmt& statement, ValueId trips,
                       const std::function<Multi(ValueId trip)>& item) {
  Loop loop;
  EnterLoop(statement, &loop);
  const Env head = env_;
  const hir::BlockId body = emit_.NewBlock();
  {
    Emitter::Scope scope(emit_, body);
    const ValueId trip = emit_.Argument(body, Type::kI64);
    emit_.set_point(statement.ordinal);
    const Multi value = item(trip);
    const bool named = statement.exprs[0]->kind == syntax::ExprKind::kName;
    const bool index = named && value.single() && value.value().kind == Kind::kInt;
    if (index) {
      const ValueId id = emit_.Materialise(value.value());
      const hir::SlotId slot =
          emit_.FreshSlot(statement.exprs[0]->text + ".loop", emit_.TypeOf(id));
      emit_.StoreSlot(slot, id);
      emit_.PushLoop(statement.exprs[0]->text, slot);
    }
    AssignTarget(*statement.exprs[0], value);
    LowerBlock(statement.body);
    if (index) emit_.PopLoop();
  }
  emit_.set_point(statement.ordinal);
  emit_.EmitLoop(Op::kFor, {trips}, {body});
  // The exit sees what the head sees: before the first trip, or after any.
  LeaveLoop(statement, &loop, head);
}

ValueId Lowering::Trips(const Value& start, const Value& stop, const Value& step) {
  // ceil((stop - start) / step) = -((start - stop) // step), for either sign of step.
  const Value distance = Binary(emit_, BinaryOp::kSub, start, stop);
  const Value floor = Binary(emit_, BinaryOp::kFloorDiv, distance, step);
  const Value trips = Unary(emit_, UnaryOp::kNeg, floor);
  const ValueId id = emit_.Materialise(trips);
  if (emit_.TypeOf(id) == Type::kI64) return id;
  // A loop of 2^63 trips never ends: clamp.
  const ValueId most = emit_.Int(Type::kI128, Interval::Int64().high);
  const ValueId least = emit_.Int(Type::kI128, 0);
  const ValueId over = emit_.Emit(Op::kSLt, Type::kI1, {most, id});
  const ValueId capped = emit_.Emit(Op::kSelect, Type::kI128, {over, most, id});
  const ValueId under = emit_.Emit(Op::kSLt, Type::kI1, {capped, least});
  const ValueId clamped = emit_.Emit(Op::kSelect, Type::kI128, {under, least, capped});
  return emit_.Emit(Op::kTruncate, Type::kI64, {clamped});
}

Value Lowering::Range(const std::vector<Value>& arguments) {
  if (arguments.empty() || arguments.size() > 3) {
    emit_.Raise("TypeError", {Text(arguments.empty() ? "range expected at least 1 argument, got 0"
                                                     : "range expected at most 3 arguments, got " +
                                                           std::to_string(arguments.size()))});
    return Bottom();
  }
  Value range;
  range.kind = Kind::kRange;
  for (const Value& argument : arguments) {
    const std::optional<Value> index = RequireInteger(argument);
    if (!index) return argument.is_error() ? argument : Bottom();
    range.items.push_back(*index);
  }
  if (range.items.size() == 1) range.items.insert(range.items.begin(), IntConstant(0));
  if (range.items.size() == 2) range.items.push_back(IntConstant(1));
  const Value& step = range.items[2];
  const std::string_view no_step = "range() arg 3 must not be zero";
  if (step.interval == Interval::Point(0)) {
    emit_.Raise("ValueError", {Text(no_step)});
    return Bottom();
  }
  if (step.interval.Contains(0)) {
    const Value valid = Compare(emit_, CompareOp::kNe, step, IntConstant(0));
    emit_.Check(emit_.Materialise(valid), "ValueError", {Text(no_step)});
  }
  return range;
}

void Lowering::LowerForRange(const Stmt& statement, const Value& range) {
  const Value start = range.items[0], stop = range.items[1], step = range.items[2];
  const bool up = step.interval.low > 0, down = step.interval.high < 0;
  const bool simple = start.interval.is_point() && start.interval.low == 0 &&
                      step.interval.is_point() && step.interval.low == 1 &&
                      IntType(stop.interval) == Type::kI64;
  const ValueId trips = simple ? emit_.Materialise(stop) : Trips(start, stop, step);
  Interval interval = Join(start.interval, stop.interval);
  if (up) interval = {start.interval.low, std::max(start.interval.low, stop.interval.high - 1)};
  if (down) interval = {std::min(start.interval.high, stop.interval.low + 1), start.interval.high};
  const Type type = IntType(interval);
  const auto as = [&](const Value& value) {
    const ValueId id = emit_.Materialise(value);
    if (emit_.TypeOf(id) == type) return id;
    return emit_.Emit(type == Type::kI128 ? Op::kSExt : Op::kTruncate, type, {id});
  };
  const ValueId first = as(start), stride = as(step);
  // The items fit `type`; how far they are from the first may wrap, and back.
  const IntervalResult distance = Sub(interval, start.interval);
  const bool distance_fits =
      !distance.may_overflow && (type == Type::kI128 || distance.interval.FitsInt64());
  const auto compute = [&](Op op, ValueId a, ValueId b) {
    return distance_fits ? emit_.EmitExact(op, a, b) : emit_.Emit(op, type, {a, b});
  };
  EmitFor(statement, trips, [&](ValueId trip) {
    ValueId id = type == Type::kI64 ? trip : emit_.Emit(Op::kSExt, type, {trip});
    if (!simple) id = compute(Op::kAdd, first, compute(Op::kMul, id, stride));
    Value value = IntValue(id, interval);
    if (up && start.interval.low >= 0 && stop.id != hir::kNone &&
        emit_.TypeOf(stop.id) == Type::kI64) {
      value.below = stop.id;
    }
    return Single(value);
  });
}

void Lowering::LowerForTuple(const Stmt& statement, const Value& tuple) {
  // A loop over the items' places: the item is chosen by its place, whatever its type.
  const auto count = static_cast<Int128>(tuple.items.size());
  EmitFor(statement, emit_.Int(Type::kI64, count), [&](ValueId trip) {
    const std::function<Multi(size_t)> pick = [&](size_t k) -> Multi {
      if (k + 1 >= tuple.items.size()) return Single(tuple.items[k]);
      const ValueId place = emit_.Int(Type::kI64, static_cast<Int128>(k));
      const ValueId is = emit_.Emit(Op::kEq, Type::kI1, {trip, place});
      return Choose(is, [&] { return Single(tuple.items[k]); }, [&] { return pick(k + 1); });
    };
    return pick(0);
  });
}

void Lowering::LowerForView(const Stmt& statement, const Value& value) {
  if (value.view->rank() == 0) {
    emit_.Raise("TypeError", {Text("iteration over a 0-d array")});
    env_.reachable = false;
    return;
  }
  const Dim dim = value.view->dims[0];
  EmitFor(statement, DimId(emit_, dim), [&](ValueId trip) {
    Value index = IntValue(trip, {0, kMaxDim});
    index.below = dim.id;
    return Single(Subscript(value, {index}));
  });
}

void Lowering::LowerForError(const Stmt& statement) {
  EmitFor(statement, emit_.Int(Type::kI64, 0), [](ValueId) { return Single(ErrorValue()); });
}

void Lowering::LowerFor(const Stmt& statement) {
  const Expr& source = *statement.exprs[1];
  const bool list = source.kind == syntax::ExprKind::kList;
  const Multi iterable = list ? EvalTuple(source) : Eval(source);
  emit_.set_point(source.ordinal);
  if (!iterable.single()) {
    emit_.Fail(codes::kLoopedTypes, fmt::format("{} has another type on each path", Short(source)),
               "write the loop in each branch, where its type is known");
    return LowerForError(statement);
  }
  const Value& value = iterable.value();
  if (value.is_error()) return LowerForError(statement);
  if (value.kind == Kind::kView && !value.view->shaped) {
    NoShape(*value.view);
    return LowerForError(statement);
  }
  emit_.set_point(statement.ordinal);
  if (value.kind == Kind::kBottom) {
    env_.reachable = false;
    return;
  }
  if (value.kind == Kind::kRange) return LowerForRange(statement, value);
  if (value.kind == Kind::kView) return LowerForView(statement, value);
  if (value.kind == Kind::kTuple && !value.items.empty()) return LowerForTuple(statement, value);
  if (value.is_scalar() || value.kind == Kind::kNone) {
    emit_.Raise("TypeError", {Text("'" + TypeName(value) + "' object is not iterable")});
    env_.reachable = false;
    return;
  }
  emit_.set_point(source.ordinal);
  emit_.Fail(
      codes::kNotLooped,
      fmt::format("a loop over {} of type '{}' is not supported", Short(source), TypeName(value)),
      fmt::format("loop over range(...), a tensor or a tuple that is not empty: for {} in "
                  "range(n):",
                  Short(*statement.exprs[0])));
  LowerForError(statement);
}

void Lowering::LowerWhile(const Stmt& statement) {
  Loop loop;
  EnterLoop(statement, &loop);
  const hir::BlockId condition = emit_.NewBlock(), body = emit_.NewBlock();
  Value test;
  {
    Emitter::Scope scope(emit_, condition);
    test = Condition(*statement.exprs[0]);
    if (!test.is_error() && test.kind != Kind::kBottom) {
      emit_.Emit(Op::kYield, Type::kVoid, {emit_.Materialise(test)});
    } else {
      emit_.Emit(Op::kYield, Type::kVoid, {emit_.Int(Type::kI1, 0)});
    }
  }
  Env exit = env_;
  if (test.flag && *test.flag) exit.reachable = false;
  {
    Emitter::Scope scope(emit_, body);
    if (test.flag && !*test.flag) env_.reachable = false;
    LowerBlock(statement.body);
  }
  emit_.set_point(statement.ordinal);
  emit_.EmitLoop(Op::kWhile, {}, {condition, body});
  LeaveLoop(statement, &loop, exit);
}

}  // namespace pyasc::sema
