// Preloaded into cairn-cli, it makes every disk look endless, so that a disk runs full in the middle of the work and
// not before it.

#include <sys/statvfs.h>

extern "C" {

int statvfs(const char* /*path*/, struct statvfs* answer) noexcept
{
    *answer = {};
    answer->f_bsize = answer->f_frsize = 4096;
    answer->f_blocks = answer->f_bfree = answer->f_bavail = 1U << 30;
    return 0;
}

int statvfs64(const char* path, struct statvfs64* answer) noexcept
{
    return statvfs(path, reinterpret_cast<struct statvfs*>(answer)); // the same layout where files have 64 bits
}
}
