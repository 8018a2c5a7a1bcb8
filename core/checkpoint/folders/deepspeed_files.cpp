#include "core/checkpoint/folders/deepspeed_files.h"

#include "core/base/files/byte_source.h"
#include "core/base/files/folder_walk.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <charconv>

namespace cairn::checkpoint {

namespace {

/// Takes the beginning of a text away, if it is that.
bool take(std::string_view& text, std::string_view beginning)
{
    const bool isIt = text.starts_with(beginning);
    text.remove_prefix(isIt ? beginning.size() : 0);
    return isIt;
}

/// The same with a number behind it.
std::optional<std::uint64_t> takeNumber(std::string_view& text, std::string_view beginning)
{
    if (!take(text, beginning)) {
        return std::nullopt;
    }
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    return number;
}

std::string firstLine(const std::string& path)
{
    constexpr std::uint64_t most = 4096; // as names of files are
    const auto file = FileSource::open(path);
    const auto bytes =
        file && (*file)->sizeBytes() <= most ? (*file)->readBytes(0, (*file)->sizeBytes()) : Result<Bytes>(Bytes());
    const std::string_view text =
        bytes ? std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string_view();
    return std::string(text.substr(0, text.find_first_of("\r\n")));
}

} // namespace

std::optional<DeepSpeedName> deepSpeedName(std::string_view path)
{
    std::string_view name = path.substr(path.rfind('/') + 1);
    const bool isModel = name.ends_with("model_states.pt");
    if (!isModel && !name.ends_with("_optim_states.pt")) {
        return std::nullopt;
    }
    if (name.starts_with("expert_") || name.starts_with("expp_rank_") || name.contains("_expert_")) {
        return DeepSpeedName{.kind = DeepSpeedName::Kind::Expert};
    }
    if (name.starts_with("layer_")) {
        return DeepSpeedName{.kind = DeepSpeedName::Kind::Layer};
    }
    if (!isModel) {
        (void)(take(name, "bf16_") || take(name, "fp16_"));
    }
    const auto rank = takeNumber(name, "zero_pp_rank_");
    (void)(rank && take(name, "_"));
    const auto modelRank = takeNumber(name, "mp_rank_");
    if (!modelRank || (name != "_model_states.pt" && name != "_optim_states.pt") || (!isModel && !rank)) {
        return std::nullopt;
    }
    const auto kind = !isModel ? DeepSpeedName::Kind::Partition
                      : rank   ? DeepSpeedName::Kind::RankModel
                               : DeepSpeedName::Kind::Model;
    return DeepSpeedName{.kind = kind, .rank = rank.value_or(0), .modelRank = *modelRank};
}

std::optional<std::string> namedAsLatest(const FolderContent& root)
{
    for (const char* file : {"/latest", "/latest_universal"}) {
        if (std::ranges::find(root.files, root.path + file) == root.files.end()) {
            continue;
        }
        std::string name = firstLine(root.path + file);
        const auto folder = std::ranges::find(root.folders, root.path + "/" + name);
        if (!name.empty() && folder != root.folders.end()) {
            return name;
        }
    }
    return std::nullopt;
}

} // namespace cairn::checkpoint
