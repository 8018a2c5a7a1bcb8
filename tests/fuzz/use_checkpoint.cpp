#include "tests/fuzz/use_checkpoint.h"

#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/convert/common/compare.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/retag/retag.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/convert/tensors/tensor_output.h"
#include "core/convert/tensors/tensor_set.h"
#include "core/devices/machine/machine_text.h"
#include "core/devices/preflight.h"
#include "core/devices/python/python_snippet.h"
#include "core/values/statistics.h"
#include "tests/fuzz/touch_checkpoint.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace cairn::fuzz {

using checkpoint::Checkpoint;

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20; ///< written or read for one input

/// A folder that goes with the process.
class Folder {
public:
    Folder()
    {
        if (::mkdtemp(m_path.data()) == nullptr) {
            std::abort();
        }
    }
    ~Folder() { std::filesystem::remove_all(m_path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    [[nodiscard]] std::string placeFor(const char* name) const { return m_path + '/' + name; }

private:
    std::string m_path = (std::filesystem::temp_directory_path() / "cairn-fuzz-XXXXXX").string();
};

void judge(const Checkpoint& source, const devices::MapLocation& map)
{
    static const auto machine = devices::describeMachine("2 x 24 GB");
    for (const auto line : {devices::TorchLine::Torch113, devices::TorchLine::Latest}) {
        (void)devices::preflight(source, map, *machine, line);
        (void)devices::pythonSnippet(source, map, {.line = line});
    }
    (void)devices::compareLoadPaths(source, map, *machine, devices::TorchLine::Latest);
    (void)devices::cppSnippet(source, map);
    (void)checkpoint::weightsOnlyVerdict(source, &checkpoint::GlobalUse::latest);
}

/// That a copy of a damaged file cannot be compared is an answer; that another one differs is none.
void requireSame(const Checkpoint& source, const Result<convert::Difference>& difference)
{
    require(!difference || !*difference || source.damage() != nullptr,
            difference ? difference->value_or(Message()).text() : "");
}

void retag(const Checkpoint& source, const convert::TagMap& map)
{
    Progress progress;
    const std::string path = placeFor("retagged");
    if (convert::retag(source, map, path, FileSink::Existing::Replace, &progress)) {
        const auto copy = checkpoint::openCheckpoint(path, &progress);
        require(copy.has_value(), copy ? "" : copy.error().paragraph());
        requireSame(source, convert::firstDifference(source, **copy, map, &progress));
    }
}

void rewrite(const Checkpoint& source, const convert::TagMap& map, convert::PickleContainer container)
{
    Progress progress;
    auto selection = convert::Selection::make({}, {"optimizer*"}, {});
    convert::RewriteRules rules{.selection = std::move(*selection),
                                .storages = {.casts = {}, .compact = true, .container = container}};
    const auto plan = convert::planRewrite(source, std::move(rules), map, &progress);
    if (!plan || plan->fileBytes() > kMostBytes) {
        return;
    }
    const std::string copy = placeFor("rewritten");
    if (convert::writeRewrite(source, *plan, copy, FileSink::Existing::Replace, &progress)) {
        if (const auto written = checkpoint::openCheckpoint(copy, &progress)) {
            requireSame(source, convert::firstDifference(source, *plan, map, **written, &progress));
        }
    }
}

void writeTensors(const Checkpoint& source, convert::TensorFormat format)
{
    Progress progress;
    const auto set = convert::planTensorSet(source, {.sharing = convert::Sharing::Clone}, &progress);
    if (!set) {
        return;
    }
    const auto plan = convert::planOutput(source, *set, {.format = format, .target = placeFor("tensors")});
    if (!plan || plan->fileBytes > kMostBytes) {
        return;
    }
    const auto report =
        convert::writeOutput(source, *plan, FileSink::Existing::Replace, convert::Verify::Yes, &progress);
    require(!report || report->difference.empty(), report ? report->difference.text() : "");
}

void readNumbers(const Checkpoint& source)
{
    std::uint64_t bytes = 0;
    for (checkpoint::TensorId id = 0; id < source.tensors().size() && bytes < kMostBytes; ++id) {
        const std::uint64_t size = source.logicalBytes(source.tensors()[id]);
        if (size < kMostBytes) {
            bytes += size;
            (void)values::computeStatistics(source, id, nullptr);
        }
    }
}

} // namespace

std::string placeFor(const char* name)
{
    static const Folder folder;
    return folder.placeFor(name);
}

void require(bool holds, const std::string& what)
{
    if (!holds) {
        std::fprintf(stderr, "%s\n", what.c_str());
        std::abort();
    }
}

void writeInput(const std::string& path, const std::uint8_t* data, std::size_t size)
{
    std::FILE* file = std::fopen(path.c_str(), "wb");
    require(file != nullptr && std::fwrite(data, 1, size, file) == size && std::fclose(file) == 0,
            "no room in " + path);
}

void use(const Checkpoint& source)
{
    const auto isTooDeep = [](const Issue& issue) { return issue.code == ErrorCode::TreeTooDeep; };
    // Too many values, or a hundred thousand in each other, take seconds here.
    if (source.entries().size() >= 10'000 || std::ranges::any_of(source.issues(), isTooDeep)) {
        return;
    }
    touch(source);
    devices::MapCondition isWeight;
    isWeight.path = "*.weight";
    const std::array maps = {devices::MapLocation::everythingTo("cpu"), devices::MapLocation::device("cuda:1"),
                             devices::MapLocation({{"cuda:*", "cuda:0", {"cpu"}}, {"*", "meta", {}, isWeight}})};
    for (const devices::MapLocation& map : maps) {
        judge(source, map);
        retag(source, {map, convert::DeviceObjects::Map});
    }
    rewrite(source, maps[0], convert::PickleContainer::Zip);
    rewrite(source, maps[0], convert::PickleContainer::Legacy);
    writeTensors(source, convert::TensorFormat::Safetensors);
    writeTensors(source, convert::TensorFormat::TorchZip);
    readNumbers(source);
}

} // namespace cairn::fuzz
