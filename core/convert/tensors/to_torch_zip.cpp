#include "core/convert/tensors/to_torch_zip.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/tie.h"
#include "core/convert/common/torch_zip_writer.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/pickle/tensor_pickle.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <deque>
#include <expected>
#include <span>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::Tensor;
using formats::DtypeInfo;
using formats::PickleWriter;

namespace {

std::string storageKey(std::size_t index)
{
    return std::to_string(index);
}

/// Numbers of the storages: those of the tensors that are nobody else's second name, in their order.
std::vector<std::size_t> storageNumbers(const std::vector<NamedTensor>& tensors)
{
    std::vector<std::size_t> numbers(tensors.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        numbers[i] = tensors[i].sameAs == NamedTensor::kItself ? next++ : numbers[tensors[i].sameAs];
    }
    return numbers;
}

/// Scales are not trained.
bool requiresGrad(const Checkpoint& source, const NamedTensor& named)
{
    return source.tensors()[named.tensor].requiresGrad && !named.isMade();
}

void writeTensor(PickleWriter& pickle, const Checkpoint& source, const NamedTensor& named, const std::string& key,
                 std::string_view tag)
{
    formats::writeTensor(pickle, {.dtype = named.dtype,
                                  .sizes = writtenShape(source, named),
                                  .bytes = writtenBytes(source, named),
                                  .key = key,
                                  .tag = tag,
                                  .requiresGrad = requiresGrad(source, named)});
}

/// Unsupported if torch could not load it.
Result<void> requirePlace(const Checkpoint& source, const NamedTensor& named)
{
    const DtypeInfo& dtype = formats::dtypeInfo(named.dtype);
    if (dtype.storageClass.empty() && dtype.sinceTorch.empty()) {
        return fail(error(ErrorCode::Unsupported,
                          message("tensor %1 has the dtype %2, which no PyTorch has", inQuotes(named.name), dtype.name))
                        .fix(message("Leave it out with --drop")));
    }
    if (dtype.storageClass.empty() && requiresGrad(source, named)) {
        return fail(error(ErrorCode::Unsupported, message("tensor %1 would be of the dtype %2 and require grad",
                                                          inQuotes(named.name), dtype.name))
                        .because(message("PyTorch could not load it: torch.load fails to make such a tensor"))
                        .fix(message("Write --to safetensors, or another dtype")));
    }
    return {};
}

std::string metadataText(const TensorSet& set, std::string_view key)
{
    const auto text = std::ranges::find(set.metadata, key, &std::pair<std::string, std::string>::first);
    return text == set.metadata.end() ? std::string() : text->second;
}

TensorTree treeOf(const TensorSet& set)
{
    std::string text = metadataText(set, kTreeKey);
    auto tree = text.empty() ? std::nullopt : parseTree(std::move(text), set.tensors);
    return tree ? std::move(*tree) : flatTree(set.tensors);
}

/// Writes a tree as torch.save does.
class TreePickler {
public:
    TreePickler(const Checkpoint& source, const TorchZipPlan& plan)
        : m_source(source), m_plan(plan), m_numbers(storageNumbers(plan.tensors))
    {
    }

    std::shared_ptr<const ByteSource> run()
    {
        begin(0);
        while (!m_open.empty()) {
            Open& open = m_open.back();
            const TensorTree::Group& group = *open.group;
            if (open.next == group.children.size()) {
                end();
                continue;
            }
            const TensorTree::Child& child = group.children[open.next++];
            if (group.kind != TensorTree::Kind::Tuple) {
                open.batches.item();
            }
            if (group.kind == TensorTree::Kind::Dict || group.kind == TensorTree::Kind::OrderedDict) {
                child.key.number ? m_pickle.integer(*child.key.number) : m_pickle.text(child.key.text);
            }
            switch (child.what) {
            case TensorTree::Child::What::Tensor: write(child.index); break;
            case TensorTree::Child::What::Group: begin(child.index); break;
            case TensorTree::Child::What::Nothing: m_pickle.none(); break;
            }
        }
        return m_pickle.finish();
    }

private:
    /// A group that has begun.
    struct Open {
        const TensorTree::Group* group;
        formats::PickleBatches batches;
        std::size_t next = 0;
    };

