#include "ui/map/rules/rule_text.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/device_tag.h"
#include "ui/map/rules/size_range_text.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

namespace cairn::ui {

using devices::MapRule;

namespace {

std::unexpected<Error> refuse(const char* what, const char* advice)
{
    return fail(error(ErrorCode::Usage, verbatim(QCoreApplication::translate("RuleText", what).toStdString()))
                    .fix(verbatim(QCoreApplication::translate("RuleText", advice).toStdString())));
}

Result<void> checkDevice(const std::string& device)
{
    if (const Message problem = checkpoint::deviceTagProblem(device); !problem.empty()) {
        return fail(error(ErrorCode::Usage, problem).fix(message("Use a device such as cpu, cuda:0 or mps")));
    }
    return {};
}

} // namespace

QString asSavedText()
{
    return QCoreApplication::translate("RuleText", "as saved");
}

QString ruleText(const MapRule& rule, RulePart part)
{
    switch (part) {
    case RulePart::From: return fromUtf8(rule.from);
    case RulePart::Path: return fromUtf8(rule.when.path);
    case RulePart::Dtype: return rule.when.dtype ? fromUtf8(formats::dtypeInfo(*rule.when.dtype).name) : QString();
    case RulePart::Size: return sizeRangeText({.least = rule.when.minBytes, .most = rule.when.maxBytes});
    case RulePart::To: return rule.to.empty() ? asSavedText() : fromUtf8(rule.to);
    case RulePart::Else: break;
    }
    QStringList others;
    for (const std::string& other : rule.otherwise) {
        others.append(fromUtf8(other));
    }
    return others.join(QStringLiteral(", "));
}

Result<MapRule> withText(MapRule rule, RulePart part, const QString& text)
{
    const QString words = text.trimmed();
    const std::string plain = words.toStdString();
    switch (part) {
    case RulePart::From: rule.from = plain.empty() ? "*" : plain; break;
    case RulePart::Path: rule.when.path = plain; break;
    case RulePart::Dtype: {
        const auto dtype = formats::dtypeByName(plain);
        if (!dtype && !plain.empty()) {
            return refuse("torch has no such dtype", "Write float32, int64, or nothing for all");
        }
        rule.when.dtype = plain.empty() ? std::nullopt : dtype;
        break;
    }
    case RulePart::Size: {
        const auto range = parseSizeRange(words);
        if (!range) {
            return refuse("this is no size", "Write ≥ 1 MB, < 64 kB, 1 kB to 2 MB, or nothing for all");
        }
        rule.when.minBytes = range->least;
        rule.when.maxBytes = range->most;
        break;
    }
    case RulePart::To:
        rule.to = words == asSavedText() || words == QStringLiteral("saved") ? std::string() : plain;
        if (!rule.to.empty() || plain.empty()) {
            CAIRN_TRY(checkDevice(plain));
        }
        break;
    case RulePart::Else:
        rule.otherwise.clear();
        for (const QString& word : words.split(u',', Qt::SkipEmptyParts)) {
            const std::string device = word.trimmed().toStdString();
            CAIRN_TRY(checkDevice(device));
            rule.otherwise.push_back(device);
        }
        break;
    }
    return rule;
}

} // namespace cairn::ui
