#include "core/checkpoint/folders/deepspeed_universal.h"

#include "core/base/files/folder_walk.h"
#include "core/checkpoint/folders/file_rows.h"
#include "core/checkpoint/folders/member_file.h"

#include <string_view>

namespace cairn::checkpoint {

namespace {

constexpr std::string_view kSettings = "zero/optimizer_state.pt";

/// "zero/embed.weight/fp32.pt": of which parameter, and what.
struct UniversalName {
    std::string parameter;
    std::string what;
};

UniversalName universalName(std::string_view path)
{
    const std::size_t file = path.rfind('/');
    const std::size_t folder = path.rfind('/', file - 1);
    const std::string_view name = path.substr(file + 1);
    return {std::string(path.substr(folder + 1, file - folder - 1)), std::string(name.substr(0, name.rfind('.')))};
}

} // namespace

std::vector<std::string> universalFiles(const std::string& folder, const std::string& inside)
{
    std::vector<std::string> names;
    const auto addAll = [&](const FolderContent& content) {
        for (const std::string& file : content.files) {
            if (file.ends_with(".pt")) {
                names.push_back(file.substr(folder.size() + 1));
            }
        }
    };
    const FolderContent zero = contentOf(folder + "/" + inside + (inside.empty() ? "" : "/") + "zero");
    addAll(zero);
    for (const std::string& parameter : zero.folders) {
        addAll(contentOf(parameter));
    }
    return names;
}

bool isUniversalSettings(const std::string& name)
{
    return name.ends_with(kSettings);
}

Result<StateByName> readUniversal(const FileSet& files, std::span<const std::string> names, std::uint32_t first,
                                  StateBuilder& state, CheckpointBuilder& builder, const Progress* progress)
{
    StateByName all;
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        if (isUniversalSettings(names[i])) {
            continue;
        }
        CAIRN_ASSIGN(file, openMember(files, first + i, names[i], builder, progress));
        if (file == nullptr) {
            continue;
        }
        const FileRows rows(*file);
        const auto [parameter, what] = universalName(names[i]);
        const EntryId inside = rows.child(0, "param");
        const EntryId row = inside == kNoId ? 0 : inside;
        const Tensor* tensor = rows.tensor(row);
        ParameterState& found = all[parameter];
        if (tensor != nullptr && what == kMasters) {
            found.master = state.addWhole(*file, *tensor, first + i, parameter);
        } else if (tensor != nullptr) {
            found.values.push_back({what, state.addWhole(*file, *tensor, first + i, parameter)});
        } else if (auto number = state.addScalar(*file, row, first + i, parameter, what)) {
            found.values.push_back(std::move(*number));
        } else {
            builder.addIssue({ErrorCode::PieceBroken, Severity::Error, message("it holds no tensor"), names[i]});
        }
    }
    return all;
}

} // namespace cairn::checkpoint
