#pragma once

#include "core/formats/dtype.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QString>

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace cairn::ui {

/// What a person looks for, understood: words, globs, /regular expressions/, and conditions such as `dtype:bf16`,
/// `device:cuda:1`, `shape:*x768`, `size>10MB`, `params>1e6`, `shared:yes`, `is:tensor`. A row must meet all of them.
struct RowQuery {
    enum class Kind : std::uint8_t { Text, Glob, Regex, Dtype, Device, Shape, Size, Params, Shared, Is };
    enum class Compare : std::uint8_t { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };
    enum class What : std::uint8_t { Tensor, Value, Group, Storage, Parameter, Buffer, Sparse, Quantized, Meta };

    struct Term {
        Kind kind = Kind::Text;
        Compare compare = Compare::Equal;
        What what = What::Tensor;
        bool yes = true;
        std::string text; ///< ASCII letters of words and globs are small; of a regex as it was typed
        formats::Dtype dtype = formats::Dtype::Unknown;
        double number = 0;
        QRegularExpression regex;

        /// Looks at names; holds for all that is below a row for which it holds.
        [[nodiscard]] bool isOfNames() const { return kind <= Kind::Regex; }
    };

    /// What of a search is wrong, and where: characters of the text.
    struct Mistake {
        qsizetype position = 0;
        qsizetype length = 0;
        QString text;
    };

    std::vector<Term> terms;
    QString unknownKey; ///< of the first `word:rest` that is looked for as text, since there is no such condition

    /// Those that there are, each with the sign after it, to be shown.
    [[nodiscard]] static QString knownKeys();
    [[nodiscard]] static std::expected<RowQuery, Mistake> parse(const QString& text);
};

} // namespace cairn::ui
