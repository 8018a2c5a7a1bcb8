#pragma once

#include "core/base/error.h"

#include <string>
#include <sys/stat.h>
#include <utility>

namespace cairn {

/// Closes the descriptor it holds.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : m_number(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool isOpen() const noexcept { return m_number >= 0; }
    [[nodiscard]] int number() const noexcept { return m_number; }

private:
    int m_number = -1;
};

/// Where a path leads that is to be written to: a folder, held open so that nobody can put another in its place, and a
/// name in it that is no link.
///
/// Others may be able to put links into the folders on the way, so a link is followed only if the user made it; those
/// of root, which systems have among their folders, lead to folders too.
struct WritePlace {
    Descriptor folder; ///< good for the ...at() calls
    std::string name;
    struct stat status{};  ///< of the file there, all zero if there is none
    bool isLinked = false; ///< the path itself is a link, which leads here

    [[nodiscard]] bool isThere() const { return status.st_mode != 0; }
};

/// What EFBIG means to a person.
inline constexpr Phrase kFileTooLarge =
    phrase("the file would be larger than this process or this file system may have it (see ulimit -f)");

/// Fails where a folder is missing, or somebody else's link would have to be followed.
[[nodiscard]] Result<WritePlace> findWritePlace(const std::string& path);

/// A folder that is reached in the same way.
[[nodiscard]] Result<Descriptor> openWriteFolder(const std::string& path);

} // namespace cairn
