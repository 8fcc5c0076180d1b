#include "compiler/math/support_object.h"

#include <cstddef>

// PYASCD_SUPPORT_OBJECT is the object's path; CMakeLists.txt defines it.
__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    ".local pyascd_support_begin, pyascd_support_end\n"
    "pyascd_support_begin:\n"
    ".incbin \"" PYASCD_SUPPORT_OBJECT
    "\"\n"
    "pyascd_support_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" {
[[gnu::visibility("hidden")]] extern const char pyascd_support_begin[];
[[gnu::visibility("hidden")]] extern const char pyascd_support_end[];
}

namespace pyasc::math {

std::string_view SupportObject() {
  return {pyascd_support_begin, static_cast<size_t>(pyascd_support_end - pyascd_support_begin)};
}

}  // namespace pyasc::math
