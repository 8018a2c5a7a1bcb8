#include "app/cli/common/trust_text.h"

#include "core/base/text/text.h"

#include <utility>

namespace cairn::cli {

using checkpoint::Trust;
using checkpoint::TrustVerdict;

std::string trustWarning(const TrustVerdict& trust)
{
    switch (trust.trust) {
    case Trust::Dangerous:
        return "dangerous: it names " + checkpoint::someNames(trust).text() + ". " + trust.why.text() + ". ";
    case Trust::RunsCode: return "it runs code of " + checkpoint::someNames(trust).text() + ". ";
    case Trust::DataOnly: break;
    }
    return {};
}

Error dangerousFile(const TrustVerdict& trust, const std::string& file, const Message& why)
{
    return error(ErrorCode::DangerousFile, message("the file is dangerous: it names %1", checkpoint::someNames(trust)))
        .in(file)
        .because(inARow(trust.why, why));
}

} // namespace cairn::cli
