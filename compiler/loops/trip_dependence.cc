#include "compiler/loops/trip_dependence.h"

#include <utility>
#include <vector>

#include "compiler/hir/op_info.h"

namespace pyasc::loops {
namespace {

using hir::Op;

// Each loop that a guard leaves doubles what computes it.
constexpr size_t kMostCopied = 64;

}  // namespace

TripDependence::TripDependence(const hir::Function& function, const hir::Instr& loop)
    : trip_(function.blocks[loop.blocks[0]].arguments[0]) {
  std::vector<hir::BlockId> open = loop.blocks;
  while (!open.empty()) {
    const hir::BlockId id = open.back();
    open.pop_back();
    for (const hir::Instr& instr : function.blocks[id].instrs) {
      if (instr.op == Op::kStoreSlot) stored_slots_.insert(instr.index);
      resizes_ |= instr.op == Op::kResize;
      open.insert(open.end(), instr.blocks.begin(), instr.blocks.end());
    }
  }
  for (const hir::Instr& instr : function.blocks[loop.blocks[0]].instrs)
    if (instr.result != hir::kNone) body_[instr.result] = instr;
}

const hir::Instr* TripDependence::Definition(hir::ValueId value) const {
  const auto it = body_.find(value);
  return it == body_.end() ? nullptr : &it->second;
}

TripDependence::Kind TripDependence::KindOf(hir::ValueId value) const {
  if (value == trip_) return Kind::kAffine;
  const hir::Instr* definition = Definition(value);
  if (definition == nullptr) return Kind::kInvariant;
  const auto known = kinds_.find(value);
  if (known != kinds_.end()) return known->second;
  return kinds_[value] = KindOfResult(*definition);
}

TripDependence::Kind TripDependence::KindOfResult(const hir::Instr& instr) const {
  if (!hir::IsPure(instr.op)) return Kind::kOther;
  if (instr.op == Op::kLoadSlot && stored_slots_.contains(instr.index)) return Kind::kOther;
  if (instr.op == Op::kTensorDim && resizes_) return Kind::kOther;
  int affine = 0;
  for (const hir::ValueId operand : instr.operands) {
    const Kind kind = KindOf(operand);
    if (kind == Kind::kOther) return kind;
    affine += kind == Kind::kAffine ? 1 : 0;
  }
  if (affine == 0) return Kind::kInvariant;
  if (instr.op == Op::kSExt) return Kind::kAffine;
  const bool linear =
      instr.op == Op::kAdd || instr.op == Op::kSub || (instr.op == Op::kMul && affine == 1);
  return linear && instr.exact ? Kind::kAffine : Kind::kOther;
}

// select(y < 0, y + size, y): Python's index. Its definition; null if it is none, or if
// y is not affine.
const hir::Instr* TripDependence::WrappedIndex(hir::ValueId value, hir::ValueId size) const {
  const hir::Instr* select = Definition(value);
  if (select == nullptr || select->op != Op::kSelect) return nullptr;
  const hir::Instr* negative = Definition(select->operands[0]);
  const hir::Instr* sum = Definition(select->operands[1]);
  const hir::ValueId index = select->operands[2];
  if (negative == nullptr || negative->op != Op::kSLt || negative->operands[0] != index ||
      sum == nullptr || sum->op != Op::kAdd ||
      sum->operands != std::vector<hir::ValueId>{index, size}) {
    return nullptr;
  }
  const hir::Instr* zero = Definition(negative->operands[1]);
  const bool is_zero = zero != nullptr && zero->op == Op::kConstInt && zero->integer == 0;
  return is_zero && KindOf(index) == Kind::kAffine ? select : nullptr;
}

// The unsigned one is an interval only if its bound is not negative: see Sizes.
bool TripDependence::IsBelow(const hir::Instr& comparison) const {
  const Kind left = KindOf(comparison.operands[0]), right = KindOf(comparison.operands[1]);
  if (comparison.op == Op::kSLt || comparison.op == Op::kSLe)
    return left != Kind::kOther && right != Kind::kOther;
  if (comparison.op != Op::kULt || right != Kind::kInvariant) return false;
  return left == Kind::kAffine ||
         WrappedIndex(comparison.operands[0], comparison.operands[1]) != nullptr;
}

bool TripDependence::MayLeaveLoop(hir::ValueId condition) const {
  return IsInterval(condition) && Count(condition) <= kMostCopied;
}

bool TripDependence::IsInterval(hir::ValueId condition) const {
  if (KindOf(condition) == Kind::kInvariant) return true;
  const hir::Instr* definition = Definition(condition);
  if (definition == nullptr) return false;
  const std::vector<hir::ValueId>& operands = definition->operands;
  if (definition->op == Op::kAnd) return IsInterval(operands[0]) && IsInterval(operands[1]);
  if (definition->op == Op::kSelect)  // a guard that left an inner loop
    return KindOf(operands[0]) == Kind::kInvariant && IsInterval(operands[1]) &&
           IsInterval(operands[2]);
  return IsBelow(*definition);
}

void TripDependence::AddSizes(hir::ValueId condition, std::set<hir::ValueId>* sizes) const {
  const hir::Instr* definition = Definition(condition);
  if (definition == nullptr) return;
  if (definition->op == Op::kULt && Varies(definition->operands[0]))
    sizes->insert(definition->operands[1]);
  if (definition->op == Op::kAnd || definition->op == Op::kSelect)
    for (const hir::ValueId operand : definition->operands) AddSizes(operand, sizes);
}

size_t TripDependence::Count(hir::ValueId value) const {
  std::set<hir::ValueId> seen;
  std::vector<hir::ValueId> open{value};
  while (!open.empty()) {
    const hir::Instr* definition = Definition(open.back());
    const bool fresh = definition != nullptr && seen.insert(open.back()).second;
    open.pop_back();
    if (fresh) open.insert(open.end(), definition->operands.begin(), definition->operands.end());
  }
  return seen.size();
}

bool TripDependence::Varies(hir::ValueId value) const { return KindOf(value) != Kind::kInvariant; }

hir::ValueId TripDependence::At(Appender& out, hir::ValueId value, hir::ValueId trip) const {
  std::map<hir::ValueId, hir::ValueId> copies{{trip_, trip}};
  return Copy(out, value, &copies);
}

hir::ValueId TripDependence::Copy(Appender& out, hir::ValueId value,
                                  std::map<hir::ValueId, hir::ValueId>* copies) const {
  const auto known = copies->find(value);
  if (known != copies->end()) return known->second;
  const hir::Instr* definition = Definition(value);
  if (definition == nullptr) return value;
  hir::Instr copy = *definition;
  for (hir::ValueId& operand : copy.operands) operand = Copy(out, operand, copies);
  copy.result = out.NewValue(copy.type);
  const hir::ValueId result = copy.result;
  out.Append(std::move(copy));
  return (*copies)[value] = result;
}

}  // namespace pyasc::loops
