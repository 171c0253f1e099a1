/* SPDX-License-Identifier: Apache-2.0 */
#include "shared_library.h"

#include <stdio.h>
#include <string.h>

#if defined _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

void *shared_library_open(const char *path, char why[TAPE_WHY])
{
    /* The library's dependencies may be in the same directory. */
    HMODULE library = LoadLibraryExA(path, NULL, strchr(path, '\\') ? LOAD_WITH_ALTERED_SEARCH_PATH : 0);
    if (!library)
        snprintf(why, TAPE_WHY, "%s can't be loaded", path);
    return library;
}

bool shared_library_find(void *library, const char *name, void *to)
{
    FARPROC found = GetProcAddress(library, name);
    memcpy(to, &found, sizeof found);
    return found != NULL;
}

#else
#include <dlfcn.h>

void *shared_library_open(const char *path, char why[TAPE_WHY])
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        snprintf(why, TAPE_WHY, "%s", dlerror());
    return library;
}

/* ISO C does not define the conversion of an object pointer to a function pointer; POSIX defines it for dlsym. */
bool shared_library_find(void *library, const char *name, void *to)
{
    void *found = dlsym(library, name);
    memcpy(to, &found, sizeof found);
    return found != NULL;
}

#endif
