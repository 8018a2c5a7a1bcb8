#include "app/cli/values/diff_names.h"

#include "core/base/text/text.h"
#include "core/checkpoint/wrapper_names.h"

#include <ranges>
#include <set>
#include <string_view>
#include <vector>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using values::Comparison;

namespace {

/// What wraps the model in the names of its tensors: "module." of DistributedDataParallel.
std::set<std::string> wrappersIn(const Checkpoint& checkpoint, EntryId root)
{
    const std::string outer = root == 0 ? std::string() : checkpoint.entryName(root) + '.';
    std::set<std::string> wrappers;
    for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
        const std::string name = checkpoint.entryName(tensor.entry);
        if (!name.starts_with(outer)) {
            continue;
        }
        for (const auto part : std::views::split(std::string_view(name).substr(outer.size()), '.')) {
            if (const std::string_view word(part); checkpoint::isWrapperName(word)) {
                wrappers.insert(std::string(word) + '.');
            }
        }
    }
    return wrappers;
}

} // namespace

std::string namesWithout(const Screen& screen, const Comparison& comparison)
{
    std::set<std::string> ofA;
    std::set<std::string> ofB;
    if (comparison.weightsAlone) {
        ofA = wrappersIn(*comparison.a, comparison.parts.a);
        ofB = wrappersIn(*comparison.b, comparison.parts.b);
    }
    if (ofA == ofB) {
        ofA.clear();
        ofB.clear();
    }
    std::string text;
    const auto add = [&](const std::set<std::string>& wrappers, const std::string& prefix, std::string_view side) {
        std::vector<std::string> left(wrappers.begin(), wrappers.end());
        if (!prefix.empty()) {
            left.push_back(prefix);
        }
        for (const std::string& one : left) {
            text += (text.empty() ? "" : " and ") + screen.safe(inQuotes(one));
        }
        text += left.empty() ? std::string() : " of " + std::string(side);
    };
    add(ofA, comparison.prefixA, "A");
    add(ofB, comparison.prefixB, "B");
    return text;
}

} // namespace cairn::cli
