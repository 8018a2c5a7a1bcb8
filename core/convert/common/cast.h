#pragma once

#include "core/base/error.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::convert {

/// How many values of which tensors were too large for their new dtype.
using Overflows = std::vector<std::pair<std::string, std::uint64_t>>;

/// Which tensors get another dtype: rules FROM=TO or FROM=TO:GLOB over the names of entries, as `float32=bfloat16` or
/// `fp32=fp16:model.*`; TO and TO:GLOB are of every dtype that can be cast to it. The first rule that fits decides,
/// also one that keeps the dtype: `fp32=fp32:head.*`. Tensors of other dtypes, such as the counters of BatchNorm, stay
/// as they are. Made from the command line, copied for each input; remembers which rules found something.
class CastRules {
public:
    CastRules() = default;
    /// Usage if a text is no rule, or asks for a conversion that castElements() does not know.
    [[nodiscard]] static Result<CastRules> make(std::span<const std::string> texts);

    [[nodiscard]] bool isEmpty() const noexcept { return m_rules.empty(); }
    /// The dtype that a tensor gets: often the one it has.
    [[nodiscard]] formats::Dtype target(formats::Dtype dtype, std::string_view name);

    /// Whether a rule gives this dtype.
    [[nodiscard]] bool hasTarget(formats::Dtype dtype) const;
    /// The options whose rules have matched nothing so far, as they were written.
    [[nodiscard]] std::vector<std::string> unusedRules() const;

private:
    struct Rule {
        std::string text;
        formats::Dtype from = formats::Dtype::Unknown; ///< which stands for all that can be cast
        formats::Dtype to = formats::Dtype::Unknown;
        std::string glob;
        bool used = false;
    };

    std::vector<Rule> m_rules;
};

} // namespace cairn::convert
