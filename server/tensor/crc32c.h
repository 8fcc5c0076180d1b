// CRC-32C (Castagnoli): what put and get streams carry beside their bytes.
#ifndef PYASC_SERVER_TENSOR_CRC32C_H_
#define PYASC_SERVER_TENSOR_CRC32C_H_

#include <cstdint>
#include <string_view>

namespace pyasc {

// Of `bytes` after those whose CRC is `before` (0: none).
uint32_t Crc32c(std::string_view bytes, uint32_t before = 0);

namespace internal {

// Without the processor's instruction: what Crc32c uses where there is none.
uint32_t Crc32cPortable(std::string_view bytes, uint32_t before);

}  // namespace internal

}  // namespace pyasc

#endif  // PYASC_SERVER_TENSOR_CRC32C_H_
