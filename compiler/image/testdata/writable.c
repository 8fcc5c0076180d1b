// A kernel that keeps state between launches: no image may.
static int launches;

int pyasc_kernel_checked(void) { return ++launches; }
