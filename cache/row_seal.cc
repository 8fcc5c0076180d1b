#include "cache/row_seal.h"

#include "base/encoding.h"

namespace pyasc {
namespace {

// Columns of fixed size, index entries and page headers, roughly.
constexpr size_t kRowOverheadBytes = 256;

}  // namespace

Digest KernelMac(std::string_view mac_key, const KernelRow& row) {
  Encoder out;
  out.Bytes("pyascd kernel row 1");
  out.Bytes(row.key.View());
  out.Bytes(row.digest.View());
  out.Bytes(row.normalised);
  out.Bytes(row.specialisation);
  out.Bytes(row.toolchain);
  out.Bytes(row.producer);
  out.Bytes(row.namespace_name);
  out.Bytes(row.operator_name);
  out.I64(row.compile_us);
  out.I64(row.created_unix_s);
  return HmacSha256(mac_key, out.Take());
}

Digest AnalysisMac(std::string_view mac_key, const AnalysisRow& row) {
  Encoder out;
  out.Bytes("pyascd analysis row 1");
  out.Bytes(row.key.View());
  out.Bytes(row.toolchain);
  out.Bytes(row.analysis);
  return HmacSha256(mac_key, out.Take());
}

size_t RowBytes(const KernelRow& row) {
  return kRowOverheadBytes + row.image.size() + row.meta.size() + row.normalised.size() +
         row.specialisation.size() + row.toolchain.size() + row.producer.size() +
         row.namespace_name.size() + row.operator_name.size();
}

size_t RowBytes(const AnalysisRow& row) {
  return kRowOverheadBytes + row.analysis.size() + row.toolchain.size();
}

}  // namespace pyasc
