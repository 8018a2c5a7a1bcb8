#include "core/checkpoint/readers/torch_tar_reader.h"

#include "core/base/text/text.h"
#include "core/checkpoint/readers/tar_tensors.h"
#include "core/checkpoint/tree/tree_reader.h"
#include "core/formats/sniff/foreign.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

namespace cairn::checkpoint {

using formats::TarArchive;
using formats::TarMember;

namespace {

/// "It holds "a.wav", "b.wav" and more"
Message contentsOf(const TarArchive& tar)
{
    constexpr std::size_t shown = 3;
    const std::size_t count = tar.members().size();
    if (count == 0) {
        return message("It holds no file");
    }
    std::vector<std::string> names;
    for (const TarMember& member : std::span(tar.members()).first(std::min(shown, count))) {
        names.push_back(inQuotes(member.name));
    }
    if (count <= shown) {
        return message("It holds %1", listOf(names, shown));
    }
    return message("It holds %1, %2, %3 and more", names[0], names[1], names[2]);
}

/// Which of the members that torch needs is not there; or why this is no checkpoint at all.
Error missingMember(const TarArchive& tar)
{
    constexpr std::array<std::string_view, 4> names = {"sys_info", "storages", "tensors", "pickle"};
    const bool isTorch = std::ranges::any_of(names, [&](std::string_view name) { return tar.find(name) != nullptr; });
    if (!isTorch) {
        return formats::explainForeign({formats::FileKind::Tar, contentsOf(tar)});
    }
    // sys_info may be missing: torch does not look at it either.
    const auto* const absent = std::ranges::find_if(names.begin() + 1, names.end(),
                                                    [&](std::string_view name) { return tar.find(name) == nullptr; });
    return error(ErrorCode::TarBroken, message("the member %1 is missing from the tar", inQuotes(*absent)))
        .because(message("A checkpoint of this kind is made of storages, tensors and pickle"))
        .fix(message("The file is probably incomplete: compare its size with the original and copy it again"));
}

/// Members that another program might take in place of those that are read.
void reportOtherMembers(const TarArchive& tar, CheckpointBuilder& builder)
{
    constexpr std::array<std::string_view, 4> names = {"sys_info", "storages", "tensors", "pickle"};
    const auto* const repeated =
        std::ranges::find_if(names, [&](std::string_view name) { return tar.isRepeated(name); });
    std::string what = tar.oddity();
    if (repeated != names.end()) {
        what = "several members called " + inQuotes(*repeated);
    }
    if (!what.empty()) {
        builder.addIssue(ErrorCode::Ambiguous, Severity::Error,
                         message("different programs would read different things: the tar has %1", what));
    }
}

} // namespace

Result<CheckpointPtr> readTorchTar(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    CAIRN_ASSIGN(tar, TarArchive::open(*source));
    const TarMember* const storages = tar.find("storages");
    const TarMember* const tensors = tar.find("tensors");
    const TarMember* const pickle = tar.find("pickle");
    if (storages == nullptr || tensors == nullptr || pickle == nullptr) {
        return fail(missingMember(tar));
    }
    CheckpointBuilder builder(path, Format::TorchTar, source->sizeBytes());
    if (!tar.hasEnd()) {
        builder.addIssue(
            ErrorCode::TarBroken, Severity::Warning,
            message("the tar has no end mark, so something may have been cut off; all that torch needs is there"));
    }
    reportOtherMembers(tar, builder);
    auto saved = std::make_unique<TarTensors>(builder);
    const std::uint32_t sourceId = builder.addSource({source, path, true});
    CAIRN_TRY(saved->load(source, sourceId, *storages, *tensors, progress));

    CAIRN_ASSIGN(bytes, SliceSource::make(source, pickle->offset, pickle->bytes));
    auto graph = decodeWithin(*builder.budget(), bytes, 0, progress);
    if (!graph) {
        return fail(std::move(graph).error().in("member \"pickle\""));
    }
    const formats::NodeId root = graph->root();
    auto document = std::make_unique<PickleDocument>(std::move(*graph), bytes, "pickle");
    document->tensors = std::move(saved);
    DocumentSet documents(builder, progress);
    const std::uint32_t id = documents.add(std::move(document));
    TreeReader tree(builder, documents);
    CAIRN_TRY(tree.read({id, root}));
    documents.report();
    return builder.finish();
}

} // namespace cairn::checkpoint
