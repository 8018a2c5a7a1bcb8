#include "ui/panels/header_panel.h"

#include "core/base/text.h"
#include "ui/panels/chip_button.h"
#include "ui/panels/verdict_bar.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostChips = 6;

QString factsText(const Document& document)
{
    const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
    const EntrySum sum = document.sumOf(0);
    QStringList parts{fromUtf8(checkpoint::formatName(checkpoint.format())).replace(u'-', u' '),
                      fromUtf8(countOf(sum.tensors, "tensor")),
                      HeaderPanel::tr("%1 elements").arg(fromUtf8(humanCount(sum.elements))),
                      bytesText(checkpoint.fileBytes())};
    return parts.join(QStringLiteral(" · "));
}

} // namespace

HeaderPanel::HeaderPanel(QWidget* parent)
    : QWidget(parent), m_name(new QLabel(this)), m_facts(new QLabel(this)), m_safe(new QLabel(this)),
      m_issues(new QToolButton(this)), m_chips(new QHBoxLayout), m_verdict(new VerdictBar(this))
{
    setObjectName("header");
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.3);
    large.setBold(true);
    m_name->setFont(large);
    m_name->setTextFormat(Qt::PlainText);
    m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_name->setObjectName("fileName");
    m_facts->setObjectName("fileFacts");
    m_safe->setObjectName("safeNote");
    m_safe->setText(tr("✓ Safe to open: nothing was executed"));
    m_issues->setObjectName("issuesButton");
    m_issues->setAutoRaise(true);
    m_issues->setStatusTip(tr("List what is odd about this file"));

    auto* second = new QHBoxLayout;
    second->setSpacing(6);
    second->addWidget(m_facts);
    second->addSpacing(12);
    second->addWidget(m_safe);
    second->addWidget(m_issues);
    second->addStretch(1);
    second->addLayout(m_chips);
    auto* lines = new QVBoxLayout;
    lines->setContentsMargins(14, 10, 14, 8);
    lines->setSpacing(4);
    lines->addWidget(m_name);
    lines->addLayout(second);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(lines);
    layout->addWidget(m_verdict);
    connect(m_issues, &QToolButton::clicked, this, &HeaderPanel::issuesClicked);
}

void HeaderPanel::showDocument(const Document& document)
{
    const QString path = QString::fromStdString(document.checkpoint->path());
    m_name->setText(shown(QFileInfo(path).fileName().toStdString()));
    m_name->setToolTip(shown(path.toStdString()).toHtmlEscaped());
    m_facts->setText(factsText(document));
    m_issues->setVisible(!document.issues.empty());
    m_issues->setText(QStringLiteral("⚠ ") + fromUtf8(countOf(document.issues.size(), "issue")));
    showChips(document);
}

void HeaderPanel::showChips(const Document& document)
{
    while (QLayoutItem* item = m_chips->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (std::size_t i = 0; i < std::min(document.devices.size(), kMostChips); ++i) {
        const auto& [tag, usage] = document.devices[i];
        const QString device = shown(tag);
        auto* chip = new ChipButton(
            device, QStringLiteral("%1 · %2 · %3").arg(device, countText(usage.tensors), bytesText(usage.bytes)), this);
        chip->setObjectName("chip " + device);
        chip->setToolTip(tr("%1 on %2, %3 in storages. Click to see only these.")
                             .arg(fromUtf8(countOf(usage.tensors, "tensor")), device, bytesText(usage.bytes)));
        connect(chip, &ChipButton::clicked, this, [this, device] { Q_EMIT deviceClicked(device); });
        m_chips->addWidget(chip);
    }
    if (document.devices.size() > kMostChips) {
        m_chips->addWidget(new QLabel(tr("and %1 more").arg(document.devices.size() - kMostChips), this));
    }
}

} // namespace cairn::ui
