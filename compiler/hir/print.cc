// The listing of a function. Values are %n, blocks are indented braces.
#include <cmath>
#include <cstring>

#include "compiler/hir/hir.h"
#include "compiler/hir/op_info.h"
#include "fmt/format.h"

namespace pyasc::hir {
namespace {

std::string Decimal(Int128 value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  auto rest = static_cast<unsigned __int128>(value);
  if (negative) rest = -rest;
  std::string digits;
  for (; rest != 0; rest /= 10)
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  return negative ? "-" + digits : digits;
}

// The bits of a NaN matter, so it is shown by them.
std::string Real(double value) {
  if (!std::isnan(value)) return fmt::format("{}", value);
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return fmt::format("nan:{:#x}", bits);
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

class Printer {
 public:
  explicit Printer(const Function& function) : function_(function) {}

  std::string Run() {
    for (size_t i = 0; i < function_.tensors.size(); ++i) PrintTensor(i);
    for (size_t i = 0; i < function_.attributes.size(); ++i)
      Line(fmt::format("attribute {}: {}", i, Name(function_.attributes[i])));
    for (size_t i = 0; i < function_.slots.size(); ++i)
      Line(
          fmt::format("slot {} {}: {}", i, function_.slots[i].name, Name(function_.slots[i].type)));
    for (size_t i = 0; i < function_.sites.size(); ++i) PrintSite(i);
    Line("body {");
    PrintBlock(function_.body);
    Line("}");
    return std::move(out_);
  }

 private:
  void Line(std::string_view text) {
    out_.append(static_cast<size_t>(indent_) * 2, ' ');
    out_ += text;
    out_ += '\n';
  }

  void PrintTensor(size_t index) {
    const TensorInfo& tensor = function_.tensors[index];
    std::string text = fmt::format("tensor {} {}: {} rank {}", index, tensor.name,
                                   pyasc::Name(tensor.use.dtype), tensor.use.rank);
    if (tensor.use.read) text += " read";
    if (tensor.use.written) text += " written";
    if (tensor.use.created) text += " created";
    if (tensor.use.resized) text += " resized";
    Line(text);
  }

  void PrintSite(size_t index) {
    const Site& site = function_.sites[index];
    std::string text = fmt::format("site {} @{} {}", index, site.point,
                                   site.exception.empty() ? "print" : site.exception);
    for (const MessagePart& part : site.parts) text += " " + Part(part);
    if (site.exception.empty() && site.end != "\n") text += " end " + Quoted(site.end);
    for (size_t i = 0; i < site.loops.size(); ++i)
      text += fmt::format(" for {}={{{}}}", site.loops[i], site.loop_slot + i);
    Line(text);
  }

  static std::string Part(const MessagePart& part) {
    if (part.slot < 0) return Quoted(part.literal);
    std::string text = fmt::format("{{{}", part.slot);
    if (part.conversion != 0) text += fmt::format("!{}", part.conversion);
    if (!part.format.empty()) text += ":" + part.format;
    return text + "}";
  }

  void PrintBlock(BlockId id) {
    ++indent_;
    if (id < function_.blocks.size())
      for (const Instr& instr : function_.blocks[id].instrs) PrintInstr(instr);
    --indent_;
  }

  std::string TypeOf(ValueId id) const {
    return id < function_.values.size() ? std::string(Name(function_.values[id])) : "?";
  }

  static std::string Values(const std::vector<ValueId>& ids) {
    std::string text;
    for (const ValueId id : ids) text += fmt::format("{}%{}", text.empty() ? "" : ", ", id);
    return text;
  }

  std::string Arguments(BlockId id) const {
    std::string text;
    if (id >= function_.blocks.size()) return "?";
    for (const ValueId argument : function_.blocks[id].arguments)
      text += fmt::format("{}%{}: {}", text.empty() ? "" : ", ", argument, TypeOf(argument));
    return text;
  }

  void PrintInstr(const Instr& instr) {
    std::string text;
    if (instr.result != kNone) text = fmt::format("%{}: {} = ", instr.result, Name(instr.type));
    text += Info(instr.op).name;
    const std::string detail = Detail(instr);
    if (!detail.empty()) text += " " + detail;
    const std::string operands = Values(instr.operands);
    if (!operands.empty()) text += " " + operands;
    if (instr.op == Op::kMap) return PrintMap(instr, text);
    if (instr.blocks.empty()) return Line(text);
    PrintBlocks(instr, text);
  }

  std::string Detail(const Instr& instr) const {
    switch (instr.op) {
      case Op::kConstInt:
        return Decimal(instr.integer);
      case Op::kConstFloat:
        return Real(instr.real);
      case Op::kAttribute:
      case Op::kAlloc:
      case Op::kCheck:
      case Op::kRaise:
      case Op::kPrint:
        return Place(instr.index);
      case Op::kTensorData:
        return Tensor(instr.index);
      case Op::kTensorDim:
      case Op::kTensorStride:
        return fmt::format("{}[{}]", Tensor(instr.index), instr.axis);
      case Op::kResize:
        return fmt::format("{} {}", Tensor(instr.index), Place(instr.axis));
      case Op::kAdd:
      case Op::kSub:
      case Op::kMul:
        return instr.exact ? "exact" : "";
      case Op::kLoadSlot:
      case Op::kStoreSlot:
        return instr.index < function_.slots.size() ? function_.slots[instr.index].name : "?";
      case Op::kCall:
        return instr.symbol;
      default:
        return "";
    }
  }

  static std::string Place(uint32_t site) { return site == kNone ? "" : fmt::format("#{}", site); }

  std::string Tensor(uint32_t index) const {
    return index < function_.tensors.size() ? function_.tensors[index].name : "?";
  }

  void PrintBlocks(const Instr& instr, const std::string& head) {
    if (instr.op == Op::kFor && Arguments(instr.blocks[0]) != "")
      Line(fmt::format("{} as {} {{", head, Arguments(instr.blocks[0])));
    else
      Line(head + " {");
    for (size_t i = 0; i < instr.blocks.size(); ++i) {
      if (i > 0) Line(instr.op == Op::kIf ? "} else {" : "} do {");
      PrintBlock(instr.blocks[i]);
    }
    Line("}");
  }

  static std::string OperandText(const MapOperand& operand) {
    return fmt::format("%{}[{}]: {}{}", operand.data, Values(operand.strides),
                       Name(operand.element), operand.may_alias ? " aliased" : "");
  }

  void PrintMap(const Instr& instr, const std::string& head) {
    if (instr.index >= function_.maps.size()) return Line(head + " ?");
    const Map& map = function_.maps[instr.index];
    std::string text =
        fmt::format("{} [{}] {}", head, Values(map.dims), OperandText(map.destination));
    for (size_t i = 0; i < map.sources.size(); ++i)
      text += (i == 0 ? " from " : ", ") + OperandText(map.sources[i]);
    Line(fmt::format("{} as ({}) {{", text, Arguments(map.body)));
    PrintBlock(map.body);
    Line("}");
  }

  const Function& function_;
  std::string out_;
  int indent_ = 0;
};

}  // namespace

std::string Print(const Function& function) { return Printer(function).Run(); }

}  // namespace pyasc::hir
