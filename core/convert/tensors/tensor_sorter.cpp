#include "core/convert/tensors/tensor_sorter.h"

#include "core/checkpoint/second_names.h"
#include "core/convert/scales/make_scales.h"
#include "core/convert/tensors/dcp_items.h"
#include "core/convert/tensors/safetensors_limits.h"
#include "core/convert/tensors/tensor_tree.h"
#include "core/formats/safetensors/safetensors_writer.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::Tensor;
using checkpoint::TensorId;
using checkpoint::ValueKind;

TensorSorter::TensorSorter(const Checkpoint& source, TensorRules& rules)
    : m_source(source), m_rules(rules), m_hasMetadata(source.traits().hasOnlyTensors), m_scales(source)
{
}

void TensorSorter::visit(EntryId id, std::size_t depth)
{
    if (depth > m_skipBelow) {
        return;
    }
    m_skipBelow = kNowhere;
    switch (m_source.entries()[id].kind) {
    case EntryKind::Tensor: addTensor(id); break;
    case EntryKind::Storage: leaveOut(id, message("a storage without a tensor")); break;
    case EntryKind::Reference:
        leaveOut(id, message("a place where the object holds itself, or is nested too deep"));
        break;
    case EntryKind::Value: addValue(id); break;
    case EntryKind::Group: addGroup(id, depth); break;
    }
}

Result<TensorSet> TensorSorter::take()
{
    if (m_hasMetadata) {
        takeSecondNames();
    }
    CAIRN_TRY(useScales());
    if (m_hasMetadata) {
        std::erase_if(m_set.metadata, [&](const auto& text) { return m_scales.isUsedUp(text.first); });
    } else if (auto tree = treeText(m_source, m_set.tensors)) {
        m_set.metadata.emplace_back(kTreeKey, std::move(tree->text));
        m_set.atTop = tree->atTop;
    }
    leaveOutBroken();
    auto& leftOut = m_set.leftOut;
    leftOut.insert(leftOut.end(), std::make_move_iterator(m_values.begin()), std::make_move_iterator(m_values.end()));
    return std::move(m_set);
}

bool TensorSorter::isWanted(EntryId id)
{
    return m_rules.selection.isEmpty() || m_rules.selection.keeps(m_source.entryName(id));
}

/// Keys that are not held whole, such as texts of many kilobytes, are shown by their beginnings.
bool TensorSorter::isNameCut(EntryId id) const
{
    return std::ranges::any_of(m_source.pathTo(id), [&](EntryId row) {
        const Entry& entry = m_source.entries()[row];
        return entry.keyKind == checkpoint::KeyRef::Kind::Other &&
               m_source.keyView(entry).find("...") != std::string_view::npos;
    });
}

void TensorSorter::leaveOut(EntryId id, Message why, bool harmless)
{
    if (isWanted(id)) {
        m_set.leftOut.push_back({m_source.entryName(id), std::move(why), harmless});
    }
}

/// What the reader of the source could not make sense of is missing in the tree.
void TensorSorter::leaveOutBroken()
{
    for (const Issue& issue : m_source.issues()) {
        const bool seenAsTensor = issue.code == ErrorCode::TensorBounds || issue.code == ErrorCode::TensorHuge;
        const bool dropped = !issue.path.empty() && m_rules.selection.dropsAll(issue.path);
        if (issue.severity == Severity::Error && !seenAsTensor && !dropped) {
            m_set.leftOut.push_back({issue.path, issue.message});
        }
    }
}

void TensorSorter::addGroup(EntryId id, std::size_t depth)
{
    const Entry& entry = m_source.entries()[id];
    if (m_hasMetadata && depth == 1 && entry.attribute && m_source.keyText(entry) == "__metadata__") {
        takeMetadata(entry);
        m_skipBelow = depth;
    } else if (entry.attribute && m_source.keyText(entry) == "_metadata") {
        leaveOut(id, message("versions of modules, which load_state_dict does without"), true);
        m_skipBelow = depth;
    } else if (entry.childCount == 0 && depth != 0) {
        addValue(id);
    }
}

void TensorSorter::addValue(EntryId id)
{
    if ((m_rules.format == TensorFormat::Dcp && isOnePickle(m_source)) || !isWanted(id)) {
        return; // findDcpItems() has a place for it
    }
    EntryId top = id;
    while (top != 0 && m_source.entries()[top].parent != 0) {
        top = m_source.entries()[top].parent;
    }
    if (top != m_topOfValues && m_set.valuesIn.size() < TensorSet::kNamedValues) {
        m_set.valuesIn.emplace_back(m_source.entryName(top), 0);
        m_topOfValues = top;
    }
    m_set.valuesIn.back().second += top == m_topOfValues ? 1 : 0;
    if (m_set.valuesLeftOut++ < TensorSet::kNamedValues) {
        const Entry& entry = m_source.entries()[id];
        m_values.push_back({m_source.entryName(id), message("%1, not a tensor", m_source.typeName(entry))});
    }
}

/// That of the row, or the average that takes its place.
TensorId TensorSorter::tensorAt(EntryId id) const
{
    if (const AveragesAsModel* averages = m_rules.selection.averages();
        averages != nullptr && !averages->tied.empty()) {
        if (const auto tied = averages->tied.find(m_source.entryName(id)); tied != averages->tied.end()) {
            return tied->second;
        }
    }
    return static_cast<TensorId>(m_source.entries()[id].payload);
}

