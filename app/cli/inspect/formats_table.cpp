#include "app/cli/inspect/formats_table.h"

#include <algorithm>
#include <array>

namespace cairn::cli {

namespace {

using checkpoint::Format;

// clang-format off
constexpr std::array kFormats = {
    FormatRow{Format::TorchZip, "torch zip",
        "torch.save since 1.6: .pt, .pth, .bin, .ckpt",
        "a zip with a data.pkl in its folder"},
    FormatRow{Format::TorchLegacy, "torch legacy stream",
        "torch.save from 0.1.11 to 1.5, Python 2 included",
        "a pickle of the magic number 0x1950a86a20f9469cfc6c"},
    FormatRow{Format::TorchTar, "torch tar",
        "torch.save up to 0.1.10",
        "a tar with members storages, tensors and pickle"},
    FormatRow{Format::TorchScript, "TorchScript",
        "torch.jit.save, mobile models too: .pt, .ptl",
        "a zip whose data.pkl holds a __torch__ class, or with a model.json"},
    FormatRow{Format::TorchPackage, "torch.package",
        "torch.package.PackageExporter",
        "a zip with .data/version and pickles of any name"},
    FormatRow{Format::Pt2Archive, "pt2 archive",
        "torch.export.save and AOTInductor: .pt2",
        "a zip whose archive_format says pt2, or with a program in JSON"},
    FormatRow{Format::Safetensors, "safetensors",
        "the safetensors library",
        "a header length and a JSON object right after it"},
    FormatRow{Format::Sharded, "sharded set",
        "Hugging Face: *.index.json and its shards, .safetensors or .bin",
        "a JSON object with a weight_map"},
    FormatRow{Format::DistributedShard, "distributed shard",
        "torch.distributed.checkpoint: one rank's .distcp",
        "torch zips one after the other"},
    FormatRow{Format::Folder, "checkpoint folder",
        "torch.distributed.checkpoint (DCP): .metadata and the .distcp of all ranks",
        "a folder with a .metadata, or the .metadata itself"},
    FormatRow{Format::Pickle, "pickle",
        "pickle.dump of anything with tensors in it",
        "a pickle with tensors in _load_from_bytes blobs"},
};
// clang-format on

} // namespace

std::span<const FormatRow> allFormats()
{
    return kFormats;
}

std::string_view formatTitle(Format format)
{
    const auto* const row = std::ranges::find(kFormats, format, &FormatRow::format);
    return row == kFormats.end() ? checkpoint::formatName(format) : row->title;
}

} // namespace cairn::cli