    void begin(std::size_t index)
    {
        const TensorTree::Group& group = m_plan.tree.groups[index];
        switch (group.kind) {
        case TensorTree::Kind::Dict: m_pickle.emptyDict(); break;
        case TensorTree::Kind::OrderedDict: m_pickle.emptyOrderedDict(); break;
        case TensorTree::Kind::List: m_pickle.emptyList(); break;
        case TensorTree::Kind::Tuple:
            if (group.children.size() > 3) {
                m_pickle.mark();
            }
            break;
        }
        const auto close =
            group.kind == TensorTree::Kind::List ? formats::PickleOp::Appends : formats::PickleOp::SetItems;
        m_open.push_back({.group = &group, .batches = formats::PickleBatches(m_pickle, close)});
    }

    void end()
    {
        Open& open = m_open.back();
        if (open.group->kind == TensorTree::Kind::Tuple) {
            m_pickle.tuple(open.group->children.size());
        } else {
            open.batches.close();
        }
        m_open.pop_back();
    }

    void write(std::size_t tensor)
    {
        writeTensor(m_pickle, m_source, m_plan.tensors[tensor], storageKey(m_numbers[tensor]), m_plan.tags[tensor]);
    }

    const Checkpoint& m_source;
    const TorchZipPlan& m_plan;
    std::vector<std::size_t> m_numbers;
    PickleWriter m_pickle;
    std::deque<Open> m_open;
};

/// The entries of the tensors of a tree, by their places; what is not where it should be.
std::expected<std::vector<EntryId>, Message> findTensors(const Checkpoint& copy, const TorchZipPlan& plan)
{
    using What = TensorTree::Child::What;
    std::vector<EntryId> found(plan.tensors.size(), checkpoint::kNoId);
    std::vector<std::pair<std::size_t, EntryId>> groups{{0, 0}};
    while (!groups.empty()) {
        const auto [index, id] = groups.back();
        groups.pop_back();
        const TensorTree::Group& group = plan.tree.groups[index];
        const Entry& row = copy.entries()[id];
        if (row.kind != checkpoint::EntryKind::Group || row.childCount != group.children.size()) {
            return std::unexpected(index == 0
                                       ? message("it has %1 instead of %2", countOf(row.childCount, "tensor"),
                                                 groupedDigits(group.children.size()))
                                       : message("%1 does not hold what it should", inQuotes(copy.entryName(id))));
        }
        for (std::size_t i = 0; i < group.children.size(); ++i) {
            const TensorTree::Child& child = group.children[i];
            const auto at = static_cast<EntryId>(row.firstChild + i);
            const Entry& entry = copy.entries()[at];
            const bool isTensor = entry.kind == checkpoint::EntryKind::Tensor;
            if (copy.keyText(entry) != child.key.text || copy.isIntegerKey(entry) != child.key.number.has_value() ||
                isTensor != (child.what == What::Tensor)) {
                return std::unexpected(
                    child.what == What::Tensor
                        ? message("tensor %1 is not in its place", inQuotes(plan.tensors[child.index].name))
                        : message("%1 is not in its place", inQuotes(child.key.text)));
            }
            if (child.what == What::Tensor) {
                found[child.index] = at;
            } else if (child.what == What::Group) {
                groups.emplace_back(child.index, at);
            }
        }
    }
    return found;
}

bool isSameTensor(const Checkpoint& source, const NamedTensor& named, const Checkpoint& copy, const Tensor& written)
{
    const auto shape = writtenShape(source, named);
    return written.dtype == named.dtype && written.offset == 0 && written.requiresGrad == requiresGrad(source, named) &&
           std::ranges::equal(copy.shape(written), shape) &&
           std::ranges::equal(copy.stride(written), formats::rowMajorStrides(shape));
}

/// A written storage: a range of the file.
Result<bool> hasValues(const Checkpoint& source, const NamedTensor& named, const Checkpoint& copy,
                       const Tensor& written, Progress* progress)
{
    const checkpoint::Storage& storage = copy.storages()[written.storage];
    if (storage.source == checkpoint::kNoId || storage.bytes != writtenBytes(source, named)) {
        return false;
    }
    return hasSameValues(source, named, *copy.sources()[storage.source].bytes, storage.offset, progress);
}

} // namespace

