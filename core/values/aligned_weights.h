#pragma once

#include "core/values/comparison.h"

#include <functional>
#include <string>
#include <vector>

namespace cairn::values {

/// A tensor by the name that the model gives it.
struct NamedWeight {
    std::string name;
    checkpoint::EntryId entry = checkpoint::kNoId;
};

/// The tensors of two checkpoints by names that both can have.
struct AlignedWeights {
    ComparedParts parts; ///< where they lie
    std::vector<NamedWeight> a;
    std::vector<NamedWeight> b;
    std::string prefixA; ///< as "model.": of all names of A that are compared and none of B; they are without it
    std::string prefixB;
    std::vector<checkpoint::EntryId> tiedA; ///< second names of tensors of A that are compared, which B does not have
    std::vector<checkpoint::EntryId> tiedB;
    bool isChosenInB = false; ///< WeightNames::isWanted fits names of B alone, and means those
};

/// The outermost groups in which `parts` lie in the same place: the root where both files are laid out alike, "model"
/// where one of them is all that the other has in this. Modules that only wrap others make no difference. `mayLeave`
/// says of a group of either file, which is not the root, whether the one around it may be taken instead.
[[nodiscard]] ComparedParts
outermostAlike(const checkpoint::Checkpoint& a, const checkpoint::Checkpoint& b, ComparedParts parts,
               const std::function<bool(const checkpoint::Checkpoint&, checkpoint::EntryId)>& mayLeave);

/// Takes `parts`, or where no wanted tensor has a name of the other there, those with most names in common: a module
/// may be saved whole, and a training has averages and an optimizer beside the weights. The weights of one may be a
/// module of the other, too. Fails where one of them has no tensor.
[[nodiscard]] Result<AlignedWeights> alignWeights(const checkpoint::Checkpoint& a, const checkpoint::Checkpoint& b,
                                                  ComparedParts parts, const WeightNames& names);

} // namespace cairn::values
