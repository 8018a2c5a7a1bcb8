#pragma once

#include "core/base/error.h"

#include <QString>

#include <string>

namespace cairn::ui {

/// What the core says, as a sentence in the language of the window: its pattern is looked up in the context "Core", and
/// what stands in it is put in, each in that language too. Words that are not Cairn's stay what they are.
[[nodiscard]] QString inWords(const Message& message);
/// The same for a part of a sentence or a title: nothing is put behind it.
[[nodiscard]] QString inWordsAlone(const Message& message);

/// An error in words, for a list that names the file already.
[[nodiscard]] QString errorWords(const Error& error, const std::string& path);

} // namespace cairn::ui
