// checkpoint_dump FILE OUTDIR: for the oracle. Writes the bytes of storage i to OUTDIR/i.bin, and OUTDIR/listing.json:
// the storages in their order and, for each tensor of the tree in depth-first order, the index of its storage.

#include "core/checkpoint/readers/open.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

using namespace cairn;
using namespace cairn::checkpoint;

namespace {

Result<void> dumpStorage(const Checkpoint& checkpoint, StorageId id, const std::filesystem::path& file)
{
    std::ofstream out(file, std::ios::binary);
    std::vector<std::byte> chunk(std::size_t{1} << 20);
    const std::uint64_t total = checkpoint.storages()[id].bytes;
    for (std::uint64_t at = 0; at < total; at += chunk.size()) {
        const auto piece =
            std::span(chunk).first(static_cast<std::size_t>(std::min<std::uint64_t>(chunk.size(), total - at)));
        CAIRN_TRY(checkpoint.readStorage(id, at, piece));
        out.write(reinterpret_cast<const char*>(piece.data()), static_cast<std::streamsize>(piece.size()));
    }
    return {};
}

void dumpStorages(const Checkpoint& checkpoint, const std::filesystem::path& folder, std::ostream& listing)
{
    listing << "{\"storages\":[";
    for (std::size_t i = 0; i < checkpoint.storages().size(); ++i) {
        const Storage& storage = checkpoint.storages()[i];
        const auto read = dumpStorage(checkpoint, static_cast<StorageId>(i), folder / (std::to_string(i) + ".bin"));
        listing << (i == 0 ? "" : ",") << "\n{\"bytes\":" << storage.bytes
                << ",\"big_endian\":" << (storage.byteOrder == ByteOrder::Big ? "true" : "false") << ",\"error\":";
        if (read) {
            listing << "null}";
        } else {
            listing << '"' << errorCodeText(read.error().code) << "\"}";
        }
    }
    listing << "],\n\"tensors\":[";
}

void dumpTensors(const Checkpoint& checkpoint, std::ostream& listing)
{
    bool first = true;
    checkpoint.walk([&](EntryId id, std::size_t) {
        const Entry& entry = checkpoint.entries()[id];
        if (entry.kind != EntryKind::Tensor) {
            return;
        }
        const StorageId storage = checkpoint.tensors()[entry.payload].storage;
        listing << (first ? "" : ",") << (storage == kNoId ? std::string("null") : std::to_string(storage));
        first = false;
    });
    listing << "]}\n";
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs("usage: checkpoint_dump FILE OUTDIR\n", stderr);
        return 2;
    }
    const auto opened = openCheckpoint(argv[1]);
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().paragraph().c_str());
        return 3;
    }
    const std::filesystem::path folder(argv[2]);
    std::ofstream listing(folder / "listing.json");
    dumpStorages(**opened, folder, listing);
    dumpTensors(**opened, listing);
    return listing.good() ? 0 : 4;
}
