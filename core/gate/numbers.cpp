#include "core/gate/numbers.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"
#include "core/checkpoint/readers/numpy_reader.h"
#include "core/model/model_weights.h"
#include "core/values/number_scan.h"
#include "core/values/own_values.h"
#include "core/values/statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace cairn::gate {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::Tensor;
using checkpoint::TensorId;
using values::Statistics;

namespace {

/// Numbers with a point, or what stands for such: no other can be NaN.
bool isFloating(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const std::string_view name = formats::dtypeInfo(tensor.dtype).name;
    const auto* extra = checkpoint.extra(tensor);
    return name.contains("float") || name.contains("complex") || (extra != nullptr && extra->quantizer);
}

/// A matrix or more, as weights are. Sizes of one in front do not count: a bias or a token may be saved as a row.
bool isMatrix(std::span<const std::int64_t> shape)
{
    const auto first = std::ranges::find_if(shape, [](std::int64_t size) { return size != 1; });
    const auto rest = shape.last(static_cast<std::size_t>(shape.end() - first));
    return rest.size() == 2 || std::ranges::count_if(rest, [](std::int64_t size) { return size > 1; }) > 1;
}

/// Whether its name says that zeros are what it may well hold after a training, too.
bool beginsAtZero(const Checkpoint& checkpoint, const Tensor& tensor)
{
    const std::string key = inSmallLetters(checkpoint.keyText(checkpoint.entries()[tensor.entry]));
    const std::string_view last = std::string_view(key).substr(key.rfind('.') + 1);
    return last.contains("bias") || last == "mean" || checkpoint::isBuffer(checkpoint, tensor);
}

/// "3 of 768 numbers are NaN"
Message partOf(std::uint64_t count, std::uint64_t all, bool isNaN)
{
    if (count == all) {
        return isNaN ? message("every number is NaN") : message("every number is infinite");
    }
    return isNaN ? message("%1 of %2 numbers are NaN", groupedDigits(count), groupedDigits(all))
                 : message("%1 of %2 numbers are infinite", groupedDigits(count), groupedDigits(all));
}

/// What Python shows, as "('nan', 2)", without the texts in it.
std::string withoutTexts(std::string_view shown)
{
    std::string rest;
    char quote = '\0';
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const char c = shown[i];
        if (quote == '\0') {
            rest += c;
            quote = c == '\'' || c == '"' ? c : '\0';
        } else if (c == '\\') {
            ++i;
        } else if (c == quote) {
            quote = '\0';
        }
    }
    return rest;
}

/// Whether a text of Python, as "(nan+1j)", has this word in it, and not as a part of a name, as "Bound.inf".
bool hasWord(std::string_view text, std::string_view word)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool isImaginary = end + 1 <= text.size() && text[end] == 'j';
        if ((at == 0 || (!isLetter(text[at - 1]) && text[at - 1] != '.')) &&
            (end == text.size() || isImaginary || !isLetter(text[end]))) {
            return true;
        }
    }
    return false;
}

/// Whether bytes, as Python shows them, begin as a zip or as a pickle does.
bool looksLikeCheckpoint(std::string_view shown)
{
    if (!shown.starts_with("b'") && !shown.starts_with("b\"")) {
        return false;
    }
    shown.remove_prefix(2);
    const bool isPickle = shown.starts_with("\\x80\\x0") && shown.size() > 7 && shown[7] >= '2' && shown[7] <= '5';
    return isPickle || shown.starts_with("PK\\x03\\x04");
}

/// What decides how numbers are judged.
struct Kind {
    bool isTensor = false; ///< of the checkpoint itself
    bool isFloating = false;
    bool isMatrix = false;
    bool isWeight = false;    ///< of two or more dimensions, and of a model
    bool isBestSoFar = false; ///< may be: one number beside the model
    bool isFlag = false;
};

class NumberFinder {
public:
    NumberFinder(const Checkpoint& checkpoint, GateReport& report, Progress* progress)
        : m_checkpoint(checkpoint), m_report(report), m_progress(progress), m_told(namesIn(report.findings)),
          m_optimizer(checkpoint::optimizerRows(checkpoint)), m_model(model::findWeights(checkpoint).group)
    {
    }

