#include "core/base/checked.h"
#include "core/base/text/text.h"
#include "core/checkpoint/salvage/file_notes.h"
#include "core/checkpoint/salvage/mended_file.h"
#include "core/checkpoint/salvage/mended_source.h"
#include "core/formats/safetensors/safetensors.h"

#include <algorithm>

namespace cairn::checkpoint {

Result<MendedFile> mendSafetensors(const SourcePtr& source, Progress* progress)
{
    CAIRN_ASSIGN(header, formats::readSafetensorsHeader(*source));
    std::uint64_t dataBytes = 0;
    for (const formats::SafetensorsTensor& tensor : header.tensors) {
        dataBytes = std::max(dataBytes, tensor.end);
    }
    const auto end = checkedAdd(header.dataOffset, dataBytes);
    if (!end) {
        return fail(ErrorCode::SafetensorsOffsets, message("its tensors reach further than 64 bits count"));
    }
    CAIRN_ASSIGN(written, endWithoutZeros(*source, progress));
    const std::uint64_t held = std::min(*end, std::max(written, header.dataOffset));
    MendedFile mended;
    MendedSourceBuilder whole(source);
    whole.addFile(0, held);
    whole.addZeros(*end - held);
    mended.source = whole.build();
    mended.notes = sizeNotes(*source, *end, written);
    const std::uint64_t missing = *end - std::min(*end, source->sizeBytes());
    CAIRN_ASSIGN(shifted, shiftedFrom(*source, header.dataOffset, missing, progress));
    if (shifted && *shifted < held) {
        mended.states.add(*shifted, held, ByteState::Changed);
        mended.notes.push_back(shiftedNote(*shifted, missing));
    }
    mended.states.add(held, *end, ByteState::Lost);
    CAIRN_TRY(addJoined(source, *end, mended.notes));
    return mended;
}

} // namespace cairn::checkpoint
