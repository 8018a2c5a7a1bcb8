#include "app/cli/common/checkpoint_tree.h"

#include "core/base/files/byte_source.h"
#include "core/base/files/folder_walk.h"
#include "core/base/platform/path_text.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/folders/folder_kind.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/copy_name.h"
#include "core/formats/pickle/pickle_probe.h"
#include "core/formats/safetensors/shard_sets.h"
#include "core/formats/sniff/sniff.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace cairn::cli {

namespace {

namespace fs = std::filesystem;

/// What torch.distributed.checkpoint reads first, and unpickles.
constexpr std::string_view kFolderMetadata = ".metadata";

/// Whether a file is a checkpoint, or was to be one: a broken one shall be told of, and not be passed over.
bool isCheckpointFile(const std::string& path, const Progress& progress)
{
    const std::string small = inSmallLetters(path);
    const convert::NamedFormat named = convert::formatOfName(path);
    const bool isNamed = named == convert::NamedFormat::Torch || named == convert::NamedFormat::Safetensors;
    // Other programs call their files so, too. What torch.load would run of one is no such file.
    const bool isVague = small.ends_with(".bin") || small.ends_with(".pkl");
    const auto source = FileSource::open(path);
    if (!source) {
        const ErrorCode code = source.error().code;
        return code != ErrorCode::NotARegularFile && (isNamed || code != ErrorCode::FileNotFound);
    }
    if (isNamed && !isVague) {
        return true;
    }
    const auto guess = formats::sniff(**source);
    if (!guess) {
        return true;
    }
    if (const auto* reader = checkpoint::readerOf(guess->kind); reader == nullptr || reader->isSetOfFiles) {
        return isVague && (formats::isInPlaceOfFile(guess->kind) || formats::mayCall(*source));
    }
    const auto opened = checkpoint::openCheckpoint(path, &progress);
    return opened || opened.error().code != ErrorCode::NotACheckpoint;
}

class TreeSearch {
public:
    TreeSearch(fs::path top, TreeUse use, fs::path copies, Progress& progress, TreeFiles& found)
        : m_top(std::move(top)), m_use(use), m_copies(std::move(copies)), m_progress(progress), m_found(found)
    {
    }

    bool visit(FolderContent& folder)
    {
        if (!folder.failure.empty()) {
            m_found.failures.push_back(
                error(ErrorCode::FileNotReadable, message("cannot read the folder: %1", folder.failure))
                    .in(folder.path));
        }
        m_found.hiddenFolders += folder.hiddenFolders.size();
        m_found.linkedFolders += folder.linkedFolders.size();
        m_found.foldersOfCopies += std::erase_if(folder.folders, [this](const std::string& path) {
            std::error_code failure;
            return !m_copies.empty() && fs::equivalent(path, m_copies, failure);
        });
        m_below = platform::pathText(fs::path(folder.path).lexically_relative(m_top));
        if (m_use != TreeUse::InPlace) {
            takeFolder(folder);
            takeSets(folder.files);
        }
        for (const std::string& file : folder.files) {
            if (m_progress.stopRequested()) {
                return false;
            }
            m_progress.add(1);
            lookAt(file);
        }
        return !m_progress.stopRequested();
    }

private:
    /// A folder that is one checkpoint stands for its files: none of them is one by itself.
    void takeFolder(FolderContent& folder)
    {
        const bool isOne = !checkpoint::takeCheckpoint(folder).empty();
        if (isOne) { // it lies beside the folders of its own folder, as a file would
            m_found.files.push_back(
                {.path = folder.path, .below = platform::pathText(fs::path(m_below).parent_path())});
        }
    }

    /// Indexes stand for their shards.
    void takeSets(std::vector<std::string>& files)
    {
        for (const formats::ShardSet& set : formats::takeShardSets(files)) {
            take(set.index);
            m_found.shards += set.shards.size();
        }
    }

    /// Somebody else's link may lead to any file of the user.
    bool isLinkOfOthers(const fs::path& file)
    {
        std::error_code failure;
        if (!fs::is_symlink(file, failure)) {
            return false;
        }
        auto source = FileSource::openNamed(platform::pathText(file.parent_path()), file.filename().string());
        if (source || source.error().code != ErrorCode::FileNotReadable) {
            return false;
        }
        m_found.failures.push_back(std::move(source).error());
        return true;
    }

    void lookAt(const std::string& file)
    {
        if (isLinkOfOthers(file)) {
            return;
        }
        const std::string name = fs::path(file).filename().string();
        const bool isHidden = name.starts_with('.') && name != kFolderMetadata;
        if (isHidden) {
            ++m_found.hiddenFiles;
        } else if (isCheckpointFile(file, m_progress)) {
            take(file);
        } else {
            ++m_found.others;
        }
    }

    void take(const std::string& file) { m_found.files.push_back({.path = file, .below = m_below}); }

    const fs::path m_top;
    const TreeUse m_use;
    const fs::path m_copies;
    Progress& m_progress;
    TreeFiles& m_found;
    std::string m_below;
};

} // namespace

std::string TreeFiles::text() const
{
    std::string passed;
    const auto add = [&passed](std::uint64_t count, std::string_view one, std::string_view many) {
        if (count != 0) {
            passed += (passed.empty() ? "; passed over: " : ", ") + countOf(count, one, many);
        }
    };
    add(others, "file that is none", "files that are none");
    add(hiddenFiles, "hidden file", "hidden files");
    add(shards, "shard of a set", "shards of sets");
    add(hiddenFolders, "hidden folder", "hidden folders");
    add(linkedFolders, "link to a folder", "links to folders");
    add(foldersOfCopies, "folder of copies", "folders of copies");
    return countOf(files.size(), "checkpoint") + " found" + passed;
}

void searchTree(const std::string& top, TreeUse use, const std::string& copies, Progress& progress, TreeFiles& found)
{
    TreeSearch search(top, use, copies, progress, found);
    walkFolders(top, [&search](FolderContent& folder) { return search.visit(folder); });
}

} // namespace cairn::cli
