#include "app/cli/load/load_file.h"

#include "app/cli/common/map_warnings.h"
#include "core/base/platform/machine.h"

namespace cairn::cli {

Result<std::variant<runtime::LoadRefusal, LoadDone>> loadFile(const checkpoint::CheckpointPtr& checkpoint,
                                                              const LoadChoice& choice,
                                                              const devices::DeviceInventory& usable,
                                                              const runtime::Module& module, Progress& progress)
{
    auto planned = runtime::planLoad(checkpoint, choice.wish, usable, module);
    if (auto* refusal = std::get_if<runtime::LoadRefusal>(&planned)) {
        return std::move(*refusal);
    }
    LoadDone done{.planned = std::get<runtime::PlannedLoad>(std::move(planned)), .report = {}};
    CAIRN_ASSIGN(outcome, runtime::runLoad(module, done.planned, usable, progress));
    const std::uint64_t elsewhere = outcome.tensors.peakElsewhere();
    done.report = std::make_unique<LoadReport>(LoadReport{.plan = *done.planned.plan,
                                                          .torchVersion = module.torchVersion(),
                                                          .torchText = module.text(),
                                                          .torchPlace = module.path(),
                                                          .isScript = done.planned.scriptDevice.has_value(),
                                                          .outcome = std::move(outcome),
                                                          .mapWarnings = mapWarnings(choice.wish.map, *checkpoint),
                                                          .check = {},
                                                          .beyondTorch = done.planned.beyondTorch,
                                                          .peakMemoryBytes = platform::peakMemory() + elsewhere});
    if (choice.checkValues) {
        auto check = checkValues(*checkpoint, done.report->outcome.tensors, done.report->isScript, progress);
        if (!check) {
            Error failure = std::move(check).error();
            const bool isNamed = failure.where.starts_with(checkpoint->path());
            return fail(isNamed ? std::move(failure) : std::move(failure).in(checkpoint->path()));
        }
        done.report->check = std::move(*check);
    }
    return done;
}

} // namespace cairn::cli
