#include "compiler/math/support.h"

// Lowest byte first, so that an overlapping target below the source is right too.
static void copy_upward(unsigned char* to, const unsigned char* from, size_t bytes) {
#if defined(__x86_64__)
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
#else
  for (size_t i = 0; i < bytes; ++i) to[i] = from[i];
#endif
}

void* memcpy(void* restrict to, const void* restrict from, size_t bytes) {
  copy_upward(to, from, bytes);
  return to;
}

void* memmove(void* to, const void* from, size_t bytes) {
  unsigned char* target = to;
  const unsigned char* source = from;
  if ((uintptr_t)target - (uintptr_t)source >= bytes) {
    copy_upward(target, source, bytes);
    return to;
  }
  for (; bytes >= 8; bytes -= 8) {
    uint64_t word;
    __builtin_memcpy(&word, source + bytes - 8, 8);
    __builtin_memcpy(target + bytes - 8, &word, 8);
  }
  while (bytes > 0) {
    --bytes;
    target[bytes] = source[bytes];
  }
  return to;
}

void* memset(void* to, int byte, size_t bytes) {
#if defined(__x86_64__)
  void* start = to;
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(byte) : "memory");
  return start;
#else
  unsigned char* target = to;
  for (size_t i = 0; i < bytes; ++i) target[i] = (unsigned char)byte;
  return to;
#endif
}

int memcmp(const void* a, const void* b, size_t bytes) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  for (size_t i = 0; i < bytes; ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}
