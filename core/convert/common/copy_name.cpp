#include "core/convert/common/copy_name.h"

#include "core/base/platform/path_text.h"
#include "core/base/text/near_name.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace cairn::convert {

namespace {

constexpr std::string_view kStem = "{stem}";
constexpr std::string_view kExtension = "{ext}";
constexpr std::string_view kFolderPlace = "{dir}";
constexpr std::string_view kIndexEnding = ".index.json";

constexpr std::string_view kSafetensorsEnding = ".safetensors";
constexpr std::array<std::string_view, 5> kTorchEndings = {".pth", ".pt", ".bin", ".ckpt", ".pth.tar"};
/// Formats that people keep models and tensors in.
constexpr std::array<std::string_view, 22> kOtherEndings = {
    ".safetensor", ".sft",           // which are none, and most likely meant as .safetensors
    ".pt2",        ".distcp", ".gz", // which would need more than torch.save
    ".npy",        ".npz",    ".onnx", ".gguf", ".ggml",    ".h5",      ".hdf5",    ".keras", ".tflite",
    ".json",       ".yaml",   ".csv",  ".pb",   ".msgpack", ".mlmodel", ".parquet", ".engine"};

/// That of a name, in small or in capital letters; empty if it has none of them.
std::string_view endingAmong(std::span<const std::string_view> endings, std::string_view name)
{
    const std::string small = inSmallLetters(name);
    const auto ending = std::ranges::find_if(endings, [&small](std::string_view one) { return small.ends_with(one); });
    return ending == endings.end() ? std::string_view() : *ending;
}

/// Of the folder that a file lies in. The file need not say it.
std::string folderName(const std::filesystem::path& file)
{
    std::error_code failure;
    const std::filesystem::path whole = std::filesystem::absolute(file, failure);
    return (failure ? file : whole).lexically_normal().parent_path().filename().string();
}

} // namespace

Result<void> checkCopyPattern(std::string_view pattern)
{
    if (pattern.find(kStem) == std::string_view::npos) {
        return fail(error(ErrorCode::Usage, message("the name pattern %1 has no {stem}", inQuotes(pattern)))
                        .because(message("All copies would have the same name"))
                        .fix(message("Write {stem} where the name of the file should be, as in %1", kCopyPattern)));
    }
    for (std::size_t open = pattern.find('{'); open != std::string_view::npos; open = pattern.find('{', open + 1)) {
        const std::string_view part = pattern.substr(open, pattern.find('}', open) - open + 1);
        if (part.ends_with('}') && part != kStem && part != kExtension && part != kFolderPlace) {
            return fail(
                error(ErrorCode::Usage, message("the name pattern has %1, which stands for nothing", inQuotes(part)))
                    .fix(message("Use {stem} for the name of the file, {ext} for its ending and {dir} for the name of "
                                 "its folder")));
        }
    }
    if (pattern.find('/') != std::string_view::npos || pattern.find('\0') != std::string_view::npos) {
        return fail(error(ErrorCode::Usage, message("the name pattern %1 names a folder", inQuotes(pattern)))
                        .fix(message("Choose the folder on its own")));
    }
    return {};
}

NamedFormat formatOfName(std::string_view name)
{
    if (!endingAmong(std::span(&kSafetensorsEnding, 1), name).empty()) {
        return NamedFormat::Safetensors;
    }
    if (!endingAmong(kTorchEndings, name).empty()) {
        return NamedFormat::Torch;
    }
    return endingAmong(kOtherEndings, name).empty() ? NamedFormat::Any : NamedFormat::Other;
}

Result<void> checkSpelling(const std::string& target, const std::string& source)
{
    const std::string ending = std::filesystem::path(target).extension().string();
    if (formatOfName(target) != NamedFormat::Any || ending == std::filesystem::path(source).extension().string()) {
        return {};
    }
    constexpr std::array<std::string_view, 3> others = {".pyth", ".opt", ".chkpt"}; // which people use
    constexpr std::size_t shortest = 4;                                             // and ".th"
    std::vector<std::string> known(kTorchEndings.begin(), kTorchEndings.end());
    known.emplace_back(kSafetensorsEnding);
    const bool isMeant = ending.size() < shortest || std::ranges::count(others, ending) != 0 ||
                         std::ranges::any_of(known, [&](const std::string& one) { return ending.starts_with(one); });
    const auto meant = isMeant ? std::nullopt : nearestName(ending, known); // ".pt_old" is no slip of the hand
    if (!meant) {
        return {};
    }
    return fail(
        error(ErrorCode::Usage, message("the name ends in %1; did you mean %2?", inQuotes(ending), inQuotes(*meant)))
            .in(target)
            .fix(message("--to pth or --to safetensors writes it under this name")));
}

