#include "core/checkpoint/pickle_places.h"

#include "core/formats/zip/zip_archive.h"

namespace cairn::checkpoint {

std::vector<PicklePlace> picklePlaces(const Checkpoint& checkpoint)
{
    std::vector<PicklePlace> places;
    if (const formats::ZipArchive* archive = checkpoint.archive()) {
        for (const formats::ZipEntry& entry : archive->entries()) {
            const std::string_view name = archive->recordName(entry);
            if (!name.ends_with(".pkl")) {
                continue;
            }
            if (auto source = archive->recordSource(entry, formats::CrcCheck::Skip)) {
                places.push_back({std::string(name), *source, 1});
            }
        }
        return places;
    }
    const PickleForm form = checkpoint.traits().pickle;
    const bool isStream = form == PickleForm::Stream;
    if (!isStream && form != PickleForm::WholeFile && form != PickleForm::EachItem) {
        return places;
    }
    if (auto file = FileSource::open(checkpoint.path())) {
        // A magic number, the protocol, what wrote it, the object, and the keys of storages.
        places.push_back({checkpoint.path().substr(checkpoint.path().rfind('/') + 1), *file, isStream ? 5U : 1U});
    }
    return places;
}

} // namespace cairn::checkpoint