std::uint64_t TorchZipPlan::fileBytes() const noexcept
{
    return TorchZipWriter::mostBytes(tensors.size(), dataBytes + pickle->sizeBytes());
}

Result<TorchZipPlan> planTorchZip(const Checkpoint& source, const TensorSet& set, const devices::Placement& placement)
{
    TorchZipPlan plan;
    plan.tensors = set.tensors;
    plan.tree = treeOf(set);
    plan.note = metadataText(set, kNoteKey);
    for (const NamedTensor& named : plan.tensors) {
        CAIRN_TRY(requirePlace(source, named));
        plan.tags.emplace_back(placement.target(source.tensors()[named.tensor].storage));
        if (named.sameAs != NamedTensor::kItself && plan.tags.back() != plan.tags[named.sameAs]) {
            const Tie tie{.name = named.name, .same = plan.tensors[named.sameAs].name};
            return fail(cannotTie(tie, message("The device map sends them to different devices")));
        }
        plan.dataBytes += named.sameAs == NamedTensor::kItself ? writtenBytes(source, named) : 0;
    }
    plan.pickle = TreePickler(source, plan).run();
    return plan;
}

Result<void> writeTorchZip(const Checkpoint& source, const TorchZipPlan& plan, FileSink& sink, Overflows& overflows,
                           Progress* progress)
{
    TorchZipWriter zip(sink);
    CAIRN_TRY(zip.begin(*plan.pickle, false));
    std::size_t number = 0;
    for (const NamedTensor& named : plan.tensors) {
        if (named.sameAs != NamedTensor::kItself) {
            continue;
        }
        CAIRN_TRY(zip.beginStorage(storageKey(number++), writtenBytes(source, named)));
        auto copied = copyTensor(source, named, sink, Checksum::Crc32, progress);
        if (!copied) {
            return fail(std::move(copied).error().in("tensor " + inQuotes(named.name)));
        }
        if (copied->overflows != 0) {
            overflows.emplace_back(named.name, copied->overflows);
        }
        CAIRN_TRY(zip.endStorage(copied->crc));
    }
    if (!plan.note.empty()) {
        CAIRN_TRY(zip.addText(kNoteRecord, plan.note));
    }
    return zip.finish();
}

Result<Difference> firstDifference(const Checkpoint& source, const TorchZipPlan& plan, const std::string& path,
                                   Progress* progress)
{
    CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, progress));
    const auto found = findTensors(*copy, plan);
    if (!found) {
        return Difference(found.error());
    }
    if (!hasNote(copy->archive(), plan.note)) {
        return Difference(message("the note that goes with it is not in it"));
    }
    std::vector<checkpoint::StorageId> storages;
    for (std::size_t i = 0; i < plan.tensors.size(); ++i) {
        const NamedTensor& named = plan.tensors[i];
        const Tensor& written = copy->tensors()[copy->entries()[(*found)[i]].payload];
        storages.push_back(written.storage);
        if (!isSameTensor(source, named, *copy, written)) {
            return Difference(message("tensor %1 has another dtype, shape or stride", inQuotes(named.name)));
        }
        if (copy->deviceTag(copy->storages()[written.storage].device) != plan.tags[i]) {
            return Difference(message("tensor %1 has another tag", inQuotes(named.name)));
        }
        if (named.sameAs != NamedTensor::kItself) {
            if (written.storage != storages[named.sameAs]) {
                return Difference(message("tensor %1 does not share its storage", inQuotes(named.name)));
            }
            continue;
        }
        CAIRN_ASSIGN(same, hasValues(source, named, *copy, written, progress));
        if (!same) {
            return Difference(message("the values of tensor %1 are not the same", inQuotes(named.name)));
        }
    }
    return Difference();
}

} // namespace cairn::convert