    [[nodiscard]] Result<void> run()
    {
        std::uint64_t bytes = 0;
        for (const Tensor& tensor : m_checkpoint.tensors()) {
            bytes += values::hasOwnValues(m_checkpoint, tensor) ? m_checkpoint.logicalBytes(tensor) : 0;
        }
        beginStage(m_progress, "reading values", bytes);
        for (TensorId id = 0; id < m_checkpoint.tensors().size(); ++id) {
            CAIRN_TRY(lookAt(id));
        }
        CAIRN_TRY(lookAtArrays());
        CAIRN_TRY(lookAtValues());
        countOthers();
        return {};
    }

private:
    /// Tensors that are the same numbers of one storage.
    using Same = std::tuple<std::int64_t, formats::Dtype, bool, std::vector<std::int64_t>, std::vector<std::int64_t>>;

    static std::unordered_set<std::string> namesIn(const std::vector<Finding>& findings)
    {
        std::unordered_set<std::string> names;
        for (const Finding& finding : findings) {
            names.insert(finding.name);
        }
        return names;
    }

    void add(Rule rule, std::string name, bool isTensor, Message words)
    {
        m_report.findings.push_back(
            {.rule = rule, .name = std::move(name), .isTensor = isTensor, .words = std::move(words)});
    }

    [[nodiscard]] Result<void> lookAt(TensorId id)
    {
        CAIRN_TRY(checkStop(m_progress));
        const Tensor& tensor = m_checkpoint.tensors()[id];
        if (!values::hasOwnValues(m_checkpoint, tensor)) {
            lookForParts(tensor);
            return {};
        }
        auto statistics = statisticsOf(id);
        if (!statistics) {
            CAIRN_TRY(checkStop(m_progress));
            addUnread(m_checkpoint, tensor, m_checkpoint.entryName(tensor.entry), statistics.error());
            return {};
        }
        ++m_report.looked.tensors;
        judge(m_checkpoint.entryName(tensor.entry), kindOf(tensor), *statistics);
        return {};
    }

    /// A tensor without values of its own has them in tensors below it, which are looked at as such.
    void lookForParts(const Tensor& tensor)
    {
        const Entry& entry = m_checkpoint.entries()[tensor.entry];
        const auto below = m_checkpoint.entries().subspan(entry.firstChild, entry.childCount);
        const bool hasParts =
            std::ranges::any_of(below, [](const Entry& part) { return part.kind == checkpoint::EntryKind::Tensor; });
        if (!tensor.part && tensor.storage == checkpoint::kNoId && !hasParts) {
            add(Rule::NoValues, m_checkpoint.entryName(tensor.entry), true,
                message("nothing in the file is known to be its values"));
        }
    }

    void addUnread(const Checkpoint& checkpoint, const Tensor& tensor, std::string name, const Error& failure)
    {
        const bool isMeta = tensor.storage == checkpoint::kNoId;
        const bool isPacked = failure.code == ErrorCode::Unsupported && !isMeta;
        if (failure.code == ErrorCode::RecordMissing && m_told.contains(name)) {
            return; // why they are missing
        }
        add(isMeta     ? Rule::NoValues
            : isPacked ? Rule::NotDecoded
                       : Rule::Unread,
            std::move(name), &checkpoint == &m_checkpoint, failure.what);
    }

    /// Of tensors that are the same numbers, as tied weights are, those of the first.
    [[nodiscard]] Result<Statistics> statisticsOf(TensorId id)
    {
        const Tensor& tensor = m_checkpoint.tensors()[id];
        const auto* extra = m_checkpoint.extra(tensor);
        const bool isShared = tensor.storage != checkpoint::kNoId && m_checkpoint.tensorsOf(tensor.storage).size() > 1;
        if (!isShared || (extra != nullptr && extra->quantizer)) {
            m_report.looked.valueBytes += m_checkpoint.logicalBytes(tensor);
            return values::computeStatistics(m_checkpoint, id, m_progress);
        }
        const auto shape = m_checkpoint.shape(tensor);
        const auto stride = m_checkpoint.stride(tensor);
        auto& known = m_known[tensor.storage];
        const Same same{
            tensor.offset, tensor.dtype, tensor.neg, {shape.begin(), shape.end()}, {stride.begin(), stride.end()}};
        if (const auto found = known.find(same); found != known.end()) {
            addDone(m_progress, m_checkpoint.logicalBytes(tensor));
            return found->second;
        }
        auto statistics = values::computeStatistics(m_checkpoint, id, m_progress);
        m_report.looked.valueBytes += m_checkpoint.logicalBytes(tensor);
        if (statistics) {
            known.emplace(same, *statistics);
        }
        return statistics;
    }

