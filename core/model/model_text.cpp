#include "core/model/model_text.h"

#include "core/base/text/text.h"

#include <algorithm>

namespace cairn::model {

namespace {

Message besideText(const std::vector<Beside>& beside)
{
    constexpr std::size_t mostNames = 4;
    Message all;
    for (std::size_t i = 0; i < std::min(beside.size(), mostNames); ++i) {
        const std::string name = inQuotes(beside[i].name);
        const Message one = beside[i].tensors == 1 ? message("%1 (1 tensor)", name)
                                                   : message("%1 (%2 tensors)", name, groupedDigits(beside[i].tensors));
        all = i == 0 ? one : message("%1, %2", all, one);
    }
    return beside.size() > mostNames ? message("%1 and %2 more", all, groupedDigits(beside.size() - mostNames)) : all;
}

} // namespace

Message alternativesText(const std::vector<std::string>& names)
{
    switch (names.size()) {
    case 0: return {};
    case 1: return verbatim(names[0]);
    case 2: return message("%1 or %2", names[0], names[1]);
    case 3: return message("%1, %2 or %3", names[0], names[1], names[2]);
    default: return message("%1, %2 or one of %3 more", names[0], names[1], groupedDigits(names.size() - 2));
    }
}

std::string partName(const Part& part, const LayerSigns& signs)
{
    return part.times == 1 ? part.name : part.name + ' ' + std::string(signs.times) + ' ' + std::to_string(part.times);
}

Message placeText(const Outline& outline)
{
    const std::string place = inQuotes(outline.place);
    const std::string prefix = inQuotes(outline.prefix);
    Message where = outline.place.empty() && outline.prefix.empty() ? Message()
                    : outline.prefix.empty()                        ? message("in %1", place)
                    : outline.place.empty()                         ? message("behind %1", prefix)
                                                                    : message("in %1, behind %2", place, prefix);
    if (outline.beside.empty()) {
        return where;
    }
    const Message others = besideText(outline.beside);
    return where.empty() ? message("beside it %1", others) : message("%1; beside it %2", where, others);
}

std::vector<Message> differenceTexts(const Recognition& recognition)
{
    constexpr std::size_t mostKeys = 4;
    const Fit& fit = recognition.fit;
    std::vector<Message> lines;
    if (!fit.missing.empty()) {
        lines.push_back(message("missing: %1", listOf(fit.missing, mostKeys)));
    }
    if (!fit.unexpected.empty()) {
        lines.push_back(message("unexpected: %1", listOf(fit.unexpected, mostKeys)));
    }
    if (!fit.otherShapes.empty()) {
        lines.push_back(message("of another shape: %1", listOf(fit.otherShapes, mostKeys)));
    }
    return lines;
}

} // namespace cairn::model
