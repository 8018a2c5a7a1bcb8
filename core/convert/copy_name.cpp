#include "core/convert/copy_name.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace cairn::convert {

namespace {

constexpr std::string_view kStem = "{stem}";
constexpr std::string_view kExtension = "{ext}";

} // namespace

Result<void> checkCopyPattern(std::string_view pattern)
{
    if (pattern.find(kStem) == std::string_view::npos) {
        return fail(error(ErrorCode::Usage, "the name pattern " + inQuotes(pattern) + " has no {stem}")
                        .because("All copies would have the same name")
                        .fix("Write {stem} where the name of the file should be, as in " + std::string(kCopyPattern)));
    }
    for (std::size_t open = pattern.find('{'); open != std::string_view::npos; open = pattern.find('{', open + 1)) {
        const std::string_view part = pattern.substr(open, pattern.find('}', open) - open + 1);
        if (part.ends_with('}') && part != kStem && part != kExtension) {
            return fail(error(ErrorCode::Usage, "the name pattern has " + inQuotes(part) + ", which stands for nothing")
                            .fix("Use {stem} for the name of the file and {ext} for its ending"));
        }
    }
    if (pattern.find('/') != std::string_view::npos || pattern.find('\0') != std::string_view::npos) {
        return fail(error(ErrorCode::Usage, "the name pattern " + inQuotes(pattern) + " names a folder")
                        .fix("Choose the folder on its own"));
    }
    return {};
}

Result<void> checkCopyName(const std::string& target, bool isSafetensors)
{
    constexpr std::string_view safetensors = ".safetensors";
    constexpr std::array<std::string_view, 4> torch = {".pth", ".pt", ".ckpt", ".pth.tar"};
    const auto ends = [&](std::string_view ending) { return target.ends_with(ending); };
    if (!isSafetensors && ends(safetensors)) {
        return fail(error(ErrorCode::Usage, "the copy would not be safetensors, as its name says")
                        .in(target)
                        .because("It keeps the format of its source unless another one is asked for")
                        .fix("Ask for safetensors (--to safetensors), or let the name end in .pth"));
    }
    if (isSafetensors && std::ranges::any_of(torch, ends)) {
        return fail(error(ErrorCode::Usage, "the copy would be safetensors, and its name says otherwise")
                        .in(target)
                        .because("torch.load does not read safetensors")
                        .fix("Let the name end in .safetensors"));
    }
    return {};
}

std::string copyPath(const std::string& file, std::string_view pattern, const std::string& folder,
                     std::string_view extension)
{
    namespace fs = std::filesystem;
    const fs::path source(file);
    fs::path name = source.filename();
    constexpr std::string_view index = ".index.json";
    if (std::string text = name.string(); text.ends_with(index) && text.size() > index.size()) {
        text.resize(text.size() - index.size());
        name = text;
    }
    const std::string stem = name.stem().string();
    const std::string ext = extension.empty() ? name.extension().string() : std::string(extension);
    std::string result;
    while (!pattern.empty()) { // the name may have braces of its own
        if (pattern.starts_with(kStem)) {
            result += stem;
            pattern.remove_prefix(kStem.size());
        } else if (pattern.starts_with(kExtension)) {
            result += ext;
            pattern.remove_prefix(kExtension.size());
        } else {
            result += pattern.front();
            pattern.remove_prefix(1);
        }
    }
    return ((folder.empty() ? source.parent_path() : fs::path(folder)) / result).string();
}

std::string numberedPath(const std::string& path, unsigned number)
{
    const std::filesystem::path whole(path);
    const std::string name = whole.stem().string() + "-" + std::to_string(number) + whole.extension().string();
    return (whole.parent_path() / name).string();
}

} // namespace cairn::convert
