#include "core/base/files/folder_walk.h"

#include "core/base/files/file_sink.h"
#include "core/base/platform/folder_list.h"
#include "core/base/text/natural_order.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cairn {

namespace {

std::string_view nameOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

void sortNames(std::vector<std::string>& paths)
{
    std::ranges::sort(
        paths, [](const std::string& a, const std::string& b) { return compareNaturally(nameOf(a), nameOf(b)) < 0; });
}

} // namespace

FolderContent contentOf(std::string folder)
{
    FolderContent content;
    content.failure = platform::listFolder(folder, [&](platform::FolderEntry entry) {
        const std::string_view name = nameOf(entry.path);
        if (!entry.isFolder) {
            if (!FileSink::targetOf(name)) {
                content.files.push_back(std::move(entry.path));
            }
        } else if (name.starts_with('.')) {
            content.hiddenFolders.push_back(std::move(entry.path));
        } else {
            (entry.isLink ? content.linkedFolders : content.folders).push_back(std::move(entry.path));
        }
    });
    content.path = std::move(folder);
    for (auto* paths : {&content.files, &content.folders, &content.hiddenFolders, &content.linkedFolders}) {
        sortNames(*paths);
    }
    return content;
}

void walkFolders(const std::string& top, const std::function<bool(FolderContent&)>& visit)
{
    std::vector<std::string> folders{top};
    while (!folders.empty()) {
        FolderContent content = contentOf(std::move(folders.back()));
        folders.pop_back();
        if (!visit(content)) {
            return;
        }
        std::ranges::move(content.folders.rbegin(), content.folders.rend(), std::back_inserter(folders));
    }
}

} // namespace cairn
