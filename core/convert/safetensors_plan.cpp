#include "core/convert/safetensors_plan.h"

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/convert/safetensors_limits.h"
#include "core/convert/safetensors_sharing.h"
#include "core/formats/safetensors_writer.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::Format;
using checkpoint::kNoId;
using checkpoint::Tensor;
using checkpoint::ValueKind;

namespace {

constexpr std::string_view kFormatKey = "format";

/// Sorts the rows of the tree into what is written and what is left out.
class Sorter {
public:
    explicit Sorter(const Checkpoint& source)
        : m_source(source), m_hasMetadata(source.format() == Format::Safetensors || source.format() == Format::Sharded)
    {
    }

    Sorter(const Sorter&) = delete;
    Sorter& operator=(const Sorter&) = delete;

    void visit(EntryId id, std::size_t depth)
    {
        if (depth > m_skipBelow) {
            return;
        }
        m_skipBelow = kNowhere;
        const Entry& entry = m_source.entries()[id];
        switch (entry.kind) {
        case EntryKind::Tensor: addTensor(id, m_source.tensors()[entry.payload]); break;
        case EntryKind::Storage: leaveOut(id, "a storage without a tensor"); break;
        case EntryKind::Reference: leaveOut(id, "a place where the object holds itself, or is nested too deep"); break;
        case EntryKind::Value: addValue(id); break;
        case EntryKind::Group:
            if (m_hasMetadata && depth == 1 && entry.attribute && m_source.keyText(entry) == "__metadata__") {
                takeMetadata(entry);
                m_skipBelow = depth;
            } else if (entry.attribute && m_source.keyText(entry) == "_metadata") {
                leaveOut(id, "versions of modules, which load_state_dict does without", true);
                m_skipBelow = depth;
            } else if (entry.childCount == 0 && depth != 0) {
                addValue(id);
            }
            break;
        }
    }

    SafetensorsPlan take()
    {
        leaveOutBroken();
        auto& leftOut = m_plan.leftOut;
        leftOut.insert(leftOut.end(), std::make_move_iterator(m_values.begin()),
                       std::make_move_iterator(m_values.end()));
        return std::move(m_plan);
    }

private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};

    void leaveOut(EntryId id, std::string why, bool harmless = false)
    {
        m_plan.leftOut.push_back({m_source.entryName(id), std::move(why), harmless});
    }

    void addValue(EntryId id)
    {
        if (m_plan.valuesLeftOut++ < SafetensorsPlan::kNamedValues) {
            const Entry& entry = m_source.entries()[id];
            m_values.push_back({m_source.entryName(id), "no tensor, but " + std::string(m_source.typeName(entry))});
        }
    }

    /// What the reader of the source could not make sense of is missing in the tree.
    void leaveOutBroken()
    {
        for (const Issue& issue : m_source.issues()) {
            const bool seenAsTensor = issue.code == ErrorCode::TensorBounds || issue.code == ErrorCode::TensorHuge;
            if (issue.severity == Severity::Error && !seenAsTensor) {
                m_plan.leftOut.push_back({issue.path, issue.message});
            }
        }
    }

    void addTensor(EntryId id, const Tensor& tensor)
    {
        if (tensor.part) {
            return; // goes or stays with the tensor it belongs to
        }
        std::string name = id == 0 ? "tensor" : m_source.entryName(id);
        if (std::string why = whyNotInSafetensors(m_source, tensor, name); !why.empty()) {
            leaveOut(id, std::move(why));
            return;
        }
        if (const auto* extra = m_source.extra(tensor); extra != nullptr && !extra->subclass.empty()) {
            leaveOut(id, "its class " + extra->subclass + "; its values are written");
        }
        m_plan.tensors.push_back({std::move(name), static_cast<checkpoint::TensorId>(m_source.entries()[id].payload)});
    }

    /// Texts that were metadata of safetensors stay it. Shards may repeat each other.
    void takeMetadata(const Entry& group)
    {
        for (EntryId id = group.firstChild; id < group.firstChild + group.childCount; ++id) {
            const Entry& entry = m_source.entries()[id];
            std::string key = m_source.keyText(entry);
            const std::string_view value = m_source.valueText(entry);
            const auto known = std::ranges::find(m_plan.metadata, key, &std::pair<std::string, std::string>::first);
            if (entry.kind != EntryKind::Value || entry.valueKind != ValueKind::Text ||
                !formats::isSafetensorsText(key) || !formats::isSafetensorsText(value)) {
                leaveOut(id, "no text that can be metadata");
            } else if (known == m_plan.metadata.end()) {
                m_plan.metadata.emplace_back(std::move(key), value);
            } else if (known->second != value) {
                leaveOut(id, "another shard has other metadata of this name");
            }
        }
    }

    const Checkpoint& m_source;
    bool m_hasMetadata;
    std::size_t m_skipBelow = kNowhere; ///< depth of a row whose children are dealt with
    std::vector<LeftOut> m_values;      ///< named after all that is rarer
    SafetensorsPlan m_plan;
};

std::string keysText(const Checkpoint& source, const NamedTensor& tensor)
{
    std::string text;
    for (const EntryId id : source.pathTo(source.tensors()[tensor.tensor].entry)) {
        text += "[" + quoted(source.keyText(source.entries()[id])) + "]";
    }
    return text;
}

