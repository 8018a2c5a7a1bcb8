#pragma once

#include "core/checkpoint/checkpoint_builder.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Checkpoints that come out of no file, for tests of what is done with them.
namespace cairn::test {

using checkpoint::ByteOrder;
using checkpoint::CheckpointBuilder;
using checkpoint::CheckpointPtr;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::Format;
using checkpoint::Storage;
using checkpoint::StorageId;
using checkpoint::Tensor;
using checkpoint::ValueKind;
using formats::Dtype;

using Dims = std::vector<std::int64_t>;

/// Bytes that differ from their neighbours, and from those 256 further.
[[nodiscard]] inline Bytes pattern(std::size_t size)
{
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i) {
        bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
    }
    return bytes;
}

/// Builds a checkpoint without a file: rows under the root, or under one group.
class Model {
public:
    explicit Model(Format format = Format::TorchZip) : m_builder("model", format, 0)
    {
        Entry root;
        root.type = m_builder.type("dict");
        (void)m_builder.addEntry(root);
    }

    StorageId storage(const Bytes& bytes, ByteOrder order = ByteOrder::Little, std::string_view device = "cuda:0",
                      Dtype dtype = Dtype::Unknown)
    {
        Storage storage;
        storage.dtype = dtype;
        storage.bytes = bytes.size();
        storage.source = m_builder.addSource({std::make_shared<MemorySource>(bytes), "memory", false});
        storage.device = m_builder.device(device);
        storage.byteOrder = order;
        return m_builder.addStorage(storage, "0");
    }

    Tensor& tensor(std::string_view key, StorageId storage, Dtype dtype, Dims sizes, Dims strides,
                   std::int64_t offset = 0)
    {
        Row& row = m_rows.emplace_back();
        row.key = key;
        row.tensor.storage = storage;
        row.tensor.dtype = dtype;
        row.tensor.offset = offset;
        row.sizes = std::move(sizes);
        row.strides = std::move(strides);
        return row.tensor;
    }
    void value(std::string_view key)
    {
        Row& row = m_rows.emplace_back();
        row.key = key;
        row.isTensor = false;
    }
    /// The key of the last row is no text that is held whole: it is what Python would show.
    void showKey() { m_rows.back().keyKind = checkpoint::KeyRef::Kind::Other; }
    /// The rows from here on are children of this row.
    void group(std::string_view key, bool attribute = false)
    {
        m_groupAt = m_rows.size();
        m_groupKey = key;
        m_groupIsAttribute = attribute;
    }
    CheckpointBuilder& builder() { return m_builder; }

    CheckpointPtr build()
    {
        const bool hasGroup = m_groupAt <= m_rows.size();
        const std::size_t top = hasGroup ? m_groupAt : m_rows.size();
        m_builder.entry(0).firstChild = 1;
        m_builder.entry(0).childCount = static_cast<std::uint32_t>(top + (hasGroup ? 1 : 0));
        for (std::size_t i = 0; i < top; ++i) {
            addRow(m_rows[i], 0);
        }
        if (hasGroup) {
            Entry entry;
            entry.parent = 0;
            entry.type = m_builder.type("dict");
            entry.attribute = m_groupIsAttribute;
            m_builder.setKey(entry, m_groupKey);
            const EntryId group = m_builder.addEntry(entry);
            m_builder.entry(group).firstChild = group + 1;
            m_builder.entry(group).childCount = static_cast<std::uint32_t>(m_rows.size() - top);
            for (std::size_t i = top; i < m_rows.size(); ++i) {
                addRow(m_rows[i], group);
            }
        }
        return m_builder.finish();
    }

private:
    struct Row {
        std::string key;
        checkpoint::KeyRef::Kind keyKind = checkpoint::KeyRef::Kind::Text;
        bool isTensor = true;
        Tensor tensor;
        Dims sizes;
        Dims strides;
    };

    void addRow(Row& row, EntryId parent)
    {
        Entry entry;
        entry.parent = parent;
        entry.type = m_builder.type(row.isTensor ? "Tensor" : "str");
        entry.kind = row.isTensor ? EntryKind::Tensor : EntryKind::Value;
        entry.valueKind = ValueKind::Text;
        entry.payload = row.isTensor ? 0 : m_builder.text("text of " + row.key);
        m_builder.setKey(entry, row.key, row.keyKind);
        const EntryId id = m_builder.addEntry(entry);
        if (row.isTensor) {
            row.tensor.entry = id;
            m_builder.entry(id).payload = m_builder.addTensor(row.tensor, row.sizes, row.strides);
        }
    }

    CheckpointBuilder m_builder;
    std::deque<Row> m_rows;
    std::size_t m_groupAt = ~std::size_t{0};
    std::string m_groupKey;
    bool m_groupIsAttribute = false;
};

/// The row with this whole name; kNoId: there is none.
[[nodiscard]] inline EntryId entryNamed(const CheckpointPtr& checkpoint, std::string_view name)
{
    for (EntryId id = 1; id < checkpoint->entries().size(); ++id) {
        if (checkpoint->entryName(id) == name) {
            return id;
        }
    }
    return checkpoint::kNoId;
}

/// What the values are by the book: one element after the other.
[[nodiscard]] inline Bytes oneByOne(const Bytes& storage, std::size_t elementBytes, std::size_t swapBytes,
                                    const Dims& sizes, const Dims& strides, std::int64_t offset)
{
    Bytes out;
    Dims index(sizes.size(), 0);
    if (std::ranges::find(sizes, 0) != sizes.end()) {
        return out;
    }
    while (true) {
        std::int64_t at = offset;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            at += index[i] * strides[i];
        }
        // Without iterators, which take most of the time in a program that is not optimised.
        const std::byte* element = storage.data() + static_cast<std::size_t>(at) * elementBytes;
        for (std::size_t i = 0; i < elementBytes; i += swapBytes) {
            for (std::size_t j = swapBytes; j > 0; --j) {
                out.push_back(element[i + j - 1]);
            }
        }
        std::size_t axis = sizes.size();
        while (axis > 0 && ++index[axis - 1] == sizes[axis - 1]) {
            index[--axis] = 0;
        }
        if (axis == 0) {
            return out;
        }
    }
}

/// A state_dict of float32 tensors, by name and elements.
inline checkpoint::CheckpointPtr stateDict(const std::vector<std::pair<std::string, std::int64_t>>& tensors)
{
    Model made;
    for (const auto& [name, elements] : tensors) {
        const StorageId id = made.storage(pattern(static_cast<std::size_t>(elements) * 4), ByteOrder::Little, "cpu");
        made.tensor(name, id, Dtype::Float32, {elements}, {1});
    }
    return made.build();
}

} // namespace cairn::test
