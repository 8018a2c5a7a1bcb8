// What glibc declares only after 2.17, for programs that shall run with that one: the kernel's calls themselves. Where
// the kernel has none either they fail with ENOSYS, which Cairn knows a way around.
#pragma once

#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/memfd.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#ifndef F_ADD_SEALS
#include <linux/fcntl.h>
#endif

inline ssize_t getrandom(void* bytes, std::size_t size, unsigned flags)
{
    return ::syscall(SYS_getrandom, bytes, size, flags);
}

inline ssize_t copy_file_range(int from, off_t* fromOffset, int to, off_t* toOffset, std::size_t size, unsigned flags)
{
    return ::syscall(SYS_copy_file_range, from, fromOffset, to, toOffset, size, flags);
}

inline int memfd_create(const char* name, unsigned flags)
{
    return static_cast<int>(::syscall(SYS_memfd_create, name, flags));
}

inline int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags)
{
    return static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
}
