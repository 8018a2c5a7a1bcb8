// Preloaded into a program, notes every attempt to reach the network in the file that CAIRN_NETWORK_LOG names.
// Sockets of this machine (the one that hands files to a running window, the display's, the desktop's) are no network.

#include <dlfcn.h>
#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

void note(const char* what)
{
    const char* log = std::getenv("CAIRN_NETWORK_LOG");
    const int file = log == nullptr ? -1 : open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file >= 0) {
        const ssize_t written = write(file, what, std::strlen(what));
        static_cast<void>(written);
        close(file);
    }
}

template <typename Function>
Function theRealOne(const char* name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" {

// Declared by the system's headers, whose attributes differ from one libc to the next.
__attribute__((visibility("default"))) int socket(int domain, int type, int protocol) noexcept
{
    if (domain == AF_INET || domain == AF_INET6) {
        note("socket\n");
    }
    return theRealOne<int (*)(int, int, int)>("socket")(domain, type, protocol);
}

__attribute__((visibility("default"))) int getaddrinfo(const char* node, const char* service, const addrinfo* hints,
                                                       addrinfo** result)
{
    note("getaddrinfo\n");
    return theRealOne<int (*)(const char*, const char*, const addrinfo*, addrinfo**)>("getaddrinfo")(node, service,
                                                                                                     hints, result);
}
}
