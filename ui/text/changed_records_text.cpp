#include "ui/text/changed_records_text.h"

#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace cairn::ui {

QString changedRecordsWords(const std::vector<std::string>& records)
{
    constexpr std::size_t mostNamed = 3;
    if (records.empty()) {
        return {};
    }
    QStringList names;
    for (std::size_t i = 0; i < std::min(mostNamed, records.size()); ++i) {
        names.append(shown(records[i]));
    }
    if (records.size() > mostNamed) {
        names.append(QStringLiteral("…"));
    }
    return QCoreApplication::translate("ConvertWords",
                                       "%n record(s) of the source do not have the checksum that its archive "
                                       "says, and were copied as they are: %1.",
                                       nullptr, pluralOf(records.size()))
        .arg(names.join(QStringLiteral(", ")));
}

} // namespace cairn::ui