Result<void> refuseCollisions(const Checkpoint& source, const std::vector<NamedTensor>& tensors)
{
    std::unordered_map<std::string_view, const NamedTensor*> seen;
    seen.reserve(tensors.size());
    for (const NamedTensor& tensor : tensors) {
        const auto [first, isNew] = seen.emplace(tensor.name, &tensor);
        if (!isNew) {
            return fail(error(ErrorCode::Unsupported, "two tensors would get the name " + quoted(tensor.name) + ": " +
                                                          keysText(source, *first->second) + " and " +
                                                          keysText(source, tensor))
                            .because("safetensors has one flat list of names, and nested keys are joined by dots")
                            .fix("Rename one of them in the checkpoint"));
        }
    }
    return {};
}

/// Takes out tensors that are the same as others, and notes their names in the metadata as safetensors.torch does.
Result<void> takeOutAliases(const Checkpoint& source, SafetensorsPlan& plan)
{
    CAIRN_ASSIGN(pairs, findAliases(source, plan.tensors));
    for (const auto& [alias, kept] : pairs) {
        plan.aliases.emplace_back(plan.tensors[alias].name, plan.tensors[kept].name);
    }
    for (const auto& [alias, kept] : plan.aliases) {
        const auto taken = std::ranges::find(plan.metadata, alias, &std::pair<std::string, std::string>::first);
        if (taken != plan.metadata.end()) {
            return fail(error(ErrorCode::Unsupported, "the metadata would need " + quoted(alias) +
                                                          " both for itself and for a tensor's second name")
                            .fix("Write each tensor with a copy of its own: --clone"));
        }
    }
    std::size_t next = 0; // of the pairs, which are in the order of the aliases
    std::size_t index = 0;
    std::erase_if(plan.tensors, [&](const NamedTensor&) {
        const bool isAlias = next < pairs.size() && pairs[next].first == index;
        next += isAlias ? 1U : 0U;
        ++index;
        return isAlias;
    });
    return {};
}

/// The order of the safetensors library; see safetensorsPlace().
void sortTensors(const Checkpoint& source, std::vector<NamedTensor>& tensors)
{
    std::ranges::sort(tensors, [&](const NamedTensor& a, const NamedTensor& b) {
        const auto placeA = formats::safetensorsPlace(source.tensors()[a.tensor].dtype);
        const auto placeB = formats::safetensorsPlace(source.tensors()[b.tensor].dtype);
        return placeA != placeB ? placeA > placeB : a.name < b.name;
    });
}

Result<void> writeHead(const Checkpoint& source, SafetensorsPlan& plan)
{
    formats::SafetensorsHeaderWriter writer;
    for (const auto& [key, value] : plan.metadata) {
        writer.addMetadata(key, value);
    }
    for (const auto& [alias, kept] : plan.aliases) {
        writer.addMetadata(alias, kept);
    }
    for (const NamedTensor& named : plan.tensors) {
        const Tensor& tensor = source.tensors()[named.tensor];
        writer.addTensor(named.name, tensor.dtype, source.shape(tensor), source.logicalBytes(tensor));
    }
    plan.dataBytes = writer.dataBytes();
    CAIRN_ASSIGN(head, writer.finish());
    plan.head = std::move(head);
    return {};
}

} // namespace

Result<SafetensorsPlan> planSafetensors(const Checkpoint& source, Sharing sharing, const Progress* progress)
{
    Sorter sorter(source);
    bool stopped = false;
    source.walk([&](EntryId id, std::size_t depth) {
        constexpr EntryId askEvery = 1U << 14;
        stopped = stopped || (id % askEvery == 0 && progress != nullptr && progress->stopRequested());
        if (!stopped) {
            sorter.visit(id, depth);
        }
    });
    if (stopped) {
        return fail(ErrorCode::Cancelled, "cancelled");
    }
    SafetensorsPlan plan = sorter.take();
    CAIRN_TRY(refuseCollisions(source, plan.tensors));
    const auto format = std::ranges::find(plan.metadata, kFormatKey, &std::pair<std::string, std::string>::first);
    if (format == plan.metadata.end()) {
        plan.metadata.emplace(plan.metadata.begin(), kFormatKey, "pt");
    } else {
        std::rotate(plan.metadata.begin(), format, format + 1);
    }
    if (sharing == Sharing::Alias) {
        CAIRN_TRY(takeOutAliases(source, plan));
    }
    sortTensors(source, plan.tensors);
    CAIRN_TRY(writeHead(source, plan));
    return plan;
}

Result<void> requireTensors(const SafetensorsPlan& plan)
{
    if (plan.tensors.empty() && !plan.leftOut.empty()) {
        return fail(error(ErrorCode::Unsupported, "the checkpoint has no tensor that safetensors can hold")
                        .fix("See why with --dry-run"));
    }
    return {};
}

Result<void> requireNothingLost(const SafetensorsPlan& plan)
{
    CAIRN_TRY(requireTensors(plan));
    constexpr std::size_t mostNamed = 12;
    std::string names;
    std::size_t losses = 0;
    for (const LeftOut& part : plan.leftOut) {
        if (!part.harmless && losses++ < mostNamed) {
            names += (losses == 1 ? "" : "; ") + quoted(part.path) + ": " + printable(part.why);
        }
    }
    if (losses == 0) {
        return {};
    }
    const std::uint64_t others = losses - std::min(losses, mostNamed) + plan.unnamedValues();
    if (others != 0) {
        names += "; and " + groupedDigits(others) + " more";
    }
    return fail(
        error(ErrorCode::Unsupported, "not everything in this checkpoint can be carried to safetensors: " + names)
            .fix("Leave them out with --drop-others; --dry-run lists them"));
}

} // namespace cairn::convert
