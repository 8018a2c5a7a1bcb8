#include "core/convert/common/other_archives.h"

#include "core/checkpoint/pieces/assembly.h"
#include "core/formats/sniff/sniff.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_sequence.h"

#include <unordered_set>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using formats::ZipArchive;

namespace {

/// The zips that a file consists of: none, one, or as many as were written one after another.
Result<void> addArchives(const SourcePtr& file, const std::string& path, const std::string& prefix,
                         OtherArchives& archives)
{
    CAIRN_ASSIGN(guess, formats::sniff(*file));
    if (guess.kind != formats::FileKind::Zip) {
        ++archives.otherFiles;
        return {};
    }
    CAIRN_ASSIGN(pieces, formats::splitZipSequence(file));
    if (pieces.size() < 2) {
        CAIRN_ASSIGN(archive, ZipArchive::open(file));
        archives.zips.push_back({std::move(archive), prefix, path, 0});
        return {};
    }
    std::uint64_t begin = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        CAIRN_ASSIGN(archive, ZipArchive::open(pieces[i]));
        archives.zips.push_back({std::move(archive), prefix + "item " + std::to_string(i) + ": ", path, begin});
        begin += pieces[i]->sizeBytes();
    }
    return {};
}

std::string prefixOf(const std::string& path)
{
    return path.substr(path.rfind('/') + 1) + ": ";
}

} // namespace

Result<OtherArchives> findOtherArchives(const Checkpoint& checkpoint,
                                        const std::function<bool(std::string_view file)>& isWanted)
{
    const auto wants = [&](std::string_view file) { return !isWanted || isWanted(file); };
    OtherArchives archives;
    if (checkpoint.traits().pickle == checkpoint::PickleForm::EachItem) {
        CAIRN_ASSIGN(file, FileSource::open(checkpoint.path()));
        CAIRN_TRY(addArchives(file, checkpoint.path(), {}, archives));
        return archives;
    }
    if (const checkpoint::Assembly* assembly = checkpoint.assembly()) {
        const auto files = assembly->files->files();
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            const std::string& path = files[i].path;
            if (files[i].problem.empty() && wants(path)) { // a problem is told as such
                CAIRN_TRY(addArchives(checkpoint::FileSet::source(assembly->files, i), path, prefixOf(path), archives));
            }
        }
        return archives;
    }
    std::unordered_set<std::string_view> seen;
    for (const checkpoint::StorageSource& source : checkpoint.sources()) {
        if (source.isFile && seen.insert(source.name).second && wants(source.name)) {
            CAIRN_TRY(addArchives(source.bytes, source.name, prefixOf(source.name), archives));
        }
    }
    return archives;
}

} // namespace cairn::convert