void TensorSorter::addTensor(EntryId id)
{
    const TensorId tensorId = tensorAt(id);
    const Tensor& tensor = m_source.tensors()[tensorId];
    if (tensor.part) {
        return; // it goes or stays with the tensor it belongs to
    }
    if (!isWanted(id)) {
        ++m_set.tensorsLeftOut;
        return;
    }
    const std::string path = id == 0 ? "tensor" : m_source.entryName(id);
    if (Message why = whyNotWritten(m_source, tensor, m_rules.selection.renamed(path), m_rules.format); !why.empty()) {
        leaveOut(id, std::move(why));
        return;
    }
    if (m_rules.selection.renamed(path) == path && isNameCut(id)) {
        leaveOut(id, message("its key is too long to be a name; --rename can give it another"));
        return;
    }
    if (const auto* extra = m_source.extra(tensor); extra != nullptr && !extra->subclass.empty()) {
        leaveOut(id, message("its class %1; its values are written", extra->subclass));
    }
    addNamed(path, tensorId);
}

void TensorSorter::addNamed(const std::string& path, TensorId tensor)
{
    std::string name = m_rules.selection.renamed(path);
    m_set.renamed += name == path ? 0U : 1U;
    const formats::Dtype from = m_source.tensors()[tensor].dtype;
    formats::Dtype to = m_rules.casts.target(from, path);
    ScalingPtr scaling;
    if (m_rules.fp8Scales && to != from && isFloat8(to)) {
        if (canHaveScales(m_source, tensor, name)) {
            scaling = makeScales(m_source, tensor, name, *m_rules.fp8Scales).front().scaling;
        } else {
            m_set.scales.notMade.push_back(name);
            to = from;
        }
    }
    m_set.tensors.push_back({.name = std::move(name), .tensor = tensor, .dtype = to, .scaling = std::move(scaling)});
}

/// Texts that were metadata of safetensors stay it. Shards may repeat each other.
void TensorSorter::takeMetadata(const Entry& group)
{
    for (EntryId id = group.firstChild; id < group.firstChild + group.childCount; ++id) {
        const Entry& entry = m_source.entries()[id];
        std::string key = m_source.keyText(entry);
        const std::string_view value = m_source.valueText(entry);
        const auto known = m_metadataPlaces.find(key);
        if (entry.kind != EntryKind::Value || entry.valueKind != ValueKind::Text || !formats::isSafetensorsText(key) ||
            !formats::isSafetensorsText(value)) {
            leaveOut(id, message("no text that can be metadata"));
        } else if (known == m_metadataPlaces.end()) {
            m_metadataPlaces.emplace(key, m_set.metadata.size());
            m_set.metadata.emplace_back(std::move(key), value);
        } else if (m_set.metadata[known->second].second != value) {
            leaveOut(id, message("another shard has other metadata of this name"));
        }
    }
}

/// Metadata whose value is the name of a tensor is a second name of that tensor: so write safetensors.torch and Cairn
/// what is tied. The tensor may be dropped, and the other name stay.
void TensorSorter::takeSecondNames()
{
    std::set<std::string, std::less<>> taken;
    for (const checkpoint::SecondName& second : checkpoint::secondNames(m_source)) {
        const std::string name(second.name);
        const auto tensor = static_cast<TensorId>(m_source.entries()[second.entry].payload);
        if (taken.insert(name).second && m_rules.selection.keeps(name) &&
            whyNotWritten(m_source, m_source.tensors()[tensor], name, m_rules.format).empty()) {
            addNamed(name, tensor);
        }
    }
    std::erase_if(m_set.metadata, [&](const auto& text) { return taken.contains(text.first); });
}

/// Weights of float8 that are cast are their codes multiplied by the scales beside them, which are used up by that.
Result<void> TensorSorter::useScales()
{
    const auto isCast = [&](const NamedTensor& named) { return named.dtype != m_source.tensors()[named.tensor].dtype; };
    const auto isCode = [&](const NamedTensor& named) { return isFloat8(m_source.tensors()[named.tensor].dtype); };
    if (std::ranges::none_of(m_set.tensors, [&](const NamedTensor& named) { return isCode(named) && isCast(named); })) {
        return {};
    }
    for (NamedTensor& named : m_set.tensors) {
        if (isCode(named) && !isCast(named)) {
            m_scales.keep(named.tensor);
        } else if (isCode(named)) {
            CAIRN_ASSIGN(scaling, m_scales.find(named.tensor));
            if (scaling == nullptr) {
                m_set.scales.unscaled.push_back(named.name);
            } else {
                ++m_set.scales.used[static_cast<std::size_t>(scaling->convention)];
            }
            named.scaling = std::move(scaling);
        }
    }
    const std::set<TensorId> usedUp = m_scales.usedUp();
    std::erase_if(m_set.tensors, [&](const NamedTensor& named) {
        const bool isUsedUp = usedUp.contains(named.tensor);
        if (isUsedUp) {
            m_set.scales.leftOut.push_back(named.name);
        }
        return isUsedUp;
    });
    return {};
}

} // namespace cairn::convert
