#include "core/base/files/kept_pipe.h"

#include <map>
#include <mutex>
#include <utility>

namespace cairn {

namespace {

struct KeptPipes {
    std::mutex mutex;
    std::map<std::string, Descriptor> files; ///< by the names of the pipes
};

KeptPipes& keptPipes()
{
    static KeptPipes pipes;
    return pipes;
}

} // namespace

void keepPipe(const std::string& path, Descriptor file)
{
    KeptPipes& pipes = keptPipes();
    const std::scoped_lock lock(pipes.mutex);
    pipes.files.insert_or_assign(path, std::move(file));
}

Descriptor openKeptPipe(const std::string& path)
{
    KeptPipes& pipes = keptPipes();
    const std::scoped_lock lock(pipes.mutex);
    const auto kept = pipes.files.find(path);
    return kept == pipes.files.end() ? Descriptor() : platform::duplicate(kept->second.number());
}

} // namespace cairn
