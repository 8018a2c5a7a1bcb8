#include "core/convert/common/averages_as_model.h"

#include "core/base/text/glob.h"
#include "core/base/text/text.h"
#include "core/checkpoint/parameter_count.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace cairn::convert {

using checkpoint::AveragedWeights;
using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;

namespace {

Message listInQuotes(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 3;
    std::vector<std::string> quoted;
    std::ranges::transform(names, std::back_inserter(quoted), inQuotes);
    return listOf(quoted, most);
}

/// Its place among them.
Result<std::size_t> theAverage(const Checkpoint& source, const AveragedWeights& averages,
                               const std::function<bool(std::string_view)>& isDropped)
{
    std::vector<std::string> names;
    std::ranges::remove_copy_if(averages.names, std::back_inserter(names), isDropped);
    if (names.empty() && !averages.notCopies.empty()) {
        const auto& [name, unlike] = averages.notCopies.front();
        const std::string first = inQuotes(source.entryName(unlike));
        return fail(
            error(ErrorCode::UnmetRequest, message("%1 is no average (EMA) of weights", inQuotes(name)))
                .because(source.isIntegerKey(source.entries()[unlike])
                             ? message("A list follows all parameters of a model in their order, and none beside it "
                                       "has as many of these shapes, from %1 on",
                                       first)
                             : message("Nothing beside it has the name and the shape of %1", first))
                .fix(message("Take it all the same with --keep %1, and --rename where its names are to be others",
                             globEscaped(name))));
    }
    if (names.empty()) {
        return fail(error(ErrorCode::UnmetRequest, message("there are no averaged weights (EMA)"))
                        .because(message("Nothing that is named as such a copy has the names and shapes of weights "
                                         "beside it"))
                        .fix(message("If they have another name, choose them with --keep and --rename")));
    }
    if (names.size() > 1) {
        return fail(error(ErrorCode::UnmetRequest,
                          message("there are several averages: %1 and %2", inQuotes(names[0]), inQuotes(names[1])))
                        .fix(message("Leave out all but one, as with --drop %1", inQuotes(globEscaped(names[1])))));
    }
    const auto which =
        static_cast<std::size_t>(std::ranges::find(averages.names, names.front()) - averages.names.begin());
    if (const std::vector<std::string>& groups = averages.followed[which]; groups.size() > 1) {
        return fail(
            error(ErrorCode::UnmetRequest,
                  message("%1 may be the average (EMA) of %2", inQuotes(names.front()), listInQuotes(groups)))
                .because(message("Each of them has weights of its names and shapes"))
                .fix(message("Leave out all but one, as with --drop %1", inQuotes(globEscaped(groups.back())))));
    }
    return which;
}

/// The module that all of some names lie in, with the dot that follows it.
std::string moduleAround(const std::vector<std::string>& names)
{
    std::string_view common = names.front();
    for (const std::string& name : names) {
        const auto differ = std::ranges::mismatch(common, name);
        common = common.substr(0, static_cast<std::size_t>(differ.in1 - common.begin()));
    }
    return std::string(common.substr(0, common.rfind('.') + 1));
}

/// Decides for each entry whether it is left out.
class Finder {
public:
    Finder(const Checkpoint& source, const AveragedWeights& averages, std::size_t which, SecondNames secondNames)
        : m_source(source), m_secondNames(secondNames), m_name(averages.names[which]),
          m_holder(averages.holders[which]),
          m_group(averages.followed[which].empty() ? std::string() : averages.followed[which].front()),
          m_isLeftOut(checkpoint::rowsBesideModel(source, averages)), m_isNeeded(m_isLeftOut.size())
    {
    }

    AveragesAsModel find(const AveragedWeights& averages)
    {
        leaveOutAverage();
        if (m_name != averages.trained) { // else they are in the place of the model already
            putInPlace(averages);
        }
        markNeeded();
        for (EntryId id = 1; id < m_isLeftOut.size(); ++id) {
            if (m_isNeeded[id] == 0) {
                m_result.leftOut.insert(m_source.entryName(id));
            }
        }
        return std::move(m_result);
    }

private:
    void putInPlace(const AveragedWeights& averages)
    {
        std::vector<std::string> followed;
        for (const auto& [copy, original] : averages.copies) {
            if (isOfAverage(copy)) {
                m_isLeftOut[copy] = 0;
                m_isLeftOut[original] = 1;
                followed.push_back(m_source.entryName(original));
                m_result.newNames.emplace(m_source.entryName(copy), followed.back());
            }
        }
        m_result.averaged = followed.size();
        replaceSecondNames(averages);
        listOthers(m_group.empty() ? moduleAround(followed) : m_group + '.');
        renameGroups(averages);
    }

    [[nodiscard]] bool isOfAverage(EntryId id) const
    {
        const std::string name = m_source.entryName(id);
        return name.size() > m_name.size() && name.starts_with(m_name) && name[m_name.size()] == '.';
    }

