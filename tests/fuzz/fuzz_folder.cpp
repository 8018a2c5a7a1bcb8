#include "core/checkpoint/pieces/piece_list.h"
#include "core/checkpoint/readers/open.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/use_checkpoint.h"

#include <array>
#include <filesystem>
#include <string_view>

// Folders of which one file is anything: the metadata of torch.distributed.checkpoint, a file with its pieces, that of
// a rank, or DeepSpeed's. The others are as they were saved, so that what the strange one says of them is believed.

namespace {

using namespace cairn;
namespace fs = std::filesystem;

struct Role {
    std::string_view folder; ///< of tests/fixtures/folders
    std::string_view file;   ///< of it, which the input stands for
    std::string_view sign;   ///< what is in the inputs that are for it
};

constexpr std::array kRoles = {
    Role{"torch26/dcp_two_ranks", ".metadata", "torch.distributed.checkpoint.metadata"},
    Role{"torch26/dcp_four_ranks", ".metadata", "torch.distributed.checkpoint.metadata"},
    Role{"deepspeed/zero1/global_step2", "zero_pp_rank_0_mp_rank_00_optim_states.pt", "zero_stage"},
    Role{"deepspeed/zero3/global_step2", "bf16_zero_pp_rank_0_mp_rank_00_optim_states.pt", "zero_stage"},
    Role{"deepspeed/zero3/global_step2", "zero_pp_rank_0_mp_rank_00_model_states.pt", "param_shapes"},
    Role{"torch26/ranks_verl", "model_world_size_2_rank_0.pt", "DTensor"},
    Role{"torch26/ranks_fsdp1", "model_world_size_2_rank_0.pt", "ShardedTensor"},
    Role{"torch26/dcp_two_ranks", "__0_0.distcp", "_rebuild_tensor"},
};

/// A copy of the role's folder, made once.
std::string folderOf(std::size_t role)
{
    const std::string folder = fuzz::placeFor(("folder" + std::to_string(role)).c_str());
    if (!fs::exists(folder)) {
        fs::copy(fs::path(CAIRN_TESTS_DIR) / "fixtures/folders" / kRoles[role].folder, folder,
                 fs::copy_options::recursive);
    }
    return folder;
}

void useFolder(const std::string& folder)
{
    const auto opened = checkpoint::openCheckpoint(folder, nullptr);
    if (!opened) {
        return;
    }
    const checkpoint::PieceList pieces(*opened);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const checkpoint::TensorPiece piece = pieces[i];
        fuzz::require(piece.file == checkpoint::kNoId || piece.file < pieces.files().size(), "a piece in no file");
        fuzz::require(piece.entry == checkpoint::kNoId || piece.entry < (*opened)->entries().size(), "a row too many");
    }
    fuzz::use(**opened);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    bool isForAny = false;
    for (std::size_t role = 0; role < kRoles.size(); ++role) {
        if (fuzz::textOf(data, size).contains(kRoles[role].sign)) {
            isForAny = true;
            const std::string folder = folderOf(role);
            fuzz::writeInput(folder + '/' + std::string(kRoles[role].file), data, size);
            useFolder(folder);
        }
    }
    return isForAny ? 0 : -1; // and such inputs are not kept
}
