#pragma once

#include "core/base/error.h"
#include "core/base/large_vector.h"
#include "core/base/text_index.h"
#include "core/formats/zip/zip_entry.h"

#include <string_view>
#include <vector>

namespace cairn::formats {

/// The table of contents of a zip: entries in directory order, their names in one pool, and the way back from a name,
/// whose case does not count. Filled by readZipDirectory(), then only read.
struct ZipDirectory {
    LargeVector<ZipEntry> entries;
    LargeVector<char> names;
    TextIndex<FoldedText> index; ///< of several entries with one name it finds the first
    std::vector<TextIndex<FoldedText>::Twins> twins;
    std::vector<Issue> issues;
    bool hasOtherNames = false; ///< records bear other names in their own headers

    [[nodiscard]] std::string_view name(const ZipEntry& entry) const
    {
        return {names.data() + entry.nameOffset, entry.nameLength};
    }
    [[nodiscard]] auto nameById() const
    {
        return [this](std::uint32_t id) { return name(entries[id]); };
    }
};

} // namespace cairn::formats
