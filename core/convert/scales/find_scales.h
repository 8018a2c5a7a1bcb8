#pragma once

#include "core/convert/scales/quantization_config.h"
#include "core/convert/scales/scaling.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

/// A tensor that holds codes of float8 which Cairn can cast.
[[nodiscard]] bool isFloat8(formats::Dtype dtype);

/// The numbers of a tensor of scales. Unsupported if one of them is none, or below zero.
[[nodiscard]] Result<std::vector<float>> readScales(const checkpoint::Checkpoint& source, checkpoint::TensorId scales);

/// What a person should know of a copy: weights that had no scales where others had, and a config that it contradicts.
[[nodiscard]] std::vector<Message> scaleWarnings(const checkpoint::Checkpoint& source, const ScaleReport& scales);

/// Finds the scales that lie beside weights of float8, by names and shapes together, in whichever file of a set they
/// are and whatever a selection drops. Made for one conversion; the checkpoint must live on.
class ScaleFinder {
public:
    explicit ScaleFinder(const checkpoint::Checkpoint& source) : m_source(source) {}

    /// How a tensor becomes weights that are no codes any more; null if no scales are beside it. Unsupported, by name,
    /// if there are some that do not fit, or that nobody can tell how to use.
    [[nodiscard]] Result<ScalingPtr> find(checkpoint::TensorId weight);
    /// Says that a tensor stays what it is, and needs what is beside it.
    void keep(checkpoint::TensorId weight);

    /// What means nothing beside the weights that were found: their scales, those of activations, and markers.
    [[nodiscard]] std::set<checkpoint::TensorId> usedUp() const;
    /// Whether a text of the metadata, which says what ComfyUI has quantised, means nothing any more.
    [[nodiscard]] bool isUsedUp(std::string_view metadata) const;

private:
    struct Beside {
        ScaleConvention convention = ScaleConvention::DeepSeek;
        checkpoint::TensorId scales = checkpoint::kNoId;
        std::string name;
    };

    void readNames();
    [[nodiscard]] checkpoint::TensorId named(const std::string& name) const;
    [[nodiscard]] std::vector<Beside> beside(const std::string& weight) const;
    [[nodiscard]] bool isInferenceScale(checkpoint::TensorId weight, checkpoint::TensorId scales) const;
    [[nodiscard]] std::vector<Beside> besideTied(checkpoint::TensorId weight) const;
    [[nodiscard]] std::vector<checkpoint::TensorId> goingWith(const std::string& weight,
                                                              const std::vector<Beside>& found) const;
    [[nodiscard]] Result<void> refuseOthers(const std::string& weight, const std::vector<Beside>& found) const;
    [[nodiscard]] Result<void> requireFloat8(checkpoint::TensorId weight, const std::string& name) const;
    [[nodiscard]] Result<void> refuseOtherNames(checkpoint::TensorId weight, const Beside& found) const;
    [[nodiscard]] Result<ScaleGrid> gridOf(const checkpoint::Tensor& weight, const std::string& name,
                                           const Beside& found) const;
    [[nodiscard]] bool isSameView(checkpoint::TensorId a, checkpoint::TensorId b) const;

    const checkpoint::Checkpoint& m_source;
    bool m_hasNames = false;
    bool m_hasComfyMetadata = false;
    std::map<std::string, checkpoint::TensorId> m_names; ///< of all tensors, whatever a selection drops
    std::multimap<checkpoint::EntryId, std::string> m_secondNames;
    QuantizationConfig m_config;
    std::optional<std::string> m_whole; ///< what the source is a part of
    std::set<checkpoint::TensorId> m_usedUp;
    std::set<checkpoint::TensorId> m_needed;
    bool m_castsComfy = false;
    bool m_keepsComfy = false;
};

} // namespace cairn::convert
