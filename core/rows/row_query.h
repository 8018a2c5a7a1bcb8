#pragma once

#include "core/base/text/message.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::rows {

/// Regular expressions beyond those that NameRegex knows: of whoever has a library for them.
class RegexLibrary {
public:
    struct Mistake {
        std::size_t position = 0; ///< in the pattern
        std::string text;
    };
    using Finder = std::function<bool(const std::string& text)>;

    virtual ~RegexLibrary() = default;
    [[nodiscard]] virtual std::optional<Mistake> mistakeIn(const std::string& pattern) const = 0;
    /// Finds it in texts, whatever the case of letters. For one thread.
    [[nodiscard]] virtual Finder finder(const std::string& pattern) const = 0;
};

/// What `held:` takes for tensors that are not whole.
inline constexpr std::string_view kHeldMissing = "missing";

/// What a person looks for, understood: words, globs, /regular expressions/, and conditions such as `dtype:bf16`,
/// `device:cuda:1`, `shape:*x768`, `size>10MB`, `params>1e6`, `shared:yes`, `held:3`, `is:tensor`. A row must meet all
/// of them.
struct RowQuery {
    enum class Kind : std::uint8_t { Text, Glob, Regex, Dtype, Device, Shape, Size, Params, Shared, Held, Is };
    enum class Compare : std::uint8_t { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };
    enum class What : std::uint8_t { Tensor, Value, Group, Storage, Parameter, Buffer, Sparse, Quantized, Meta };

    struct Term {
        Kind kind = Kind::Text;
        Compare compare = Compare::Equal;
        What what = What::Tensor;
        bool yes = true;
        std::string text; ///< ASCII letters of words and globs are small; of a regex and a file as it was typed
        formats::Dtype dtype = formats::Dtype::Unknown;
        double number = 0;

        /// Looks at names; holds for all that is below a row for which it holds.
        [[nodiscard]] bool isOfNames() const { return kind <= Kind::Regex; }
    };

    /// What of a search is wrong, and where: bytes of the text.
    struct Mistake {
        std::size_t position = 0;
        std::size_t length = 0;
        Message text;
    };

    std::vector<Term> terms;
    std::string unknownKey; ///< of the first `word:rest` that is looked for as text, since there is no such condition
    const RegexLibrary* library = nullptr; ///< for regular expressions that NameRegex does not know

    /// The conditions that there are, each with the sign after it.
    [[nodiscard]] static std::vector<std::string> knownKeys();
    /// What can follow one of these, apart from devices and shapes, which only the file knows; of dtypes the short
    /// names. Empty: a number, or no such key.
    [[nodiscard]] static std::vector<std::string> valuesOf(std::string_view key);
    /// The same in a row, to be shown.
    [[nodiscard]] static std::string knownKeysText();
    /// `library` outlives what is made with it. Without one, other regular expressions are a mistake.
    [[nodiscard]] static std::expected<RowQuery, Mistake> parse(std::string_view text,
                                                                const RegexLibrary* library = nullptr);
};

} // namespace cairn::rows