    [[nodiscard]] Kind kindOf(const Tensor& tensor) const
    {
        const auto shape = m_checkpoint.shape(tensor);
        Kind kind{.isTensor = true, .isFloating = isFloating(m_checkpoint, tensor), .isMatrix = isMatrix(shape)};
        kind.isWeight = kind.isFloating && kind.isMatrix && !tensor.part && m_optimizer[tensor.entry] == 0 &&
                        !beginsAtZero(m_checkpoint, tensor);
        kind.isBestSoFar = shape.empty() && !isOfModel(tensor.entry);
        kind.isFlag = tensor.dtype == formats::Dtype::Bool;
        return kind;
    }

    void judge(const std::string& name, const Kind& kind, const Statistics& statistics)
    {
        if (statistics.nans != 0) {
            add(Rule::NotANumber, name, kind.isTensor, partOf(statistics.nans, statistics.elements, true));
        }
        if (statistics.infinities() != 0) {
            add(kind.isBestSoFar ? Rule::InfiniteValue : Rule::Infinite, name, kind.isTensor,
                partOf(statistics.infinities(), statistics.elements, false));
        }
        const bool isZero = statistics.elements > 1 && statistics.zeros == statistics.elements;
        if (isZero && !kind.isFlag && (kind.isFloating || kind.isMatrix)) {
            add(kind.isWeight ? Rule::AllZero : Rule::ZeroValues, name, kind.isTensor,
                message("all %1 numbers are zero", groupedDigits(statistics.elements)));
        }
    }

    /// Whether a row is in the group that the model is in.
    [[nodiscard]] bool isOfModel(EntryId id) const
    {
        while (id != m_model && id != 0 && id != checkpoint::kNoId) {
            id = m_checkpoint.entries()[id].parent;
        }
        return id == m_model;
    }

    /// An array of NumPy is read as the file that numpy.save would make of it.
    [[nodiscard]] Result<void> lookAtArrays()
    {
        for (const auto& [entry, array] : m_checkpoint.pickledArrays()) {
            CAIRN_TRY(checkStop(m_progress));
            const std::string name = m_checkpoint.entryName(entry);
            const auto opened = checkpoint::openPickledArray(m_checkpoint, array, m_progress);
            if (!opened) {
                CAIRN_TRY(checkStop(m_progress));
                add(Rule::Unread, name, false, opened.error().what);
                continue;
            }
            const Checkpoint& file = **opened;
            if (file.tensors().empty()) {
                add(Rule::Unread, name, false, message("its numbers are of a type that torch does not have"));
            }
            for (TensorId id = 0; id < file.tensors().size(); ++id) {
                const auto statistics = values::computeStatistics(file, id, m_progress);
                CAIRN_TRY(checkStop(m_progress));
                if (!statistics) {
                    addUnread(file, file.tensors()[id], name, statistics.error());
                    continue;
                }
                ++m_report.looked.arrays;
                m_report.looked.valueBytes += file.logicalBytes(file.tensors()[id]);
                judge(name, {.isFloating = isFloating(file, file.tensors()[id])}, *statistics);
            }
        }
        if (m_checkpoint.pickledArrays().size() >= checkpoint::kMostPickledArrays) {
            add(Rule::Unread, {}, false,
                message("of its arrays of NumPy the first %1 were looked at",
                        groupedDigits(checkpoint::kMostPickledArrays)));
        }
        return {};
    }

    /// What is no tensor: numbers, bytes, and storages by themselves.
    [[nodiscard]] Result<void> lookAtValues()
    {
        for (EntryId id = 0; id < m_checkpoint.entries().size(); ++id) {
            const Entry& entry = m_checkpoint.entries()[id];
            if (entry.keyKind == checkpoint::KeyRef::Kind::Other) {
                judgeNumber(id, withoutTexts(m_checkpoint.keyView(entry)), true);
            }
            if (entry.kind == checkpoint::EntryKind::Storage) {
                CAIRN_TRY(lookAtStorage(id));
            } else if (entry.kind == checkpoint::EntryKind::Value) {
                lookAtValue(id);
            }
        }
        return {};
    }

