#include "CRuntime.h"

_Thread_local void *c_runtime_trampoline_slot;
