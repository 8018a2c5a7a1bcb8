#include "core/convert/conversion/conversion_report.h"

#include "core/convert/rewrite/rewrite.h"

#include <algorithm>

namespace cairn::convert {

std::vector<std::pair<std::string, std::string>> TensorsPlan::aliases() const
{
    std::vector<std::pair<std::string, std::string>> found;
    for (const NamedTensor& named : set.tensors) {
        if (named.sameAs != NamedTensor::kItself) {
            found.emplace_back(named.name, set.tensors[named.sameAs].name);
        }
    }
    return found;
}

std::vector<std::string> TensorsPlan::shards() const
{
    std::vector<std::string> files = output.files();
    files.resize(output.indexPath.empty() ? 0 : files.size() - 1);
    return files;
}

const RetagReport& ConversionReport::tags() const
{
    static const RetagReport kNone;
    if (const auto* retag = std::get_if<RetagPlan>(&plan)) {
        return retag->report;
    }
    if (const auto* inPlace = std::get_if<InPlacePlan>(&plan)) {
        return inPlace->retag.report;
    }
    if (const auto* rewrite = std::get_if<RewritePlan>(&plan)) {
        return rewrite->report;
    }
    const auto* tensors = std::get_if<TensorsPlan>(&plan);
    return tensors == nullptr ? kNone : tensors->output.tags;
}

const std::string& ConversionReport::opensAt() const
{
    const auto* tensors = std::get_if<TensorsPlan>(&plan);
    return tensors == nullptr || tensors->output.indexPath.empty() ? target : tensors->output.indexPath;
}

bool ConversionReport::losesSomething() const
{
    const auto* rewrite = std::get_if<RewritePlan>(&plan);
    const auto* tensors = std::get_if<TensorsPlan>(&plan);
    return !overflows.empty() || (rewrite != nullptr && !rewrite->lostRecords.empty()) ||
           (tensors != nullptr && tensors->set.losses() != 0);
}

Casts castsOf(const checkpoint::Checkpoint& source, const ConversionPlan& plan)
{
    Casts casts;
    const auto count = [&casts](formats::Dtype from, formats::Dtype to, std::uint64_t tensors) {
        if (from == to) {
            casts.kept += tensors;
        } else {
            casts
                .changed[std::string(formats::dtypeInfo(from).name) + '=' + std::string(formats::dtypeInfo(to).name)] +=
                tensors;
        }
    };
    if (const auto* rewrite = std::get_if<RewritePlan>(&plan)) {
        const checkpoint::Checkpoint& rows = rewrite->tree->rows();
        for (const NewStorage& storage : rewrite->storages.storages) {
            const auto isWritten = [&](checkpoint::TensorId user) {
                return !rewrite->rows.dropped[rows.tensors()[user].entry];
            };
            count(storage.from, storage.isCast() ? storage.castTo : storage.from,
                  static_cast<std::uint64_t>(std::ranges::count_if(rows.tensorsOf(storage.source), isWritten)));
        }
    } else if (const auto* tensors = std::get_if<TensorsPlan>(&plan)) {
        for (const NamedTensor& tensor : tensors->set.tensors) {
            if (!tensor.isMade()) {
                count(source.tensors()[tensor.tensor].dtype, tensor.dtype, 1);
            }
        }
    }
    return casts;
}

} // namespace cairn::convert