Result<void> checkCopyName(const std::string& target, NamedFormat format, const std::string& source)
{
    const NamedFormat said = formatOfName(target);
    if (said == NamedFormat::Other) {
        const std::string_view ending = endingAmong(kOtherEndings, target);
        if (endingAmong(kOtherEndings, source) == ending) {
            return {};
        }
        Error problem = error(ErrorCode::Usage, message("Cairn does not write %1 files", ending)).in(target);
        if (target.ends_with(kIndexEnding)) {
            return fail(std::move(problem)
                            .because(message("A set of shards and its index are named after what would be one file"))
                            .fix(message("Write %1", target.substr(0, target.size() - kIndexEnding.size()))));
        }
        return fail(std::move(problem)
                        .because(message("It writes what torch.load reads (.pth, .pt, .bin, .ckpt), and .safetensors"))
                        .fix(message(
                            "Let the name end in one of these; --to chooses the format for names that end otherwise")));
    }
    if (said == NamedFormat::Any || format == NamedFormat::Any || said == format) {
        return {};
    }
    if (said == NamedFormat::Safetensors) {
        return fail(error(ErrorCode::Usage, message("the copy would be no safetensors file, as its name says"))
                        .in(target)
                        .because(message("Another format was asked for, or has to stay"))
                        .fix(message("Let the name end in .pth, or ask for safetensors (--to safetensors)")));
    }
    return fail(
        error(ErrorCode::Usage, message("the copy would be safetensors, and its name says otherwise"))
            .in(target)
            .because(message("torch.load does not read safetensors"))
            .fix(message("Let the name end in .safetensors, or do not ask for safetensors: the name says the format")));
}

Result<TensorFileFormat> formatOfTensors(const std::string& target, std::size_t tensors)
{
    constexpr std::string_view npy = ".npy";
    const bool isNpy = inSmallLetters(target).ends_with(npy);
    switch (formatOfName(target)) {
    case NamedFormat::Safetensors: return TensorFileFormat::Safetensors;
    case NamedFormat::Torch: return TensorFileFormat::Torch;
    default: break;
    }
    if (isNpy && tensors == 1) {
        return TensorFileFormat::Npy;
    }
    const std::string ending = std::filesystem::path(target).extension().string();
    Message what = message("Cairn does not write %1 files", ending);
    if (isNpy) {
        what = message("a .npy file holds one tensor, and these are several");
    } else if (ending.empty()) {
        what = message("the name has no ending that says a format");
    }
    return fail(error(ErrorCode::Usage, std::move(what))
                    .in(target)
                    .fix(tensors == 1 ? message("Let the name end in .npy, .safetensors or .pth")
                                      : message("Let the name end in .safetensors or .pth")));
}

std::string copyPath(const std::string& file, std::string_view pattern, const std::string& folder,
                     std::string_view extension)
{
    namespace fs = std::filesystem;
    const fs::path source(file);
    fs::path name = source.filename();
    if (std::string text = name.string(); text.ends_with(kIndexEnding) && text.size() > kIndexEnding.size()) {
        text.resize(text.size() - kIndexEnding.size());
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
        } else if (pattern.starts_with(kFolderPlace)) {
            result += folderName(source);
            pattern.remove_prefix(kFolderPlace.size());
        } else {
            result += pattern.front();
            pattern.remove_prefix(1);
        }
    }
    return platform::pathText((folder.empty() ? source.parent_path() : fs::path(folder)) / result);
}

std::string numberedPath(const std::string& path, unsigned number)
{
    const std::filesystem::path whole(path);
    const std::string name = whole.stem().string() + "-" + std::to_string(number) + whole.extension().string();
    return platform::pathText(whole.parent_path() / name);
}

std::string withoutNumber(const std::string& path)
{
    const std::filesystem::path whole(path);
    const std::string stem = whole.stem().string();
    const std::size_t dash = stem.find_last_not_of("0123456789");
    if (dash == std::string::npos || dash == 0 || dash + 1 == stem.size() || stem[dash] != '-') {
        return {};
    }
    return platform::pathText(whole.parent_path() / (stem.substr(0, dash) + whole.extension().string()));
}

} // namespace cairn::convert
