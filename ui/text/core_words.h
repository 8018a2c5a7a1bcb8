#pragma once

#include "core/base/error.h"

#include <QString>

#include <string>
#include <string_view>

namespace cairn::ui {

/// What the core says, as a sentence in the language of the window. The core speaks English and knows no other
/// language; its sentences are known here by the words that stand still in them. One that is not known stays English.
[[nodiscard]] QString inWords(std::string_view text);
/// The same for a part of a sentence or a title: nothing is put behind it.
[[nodiscard]] QString inWordsAlone(std::string_view text);

/// An error in words, for a list that names the file already.
[[nodiscard]] QString errorWords(const Error& error, const std::string& path);

} // namespace cairn::ui
