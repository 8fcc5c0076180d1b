// A kernel whose constants hold addresses: it would not run wherever it is mapped.
static const char* const kNames[] = {"one", "two", "three"};

int pyasc_kernel_checked(const int* which) { return kNames[*which][0]; }
