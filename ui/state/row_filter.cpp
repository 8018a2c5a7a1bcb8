#include "ui/state/row_filter.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::KeyRef;

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Matches the rows of one checkpoint against one text.
class Matcher {
public:
    Matcher(const Checkpoint& checkpoint, const std::string& text) : m_checkpoint(checkpoint), m_text(text)
    {
        std::ranges::transform(m_text, m_text.begin(), lower);
        m_wholeNames = m_text.find('.') != std::string::npos;
        for (const std::string& tag : checkpoint.deviceTags()) {
            m_devices.push_back(contains(tag));
        }
        for (const formats::DtypeInfo& dtype : formats::allDtypes()) {
            m_dtypes.push_back(contains(dtype.name));
        }
    }

    [[nodiscard]] bool matches(EntryId id) const
    {
        const Entry& entry = m_checkpoint.entries()[id];
        if (matchesName(id, entry)) {
            return true;
        }
        switch (entry.kind) {
        case EntryKind::Tensor: {
            const checkpoint::Tensor& tensor = m_checkpoint.tensors()[entry.payload];
            return m_devices[tensor.device] || m_dtypes[static_cast<std::size_t>(tensor.dtype)];
        }
        case EntryKind::Storage: return m_devices[m_checkpoint.storages()[entry.payload].device];
        case EntryKind::Value: return contains(m_checkpoint.valueText(entry)) || contains(m_checkpoint.typeName(entry));
        case EntryKind::Group:
        case EntryKind::Reference: break;
        }
        return false;
    }

    /// A group whose own key is what was looked for: then all that is in it is of interest.
    [[nodiscard]] bool matchesName(EntryId id, const Entry& entry) const
    {
        if (entry.keyKind == KeyRef::Kind::None) {
            return false;
        }
        return contains(m_wholeNames ? m_checkpoint.entryName(id) : m_checkpoint.keyText(entry));
    }

private:
    [[nodiscard]] bool contains(std::string_view text) const
    {
        const auto same = [](char a, char b) { return lower(a) == b; };
        return !std::ranges::search(text, m_text, same).empty();
    }

    const Checkpoint& m_checkpoint;
    std::string m_text;
    bool m_wholeNames = false;
    std::vector<bool> m_devices;
    std::vector<bool> m_dtypes;
};

} // namespace

RowFilterPtr filterRows(const Document& document, const std::string& text, const Progress& progress)
{
    constexpr EntryId kStopEvery = 4096;
    const auto entries = document.checkpoint->entries();
    const Matcher matcher(*document.checkpoint, text);
    auto filter = std::make_shared<RowFilter>();
    std::vector<bool> inside(entries.size()); // at or below a group that is a hit
    std::vector<bool> kept(entries.size());
    for (EntryId id = 0; id < entries.size(); ++id) {
        if (id % kStopEvery == 0 && progress.stopRequested()) {
            return nullptr;
        }
        const bool hit = matcher.matches(id);
        if (hit && filter->hits++ == 0) {
            filter->firstHit = id;
        }
        inside[id] = hit || (id != 0 && inside[entries[id].parent]);
        kept[id] = inside[id];
    }
    for (auto id = static_cast<EntryId>(entries.size()); id-- > 1;) {
        if (kept[id]) {
            kept[entries[id].parent] = true;
        }
    }
    for (EntryId id = 0; id < entries.size(); ++id) {
        if (kept[id]) {
            filter->rows.push_back(id);
        }
    }
    return filter;
}

} // namespace cairn::ui
