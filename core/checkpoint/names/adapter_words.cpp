#include "core/checkpoint/names/adapter_words.h"

#include <algorithm>
#include <iterator>

namespace cairn::checkpoint {

const AdapterWord* adapterWord(std::string_view key)
{
    const auto* const found = std::ranges::find(kAdapterWords, key, &AdapterWord::name);
    return found == std::end(kAdapterWords) ? nullptr : found;
}

bool holdsAdapters(std::string_view key)
{
    return key == "modules_to_save" || key == "prompt_encoder";
}

std::string_view adapterNameIn(std::string_view name)
{
    bool isBehindWord = false;
    while (!name.empty()) {
        const std::string_view key = name.substr(0, name.find('.'));
        name.remove_prefix(std::min(key.size() + 1, name.size()));
        if (isBehindWord && key != "weight" && key != "bias") {
            return key;
        }
        const AdapterWord* const word = adapterWord(key);
        isBehindWord = holdsAdapters(key) || (word != nullptr && !word->inModel.empty());
    }
    return {};
}

} // namespace cairn::checkpoint
