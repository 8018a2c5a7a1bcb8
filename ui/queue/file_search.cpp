#include "ui/queue/file_search.h"

#include "core/base/files/byte_source.h"
#include "core/base/files/folder_walk.h"
#include "core/base/progress.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/formats/safetensors/shard_sets.h"
#include "core/formats/sniff/foreign.h"
#include "core/formats/sniff/sniff.h"
#include "ui/queue/queue_item.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

namespace cairn::ui {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRefused = 10'000;

class Search {
    Q_DECLARE_TR_FUNCTIONS(FileSearch)

public:
    Search(const convert::Recipe& recipe, std::vector<PendingCopy> pending, Progress& progress)
        : m_recipe(recipe), m_pending(std::move(pending)), m_progress(progress)
    {
    }

    FoundFiles run(const std::vector<std::string>& paths)
    {
        m_progress.setStage("searching");
        std::vector<std::string> files;
        for (const std::string& path : paths) {
            std::error_code failure;
            if (fs::is_directory(path, failure)) {
                lookInto(path);
            } else {
                files.push_back(path);
            }
        }
        lookAtAll(files);
        m_found.room = diskSpaceProblem(m_pending);
        return std::move(m_found);
    }

private:
    void lookInto(const std::string& top)
    {
        walkFolders(top, [this](FolderContent& folder) {
            if (!folder.failure.empty()) {
                fail(folder.path, tr("The folder cannot be read: %1.").arg(fromUtf8(folder.failure)));
            }
            if (const std::vector<std::string> own = checkpoint::takeCheckpoint(folder);
                !own.empty() && isNew(folder.path)) {
                take(folder.path, bytesOf(own));
            }
            for (const std::string& hidden : folder.hiddenFolders) {
                refuse(hidden, tr("A hidden folder: not searched."));
            }
            lookAtAll(folder.files);
            return !m_progress.stopRequested();
        });
    }

    /// Lists of shards stand for their files.
    void lookAtAll(std::vector<std::string>& files)
    {
        for (const formats::ShardSet& set : formats::takeShardSets(files)) {
            lookAt(set.index, bytesOf(set.shards));
        }
        for (const std::string& file : files) {
            lookAt(file, 0);
        }
    }

    /// What comes twice, as a folder and its parent, is taken once.
    bool isNew(const std::string& path)
    {
        std::error_code failure;
        const fs::path place = fs::weakly_canonical(path, failure);
        return m_seen.insert(failure ? path : place.string()).second;
    }

    /// `beside`: bytes of other files that belong to it.
    void lookAt(const std::string& path, std::uint64_t beside)
    {
        if (m_progress.stopRequested()) {
            return;
        }
        m_progress.add(1);
        if (!isNew(path)) {
            return;
        }
        auto source = FileSource::open(path);
        if (!source) {
            fail(path, errorWords(source.error(), path));
            return;
        }
        const auto guess = formats::sniff(**source);
        if (!guess) {
            fail(path, errorWords(guess.error(), path));
        } else if (checkpoint::readerOf(guess->kind) == nullptr) {
            refuse(path, errorWords(formats::explainForeign(*guess), path), (*source)->sizeBytes());
        } else if (const auto list = guess->kind == formats::FileKind::JsonObject
                                         ? checkpoint::openCheckpoint(path, &m_progress)
                                         : Result<checkpoint::CheckpointPtr>();
                   !list) {
            refuse(path, errorWords(list.error(), path), (*source)->sizeBytes());
        } else {
            take(path, (*source)->sizeBytes() + beside);
        }
    }

    /// Of files, and of folders with all that is in them.
    static std::uint64_t bytesOf(const std::vector<std::string>& paths)
    {
        std::uint64_t bytes = 0;
        std::error_code failure; // whatever cannot be asked for its size is told of when it is read
        for (const std::string& path : paths) {
            if (const std::uint64_t size = fs::file_size(path, failure); !failure) {
                bytes += size;
                continue;
            }
            for (fs::recursive_directory_iterator at(path, failure), end; !failure && at != end;
                 at.increment(failure)) {
                std::error_code isNoFile;
                const std::uint64_t size = at->file_size(isNoFile);
                bytes += isNoFile ? 0 : size;
            }
        }
        return bytes;
    }

    void take(const std::string& path, std::uint64_t bytes)
    {
        m_found.files.push_back({.path = path,
                                 .target = convert::targetFor(m_recipe, path),
                                 .bytes = bytes,
                                 .refusal = {},
                                 .isFailure = false});
        m_pending.push_back({m_found.files.back().target, bytes});
    }

    void refuse(const std::string& path, const QString& why, std::uint64_t bytes = 0)
    {
        if (m_refused++ >= kMostRefused) {
            ++m_found.unnamed;
            return;
        }
        m_found.files.push_back({.path = path, .target = {}, .bytes = bytes, .refusal = why, .isFailure = false});
    }

    /// Something that was named or found and cannot be read: never left out of the list.
    void fail(const std::string& path, const QString& why)
    {
        m_found.files.push_back({.path = path, .target = {}, .bytes = 0, .refusal = why, .isFailure = true});
    }

    const convert::Recipe& m_recipe;
    std::vector<PendingCopy> m_pending;
    Progress& m_progress;
    FoundFiles m_found;
    std::set<std::string> m_seen;
    std::size_t m_refused = 0;
};

} // namespace

FoundFiles searchFiles(const std::vector<std::string>& paths, const convert::Recipe& recipe,
                       std::vector<PendingCopy> pending, Progress& progress)
{
    return Search(recipe, std::move(pending), progress).run(paths);
}

} // namespace cairn::ui