    void lookAtValue(EntryId id)
    {
        const Entry& entry = m_checkpoint.entries()[id];
        switch (entry.valueKind) {
        case checkpoint::ValueKind::Float:
            ++m_report.looked.numbers;
            judgeNumber(id, m_checkpoint.valueRepr(entry));
            break;
        case checkpoint::ValueKind::Literal: lookAtLiteral(id); break;
        case checkpoint::ValueKind::Bytes:
            ++m_report.looked.bytesValues;
            if (looksLikeCheckpoint(m_checkpoint.valueText(entry))) {
                add(Rule::HiddenFile, m_checkpoint.entryName(id), false,
                    message("it begins as a checkpoint does, and was not looked into"));
            }
            break;
        default: break;
        }
    }

    /// A number as Python shows it, or a key, which may be a tuple of several.
    void judgeNumber(EntryId id, std::string_view text, bool isKey = false)
    {
        if (hasWord(text, "nan") || hasWord(text, "NaN")) {
            add(Rule::NotANumberValue, m_checkpoint.entryName(id), false,
                isKey ? message("its key is or holds NaN") : message("it is NaN"));
        } else if (hasWord(text, "inf") || hasWord(text, "Infinity")) {
            add(Rule::InfiniteValue, m_checkpoint.entryName(id), false,
                isKey ? message("its key is or holds an infinite number") : message("it is infinite"));
        }
    }

    /// Numbers of NumPy, complex ones, and decimals. Arrays of numbers are looked at as such.
    void lookAtLiteral(EntryId id)
    {
        const Entry& entry = m_checkpoint.entries()[id];
        const std::string_view type = m_checkpoint.typeName(entry);
        const std::string_view text = m_checkpoint.valueText(entry);
        const bool areDates = text.starts_with("datetime64[") || text.starts_with("timedelta64[");
        m_report.looked.dateArrays += type == "numpy.ndarray" && areDates ? 1U : 0U;
        const bool isText = type == "numpy.str_" || type == "numpy.bytes_" || type == "numpy.ndarray";
        const bool isNumber = (type.starts_with("numpy.") && !isText) || type == "complex" || type == "decimal.Decimal";
        if (!isNumber) {
            return;
        }
        ++m_report.looked.numbers;
        if (text.starts_with("b'")) {
            add(Rule::Unread, m_checkpoint.entryName(id), false, message("it is a number of a type that is not read"));
        } else {
            judgeNumber(id, text);
        }
    }

    /// A storage that is a value itself. One that tensors look into is looked at with them, as far as they reach.
    [[nodiscard]] Result<void> lookAtStorage(EntryId id)
    {
        const auto storage = static_cast<checkpoint::StorageId>(m_checkpoint.entries()[id].payload);
        const std::string name = m_checkpoint.entryName(id);
        auto statistics = values::computeStorageStatistics(m_checkpoint, storage, m_progress);
        if (!statistics) {
            CAIRN_TRY(checkStop(m_progress));
            add(statistics.error().code == ErrorCode::Unsupported ? Rule::NotDecoded : Rule::Unread, name, false,
                statistics.error().what);
            return {};
        }
        m_readStorages.insert(storage);
        m_report.looked.valueBytes += m_checkpoint.storages()[storage].bytes;
        judge(name, {}, *statistics);
        return {};
    }

    void countOthers()
    {
        std::unordered_set<std::string_view> notDecoded;
        for (const Finding& finding : m_report.findings) {
            if (finding.rule == Rule::NotDecoded) {
                notDecoded.insert(finding.name);
            }
        }
        m_report.looked.notDecoded = notDecoded.size();
        for (checkpoint::StorageId id = 0; id < m_checkpoint.storages().size(); ++id) {
            const checkpoint::Storage& storage = m_checkpoint.storages()[id];
            if (storage.source != checkpoint::kNoId && !m_readStorages.contains(id)) {
                m_report.looked.unreachedBytes += storage.bytes - m_checkpoint.usedBytes(id);
            }
        }
    }

    const Checkpoint& m_checkpoint;
    GateReport& m_report;
    Progress* m_progress;
    std::unordered_set<std::string> m_told; ///< names that have findings from before
    LargeVector<std::uint8_t> m_optimizer;
    EntryId m_model;                                          ///< the group that it is in
    std::unordered_set<checkpoint::StorageId> m_readStorages; ///< from end to end
    std::map<checkpoint::StorageId, std::map<Same, Statistics>> m_known;
};

} // namespace

Result<void> findInNumbers(const Checkpoint& checkpoint, GateReport& report, Progress* progress)
{
    return NumberFinder(checkpoint, report, progress).run();
}

} // namespace cairn::gate
