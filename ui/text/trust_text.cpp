#include "ui/text/trust_text.h"

#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QCoreApplication>

namespace cairn::ui {

using checkpoint::Trust;

namespace {

struct TrustWords {
    Q_DECLARE_TR_FUNCTIONS(TrustWords)
};

} // namespace

QString trustText(Trust trust, std::uint64_t names)
{
    switch (trust) {
    case Trust::DataOnly: return TrustWords::tr("✓ Data only: runs no code");
    case Trust::RunsCode: return TrustWords::tr("torch would run code of %n name(s)", nullptr, pluralOf(names));
    case Trust::Dangerous: break;
    }
    return TrustWords::tr("⚠ torch would run harmful code");
}

QString shortTrustText(Trust trust, std::uint64_t names)
{
    switch (trust) {
    case Trust::DataOnly: return TrustWords::tr("✓ Data only");
    case Trust::RunsCode: return TrustWords::tr("Runs code: %1").arg(countText(names));
    case Trust::Dangerous: break;
    }
    return TrustWords::tr("⚠ Dangerous");
}

Tone trustTone(Trust trust)
{
    switch (trust) {
    case Trust::DataOnly: return goodText;
    case Trust::RunsCode: return cautionText;
    case Trust::Dangerous: break;
    }
    return badText;
}

} // namespace cairn::ui