    /// Weights that are tied to one that gets its average, and have none themselves, would stay as they were trained,
    /// and be loaded over it.
    void replaceSecondNames(const AveragedWeights& averages)
    {
        using Place = std::tuple<checkpoint::StorageId, std::int64_t, std::vector<std::int64_t>>;
        const auto placeOf = [this](const checkpoint::Tensor& tensor) {
            const auto shape = m_source.shape(tensor);
            return Place(tensor.storage, tensor.offset, {shape.begin(), shape.end()});
        };
        const auto tensorOf = [this](EntryId id) {
            return static_cast<checkpoint::TensorId>(m_source.entries()[id].payload);
        };
        std::map<Place, checkpoint::TensorId> averageAt;
        for (const auto& [copy, original] : averages.copies) {
            const checkpoint::Tensor& tensor = m_source.tensors()[tensorOf(original)];
            if (isOfAverage(copy) && tensor.storage != checkpoint::kNoId) {
                averageAt.emplace(placeOf(tensor), tensorOf(copy));
            }
        }
        for (const checkpoint::Tensor& tensor : m_source.tensors()) {
            if (m_isLeftOut[tensor.entry] != 0 || isOfAverage(tensor.entry)) {
                continue;
            }
            const auto average = averageAt.find(placeOf(tensor));
            if (average == averageAt.end()) {
                continue;
            }
            if (m_secondNames == SecondNames::Tie) {
                m_result.tied.emplace(m_source.entryName(tensor.entry), average->second);
            } else {
                m_isLeftOut[tensor.entry] = 1;
                m_result.untied.push_back(m_source.entryName(tensor.entry));
            }
        }
    }

    /// Weights in the same module that stay as they were trained.
    void listOthers(const std::string& module)
    {
        for (const checkpoint::Tensor& tensor : m_source.tensors()) {
            if (m_isLeftOut[tensor.entry] != 0 || tensor.part || checkpoint::isBuffer(m_source, tensor)) {
                continue;
            }
            if (std::string name = m_source.entryName(tensor.entry);
                name.starts_with(module) && !m_result.newNames.contains(name) && !m_result.tied.contains(name)) {
                m_result.notAverage.push_back(std::move(name));
            }
        }
    }

    /// Numbers and texts that are kept with the averages, too, and those that ema_pytorch keeps beside them.
    void leaveOutAverage()
    {
        const std::string beside = m_holder.substr(0, m_holder.rfind('.') + 1);
        const auto isNamed = [&](std::string_view name) {
            return [this, full = beside + std::string(name)](const checkpoint::Tensor& tensor) {
                return m_source.shape(tensor).empty() && m_source.entryName(tensor.entry) == full;
            };
        };
        const auto begun = std::ranges::find_if(m_source.tensors(), isNamed("initted"));
        const auto steps = std::ranges::find_if(m_source.tensors(), isNamed("step"));
        if (begun != m_source.tensors().end() && steps != m_source.tensors().end()) {
            m_isLeftOut[begun->entry] = 1;
            m_isLeftOut[steps->entry] = 1;
        }
        for (EntryId id = 1; id < m_isLeftOut.size(); ++id) {
            const Entry& entry = m_source.entries()[id];
            const bool isTheAverage = entry.kind == EntryKind::Group && m_source.entryName(id) == m_holder;
            if (isTheAverage || m_isLeftOut[entry.parent] != 0) {
                m_isLeftOut[id] = 1;
            }
        }
    }

    /// The group that holds an average gets the name of that which held the weights.
    void renameGroups(const AveragedWeights& averages)
    {
        for (const auto& [copy, original] : averages.copies) {
            const EntryId from = m_source.entries()[copy].parent;
            const EntryId to = m_source.entries()[original].parent;
            if (m_isLeftOut[copy] == 0 && from != to && from != 0) {
                m_result.newNames.try_emplace(m_source.entryName(from), m_source.entryName(to));
            }
        }
    }

    /// A group stays as long as there is something in it that stays, and goes when all of it went.
    void markNeeded()
    {
        for (auto id = static_cast<EntryId>(m_isLeftOut.size()); id-- > 1;) {
            const Entry& entry = m_source.entries()[id];
            if (entry.attribute || m_source.entries()[entry.parent].kind == EntryKind::Tensor) {
                continue; // it goes with what it belongs to, and is no reason for that to stay
            }
            const bool isFilled = entry.kind == EntryKind::Group && entry.childCount != 0;
            if (m_isNeeded[id] != 0 || (m_isLeftOut[id] == 0 && !isFilled)) {
                m_isNeeded[id] = 1;
                m_isNeeded[entry.parent] = 1;
            }
        }
    }

    const Checkpoint& m_source;
    SecondNames m_secondNames;
    std::string m_name;   ///< of the averages
    std::string m_holder; ///< see AveragedWeights
    std::string m_group;  ///< that they follow; empty: several, or the file
    LargeVector<std::uint8_t> m_isLeftOut;
    LargeVector<std::uint8_t> m_isNeeded;
    AveragesAsModel m_result;
};

} // namespace

Result<AveragesAsModel> averagesAsModel(const Checkpoint& source,
                                        const std::function<bool(std::string_view)>& isDropped, SecondNames secondNames)
{
    const AveragedWeights averages = checkpoint::averagedWeights(source, isDropped);
    CAIRN_ASSIGN(which, theAverage(source, averages, isDropped));
    return Finder(source, averages, which, secondNames).find(averages);
}

std::vector<Message> whatStaysTrained(const AveragesAsModel* averages)
{
    std::vector<Message> warnings;
    if (averages != nullptr && !averages->notAverage.empty()) {
        const std::size_t others = averages->notAverage.size();
        warnings.push_back(message("%1 of %2 weights are averages; the others stay as they were trained: %3",
                                   groupedDigits(averages->averaged), groupedDigits(averages->averaged + others),
                                   listInQuotes(averages->notAverage)));
    }
    if (averages != nullptr && !averages->untied.empty()) {
        warnings.push_back(message("second names of weights that are averages now are left out: %1; tie them again",
                                   listInQuotes(averages->untied)));
    }
    return warnings;
}

} // namespace cairn::convert
