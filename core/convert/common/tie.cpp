#include "core/convert/common/tie.h"

#include "core/base/text/text.h"
#include "core/checkpoint/names/rename_rule.h"

#include <cstddef>
#include <utility>

namespace cairn::convert {

Result<Tie> Tie::make(std::string_view rule)
{
    const std::size_t equals = checkpoint::signOfRule(rule);
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == rule.size()) {
        return fail(error(ErrorCode::Usage, message("--tie wants A=B, and got %1", inQuotes(rule)))
                        .fix(message("Name two tensors of the copy: --tie lm_head.weight=model.embed_tokens.weight")));
    }
    return Tie{.name = checkpoint::unescapedName(rule.substr(0, equals)),
               .same = checkpoint::unescapedName(rule.substr(equals + 1))};
}

std::string Tie::rule() const
{
    return "--tie " + checkpoint::escapedName(name) + "=" + checkpoint::escapedName(same);
}

Result<std::vector<Tie>> makeTies(const std::vector<std::string>& rules)
{
    std::vector<Tie> ties;
    for (const std::string& rule : rules) {
        CAIRN_ASSIGN(made, Tie::make(rule));
        ties.push_back(std::move(made));
    }
    return ties;
}

Error cannotTie(const Tie& tie, Message why)
{
    return error(ErrorCode::UnmetRequest,
                 message("%1 and %2 cannot become one tensor", inQuotes(tie.name), inQuotes(tie.same)))
        .because(std::move(why))
        .fix(message("Leave out this --tie: the copy then has both"));
}

} // namespace cairn::convert
