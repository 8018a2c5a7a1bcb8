#pragma once

#include "core/convert/scales/find_scales.h"
#include "core/convert/tensors/tensor_set.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cairn::convert {

/// Sorts the rows of a checkpoint's tree into tensors that are written and parts that are left out. Made by
/// planTensorSet(), for one walk over the tree; marks the rules that found something.
class TensorSorter {
public:
    TensorSorter(const checkpoint::Checkpoint& source, TensorRules& rules);
    TensorSorter(const TensorSorter&) = delete;
    TensorSorter& operator=(const TensorSorter&) = delete;

    void visit(checkpoint::EntryId id, std::size_t depth);
    [[nodiscard]] Result<TensorSet> take();

private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};

    [[nodiscard]] bool isNameCut(checkpoint::EntryId id) const;
    [[nodiscard]] bool isWanted(checkpoint::EntryId id);
    [[nodiscard]] checkpoint::TensorId tensorAt(checkpoint::EntryId id) const;
    void leaveOut(checkpoint::EntryId id, Message why, bool harmless = false);
    void leaveOutBroken();
    void addGroup(checkpoint::EntryId id, std::size_t depth);
    void addValue(checkpoint::EntryId id);
    void addTensor(checkpoint::EntryId id);
    void addNamed(const std::string& path, checkpoint::TensorId tensor);
    void takeMetadata(const checkpoint::Entry& group);
    void takeSecondNames();
    [[nodiscard]] Result<void> useScales();

    const checkpoint::Checkpoint& m_source;
    TensorRules& m_rules;
    bool m_hasMetadata;
    std::size_t m_skipBelow = kNowhere;                               ///< depth of a row whose children are dealt with
    checkpoint::EntryId m_topOfValues = checkpoint::kNoId;            ///< that of the last of TensorSet::valuesIn
    std::vector<LeftOut> m_values;                                    ///< named after all that is rarer
    std::map<std::string, std::size_t, std::less<>> m_metadataPlaces; ///< in the set, by key
    ScaleFinder m_scales;
    TensorSet m_set;
};

} // namespace cairn::convert
