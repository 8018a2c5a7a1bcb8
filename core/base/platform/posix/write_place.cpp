#include "core/base/files/write_place.h"

#include "core/base/platform/posix/unix_files.h"
#include "core/base/text/text.h"

#include <cerrno>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn {

namespace {

constexpr int kMostLinks = 40; // as many as Linux follows

/// The names of a path, in front of those that are left to go through. A slash at the end asks for a folder.
void putInFront(std::deque<std::string>& names, std::string_view path)
{
    if (path.ends_with('/')) {
        names.emplace_front(".");
    }
    while (!path.empty()) {
        const std::size_t slash = path.rfind('/');
        const std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
        if (!name.empty()) {
            names.emplace_front(name);
        }
        path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
}

/// Root could do anything anyway. Where root is unknown, as in containers, it is whoever owns everything's root.
bool isOfSystem(uid_t owner)
{
    struct stat root{};
    return owner == 0 || (::stat("/", &root) == 0 && root.st_uid == owner);
}

/// Goes through a path name by name, holding the folder it is in.
class Walk {
public:
    explicit Walk(const std::string& path) : m_path(path) {}

    Result<Descriptor> toFolder()
    {
        CAIRN_TRY(begin(m_path));
        while (!m_names.empty()) {
            CAIRN_TRY(step());
        }
        return std::move(m_folder);
    }

    Result<WritePlace> toFile()
    {
        CAIRN_TRY(begin(m_path));
        bool isLinked = false;
        while (true) {
            while (m_names.size() > 1) {
                CAIRN_TRY(step());
            }
            const Descriptor link = linkNamed(m_names.front());
            if (!link.isOpen()) {
                break;
            }
            isLinked = true;
            CAIRN_TRY(follow(link, false));
        }
        WritePlace place;
        place.name = m_names.front();
        place.isLinked = isLinked;
        place.status = platform::statusIn(m_folder, place.name);
        place.folder = std::move(m_folder);
        return place;
    }

private:
    Result<void> begin(std::string_view path)
    {
        if (path.empty()) {
            return fail(error(ErrorCode::WriteFailed, message("the name of the file is empty"))
                            .fix(message("Name a file to write")));
        }
        m_folder = Descriptor(::open(path.front() == '/' ? "/" : ".", platform::kFolderFlags));
        putInFront(m_names, path);
        return m_folder.isOpen() ? Result<void>() : cannotGoOn(errno);
    }

    /// Into the first of the names, which is a folder or a link to one.
    Result<void> step()
    {
        const std::string& name = m_names.front();
        Descriptor next(::openat(m_folder.number(), name.c_str(), platform::kFolderFlags | O_NOFOLLOW));
        if (next.isOpen()) {
            m_folder = std::move(next);
            m_names.pop_front();
            return {};
        }
        const int reason = errno;
        const Descriptor link = linkNamed(name);
        return link.isOpen() ? follow(link, true) : cannotGoOn(reason);
    }

    [[nodiscard]] Descriptor linkNamed(const std::string& name) const
    {
        Descriptor found(::openat(m_folder.number(), name.c_str(), platform::kItselfFlags));
        struct stat status{};
        const bool isLink = found.isOpen() && ::fstat(found.number(), &status) == 0 && S_ISLNK(status.st_mode);
        return isLink ? std::move(found) : Descriptor();
    }

    /// The owner and the text are those of one link, whatever becomes of its name meanwhile.
    Result<void> follow(const Descriptor& link, bool isOnTheWay)
    {
        struct stat status{};
        const bool isKnown = ::fstat(link.number(), &status) == 0;
        if (!isKnown || (status.st_uid != ::geteuid() && !(isOnTheWay && isOfSystem(status.st_uid)))) {
            return fail(error(ErrorCode::WriteFailed,
                              isOnTheWay ? message("%1 is a link that somebody else made", inQuotes(m_names.front()))
                                         : message("the target is a link that somebody else made"))
                            .in(m_path)
                            .because(message("It may lead to any file of yours"))
                            .fix(message("Choose another name, or the one that the link leads to")));
        }
        const std::string text = platform::readLink(link.number());
        if (text.empty() || ++m_links > kMostLinks) {
            return fail(
                error(ErrorCode::NotARegularFile, message("the target is a link that leads to itself")).in(m_path));
        }
        m_names.pop_front();
        putInFront(m_names, text);
        if (text.front() == '/') {
            m_folder = Descriptor(::open("/", platform::kFolderFlags));
        }
        return m_folder.isOpen() ? Result<void>() : cannotGoOn(errno);
    }

    [[nodiscard]] std::unexpected<Error> cannotGoOn(int reason) const
    {
        const std::size_t slash = m_path.rfind('/');
        const std::string folder =
            slash == std::string::npos ? std::string(".") : m_path.substr(0, slash == 0 ? 1 : slash);
        return fail(error(ErrorCode::WriteFailed, message("cannot write in this folder: %1", systemReason(reason)))
                        .in(folder)
                        .fix(message("Choose a folder that exists and that you may write to")));
    }

    const std::string& m_path;
    std::deque<std::string> m_names;
    Descriptor m_folder;
    int m_links = 0;
};

} // namespace

Result<WritePlace> findWritePlace(const std::string& path)
{
    return Walk(path).toFile();
}

Result<Descriptor> openWriteFolder(const std::string& path)
{
    return Walk(path).toFolder();
}

} // namespace cairn
