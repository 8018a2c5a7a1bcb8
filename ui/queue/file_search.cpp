#include "ui/queue/file_search.h"

#include "core/base/byte_source.h"
#include "core/base/natural_order.h"
#include "core/base/progress.h"
#include "core/checkpoint/open.h"
#include "core/convert/recipe_route.h"
#include "core/formats/foreign.h"
#include "core/formats/sniff.h"
#include "ui/queue/queue_item.h"
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

constexpr std::size_t kMostNamed = 10'000;

bool mayBeCheckpoint(formats::FileKind kind)
{
    switch (kind) {
    case formats::FileKind::Zip:
    case formats::FileKind::Safetensors:
    case formats::FileKind::Tar:
    case formats::FileKind::JsonObject:
    case formats::FileKind::Pickle: return true;
    default: return false;
    }
}

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
        for (const std::string& path : paths) {
            std::error_code failure;
            if (fs::is_directory(path, failure)) {
                lookInto(path);
            } else {
                lookAt(path);
            }
        }
        m_found.room = missingRoom(m_pending);
        return std::move(m_found);
    }

private:
    void lookInto(const fs::path& folder)
    {
        std::vector<fs::path> folders{folder};
        while (!folders.empty() && !m_progress.stopRequested()) {
            const fs::path next = std::move(folders.back());
            folders.pop_back();
            std::vector<fs::path> inside;
            for (const fs::directory_entry& entry : entriesOf(next)) {
                std::error_code failure;
                if (entry.is_directory(failure)) {
                    if (isHidden(entry.path())) {
                        refuse(entry.path().string(), tr("A hidden folder: not searched."));
                    } else if (!entry.is_symlink(failure)) {
                        inside.push_back(entry.path());
                    }
                } else if (!isTemporary(entry.path())) {
                    lookAt(entry.path().string());
                }
            }
            folders.insert(folders.end(), inside.rbegin(), inside.rend());
        }
    }

    std::vector<fs::directory_entry> entriesOf(const fs::path& folder)
    {
        std::vector<fs::directory_entry> entries;
        std::error_code failure;
        for (fs::directory_iterator next(folder, failure); !failure && next != fs::directory_iterator();
             next.increment(failure)) {
            entries.push_back(*next);
        }
        if (failure) {
            fail(folder.string(), tr("The folder cannot be read: %1.").arg(fromUtf8(failure.message())));
        }
        std::ranges::sort(entries, [](const fs::directory_entry& a, const fs::directory_entry& b) {
            return compareNaturally(a.path().filename().string(), b.path().filename().string()) < 0;
        });
        return entries;
    }

    void lookAt(const std::string& path)
    {
        if (m_progress.stopRequested()) {
            return;
        }
        m_progress.add(1);
        std::error_code failure;
        const fs::path place = fs::weakly_canonical(path, failure);
        if (!m_seen.insert(failure ? path : place.string()).second) {
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
        } else if (!mayBeCheckpoint(guess->kind)) {
            refuse(path, errorWords(formats::explainForeign(*guess), path), (*source)->sizeBytes());
        } else if (const auto list = guess->kind == formats::FileKind::JsonObject
                                         ? checkpoint::openCheckpoint(path, &m_progress)
                                         : Result<checkpoint::CheckpointPtr>();
                   !list) {
            refuse(path, errorWords(list.error(), path), (*source)->sizeBytes());
        } else {
            m_found.files.push_back({.path = path,
                                     .target = convert::targetFor(m_recipe, path),
                                     .bytes = (*source)->sizeBytes(),
                                     .refusal = {},
                                     .isFailure = false});
            m_pending.push_back({m_found.files.back().target, m_found.files.back().bytes});
        }
    }

    void refuse(const std::string& path, const QString& why, std::uint64_t bytes = 0)
    {
        if (m_refused++ >= kMostNamed) {
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

    static bool isHidden(const fs::path& path) { return path.filename().string().starts_with('.'); }
    /// What a conversion is writing, or a killed one left.
    static bool isTemporary(const fs::path& path)
    {
        const std::string name = path.filename().string();
        return name.starts_with('.') && name.ends_with(".part") && name.find(".cairn-") != std::string::npos;
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
