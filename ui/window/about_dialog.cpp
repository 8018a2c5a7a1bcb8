#include "ui/window/about_dialog.h"

#include "ui/common/plain_label.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

struct Part {
    const char* name;
    const char* licence;
};

constexpr Part kParts[] = {
    {"Qt 6", "LGPL-3.0-only"}, {"nlohmann-json", "MIT"},     {"CLI11", "BSD-3-Clause"},
    {"zlib", "Zlib"},          {"LibTorch", "BSD-3-Clause"}, {"CUDA runtime", "LicenseRef-NVIDIA-CUDA"},
};

QString partsText()
{
    QString rows;
    for (const auto& [name, licence] : kParts) {
        rows += QStringLiteral("<tr><td style='padding-right: 24px'>%1</td><td>%2</td></tr>")
                    .arg(QLatin1StringView(name), QLatin1StringView(licence));
    }
    return QStringLiteral("<table>%1</table>").arg(rows);
}

/// The lines of the version, which begin with a name each.
QString buildText(const QString& version)
{
    QString rows;
    for (const QString& line : version.split(u'\n', Qt::SkipEmptyParts)) {
        rows += QStringLiteral("<tr><td style='padding-right: 24px'>%1</td><td>%2</td></tr>")
                    .arg(line.section(u' ', 0, 0).toHtmlEscaped(),
                         line.section(u' ', 1, -1, QString::SectionSkipEmpty).simplified().toHtmlEscaped());
    }
    return QStringLiteral("<table>%1</table>").arg(rows);
}

QString ownLicence()
{
    QFile file(QStringLiteral(":/licence/LICENSE"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QStringLiteral("MIT");
}

QLabel* selectable(const QString& text, const char* name)
{
    auto* label = new PlainLabel(text);
    label->setObjectName(name);
    label->setTextFormat(Qt::RichText); // words of the program alone
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent)
{
    setObjectName("aboutDialog");
    setWindowTitle(tr("About Cairn"));
    const QString version = QCoreApplication::applicationVersion();
    auto* title = new PlainLabel(QStringLiteral("Cairn ") + version.section(u'\n', 0, 0));
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setBold(true);
    title->setFont(large);
    title->setObjectName("aboutTitle");
    auto* licence = new QPlainTextEdit(ownLicence());
    licence->setObjectName("aboutLicence");
    licence->setAccessibleName(tr("The licence of Cairn"));
    licence->setReadOnly(true);
    licence->setMinimumHeight(8 * fontMetrics().lineSpacing());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 14);
    layout->setSpacing(10);
    layout->addWidget(title);
    layout->addWidget(selectable(tr("Opens PyTorch checkpoints as data. It executes nothing that is in a file, sends "
                                    "nothing anywhere, and overwrites nothing without asking."),
                                 "aboutPurpose"));
    layout->addWidget(selectable(buildText(version.section(u'\n', 1)), "aboutBuild"));
    layout->addWidget(licence, 1);
    layout->addWidget(selectable(tr("It stands on these, each under its own licence:"), "aboutPartsTitle"));
    layout->addWidget(selectable(partsText(), "aboutParts"));
    layout->addWidget(buttons);
    resize(560, 520);
}

} // namespace cairn::ui
