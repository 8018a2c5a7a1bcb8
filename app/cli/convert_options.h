#pragma once

#include "core/base/file_sink.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// What the command line of `convert` says.
struct ConvertOptions {
    std::vector<std::string> files;
    std::string out;
    std::string outDir;
    std::string to; ///< empty: the container stays what it is
    std::vector<std::string> maps;
    bool clone = false;
    bool dropOthers = false;
    bool verify = false;
    bool force = false;
    bool dryRun = false;
    bool json = false;

    [[nodiscard]] FileSink::Existing existing() const
    {
        return force ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    }
};

/// One input of it.
struct ConvertJob {
    const ConvertOptions& options;
    std::string file;
    std::string target;
};

} // namespace cairn::cli
