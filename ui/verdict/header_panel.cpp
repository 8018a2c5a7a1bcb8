#include "ui/verdict/header_panel.h"

#include "core/base/text/text.h"
#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/weights_only.h"
#include "ui/common/chip_button.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"
#include "ui/text/trust_text.h"
#include "ui/verdict/verdict_bar.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <span>

namespace cairn::ui {

namespace {

constexpr int kHeaderMargin = 14;
constexpr int kNoteSpacing = 16;
constexpr int kLineSpacing = 4;
constexpr qsizetype kMostFacts = 2; // on a chip

QString factsText(const Document& document)
{
    const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
    const auto tensors = document.sumOf(0).tensors;
    const QString count = HeaderPanel::tr("%n tensor(s)", nullptr, pluralOf(tensors));
    QStringList parts{formatText(checkpoint::formatName(checkpoint.format())), grouped(count, tensors),
                      HeaderPanel::tr("%1 parameters").arg(fromUtf8(humanCount(document.parameters.parameters)))};
    if (document.parameters.optimizerElements != 0) {
        parts.append(
            HeaderPanel::tr("%1 in optimizer state").arg(fromUtf8(humanCount(document.parameters.optimizerElements))));
    }
    parts.append(bytesText(checkpoint.fileBytes()));
    for (const checkpoint::Fact& fact : checkpoint.facts()) {
        if (fact.value.text().starts_with("torch ")) {
            parts.append(inWordsAlone(fact.value));
        }
    }
    return parts.join(QStringLiteral(" · "));
}

/// What the container says about itself, a line each.
QString allFacts(const Document& document)
{
    QStringList lines{shown(document.checkpoint->path())};
    for (const checkpoint::Fact& fact : document.checkpoint->facts()) {
        lines.append(QStringLiteral("%1: %2").arg(inWordsAlone(fact.name), inWordsAlone(fact.value)));
    }
    return lines.join(u'\n');
}

} // namespace

HeaderPanel::HeaderPanel(QWidget* parent)
    : QWidget(parent), m_name(new PlainLabel(this)), m_facts(new QuietLabel({}, this)),
      m_safe(new TonedLabel(goodText, {}, this)), m_notes(new QHBoxLayout), m_chips(new QHBoxLayout),
      m_verdict(new VerdictBar(this))
{
    setObjectName("header");
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.4);
    large.setBold(true);
    m_name->setFont(large);
    for (QLabel* label : {m_name, m_facts}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // all of its height, as much width as there is
    m_name->setObjectName("fileName");
    m_facts->setObjectName("fileFacts");
    m_safe->setObjectName("safeNote");
    m_safe->setToolTip(tr("What torch.load would do with this file; Cairn ran nothing of it"));
    m_globals = addNote("globalsButton", tr("List the classes and functions that the file names"));
    m_issues = addNote("issuesButton", tr("List what is odd about this file"));

    m_chips->setSpacing(6);
    m_first = new QBoxLayout(QBoxLayout::LeftToRight);
    m_first->addWidget(m_name, 1);
    m_first->addLayout(m_chips);
    m_third = new QBoxLayout(QBoxLayout::LeftToRight);
    m_third->setSpacing(kNoteSpacing);
    m_notes->setSpacing(kNoteSpacing);
    m_third->addWidget(m_safe);
    m_third->addLayout(m_notes);
    m_notes->addStretch(1);
    m_second = new QBoxLayout(QBoxLayout::LeftToRight);
    m_second->addWidget(m_facts);
    m_second->addLayout(m_third);
    auto* lines = new QVBoxLayout;
    lines->setContentsMargins(kHeaderMargin, 10, kHeaderMargin, 8);
    lines->setSpacing(kLineSpacing);
    lines->addLayout(m_first);
    lines->addLayout(m_second);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(lines);
    layout->addWidget(m_verdict);
    connect(m_issues, &QToolButton::clicked, this, &HeaderPanel::issuesClicked);
    connect(m_globals, &QToolButton::clicked, this, &HeaderPanel::globalsClicked);
}

QToolButton* HeaderPanel::addNote(const char* name, const QString& tip)
{
    auto* note = new QToolButton(this);
    note->setObjectName(name);
    note->setAutoRaise(true);
    note->setStatusTip(tip);
    note->setToolTip(plainTip(tip));
    m_notes->addWidget(note);
    return note;
}

/// All chips say equally much, as much as there is room for. Gives their width.
int HeaderPanel::fitChips()
{
    int wide = 0;
    for (qsizetype facts = kMostFacts; facts >= 0; --facts) {
        wide = 0;
        for (int i = 0; i < m_chips->count(); ++i) {
            QWidget* part = m_chips->itemAt(i)->widget();
            if (auto* chip = qobject_cast<ChipButton*>(part)) {
                chip->showFacts(facts);
            }
            wide += part != nullptr ? part->sizeHint().width() + m_chips->spacing() : 0;
        }
        if (wide <= width() - 2 * kHeaderMargin) {
            break;
        }
    }
    return wide;
}

/// The name has a line of its own where the chips would leave too little of it.
void HeaderPanel::arrange()
{
    const int chips = fitChips();
    const int name = std::min(m_name->sizeHint().width(), fontMetrics().averageCharWidth() * 40);
    int notes = m_safe->sizeHint().width() + kNoteSpacing;
    for (const QToolButton* note : {m_globals, m_issues}) {
        notes += note->isHidden() ? 0 : note->sizeHint().width() + m_notes->spacing();
    }
    const bool isNarrowNote = width() < notes + 40;
    m_third->setDirection(isNarrowNote ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_third->setSpacing(isNarrowNote ? 0 : kNoteSpacing);
    const int facts = m_facts->fontMetrics().horizontalAdvance(m_facts->text()) + kNoteSpacing;
    const bool isOneLine = width() >= facts + notes + 40;
    m_facts->setWordWrap(!isOneLine);
    m_second->setDirection(isOneLine ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_second->setSpacing(isOneLine ? kNoteSpacing : kLineSpacing);
    const bool isNarrow = width() < name + chips + 40;
    m_first->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

/// Lines that wrap need what they need at this width: the layouts around only know what they need at their best, and
/// would crush them. What is behind "Why?" may be long, so there is an end.
void HeaderPanel::keepHeight()
{
    const int most = 18 * fontMetrics().lineSpacing();
    setMinimumHeight(std::min(layout()->heightForWidth(width()), most));
}

bool HeaderPanel::event(QEvent* event)
{
    const bool isTaken = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        keepHeight();
    }
    return isTaken;
}

void HeaderPanel::resizeEvent(QResizeEvent* event)
{
    arrange();
    keepHeight();
    QWidget::resizeEvent(event);
}

void HeaderPanel::showDocument(const Document& document)
{
    const QString path = QString::fromStdString(document.checkpoint->path());
    m_name->setText(shown(QFileInfo(path).fileName().toStdString()));
    m_name->setToolTip(shown(path.toStdString()).toHtmlEscaped());
    m_facts->setText(factsText(document));
    m_facts->setToolTip(plainTip(allFacts(document)));
    m_issues->setVisible(!document.issues.empty());
    m_issues->setText(QStringLiteral("⚠ ") + tr("%n issue(s)", nullptr, pluralOf(document.issues.size())));
    showTrust(*document.checkpoint);
    showGlobals(document);
    showChips(document);
}

/// Cairn runs nothing of any file. What torch would do stands here in the colour of that.
void HeaderPanel::showTrust(const checkpoint::Checkpoint& checkpoint)
{
    const checkpoint::TrustVerdict run = checkpoint::trustOf(checkpoint);
    m_safe->setText(trustText(run.trust, run.names.size()));
    m_safe->setTone(trustTone(run.trust));
}

/// What a torch.load that trusts the file would import and call, as far as torch itself would not let it.
void HeaderPanel::showGlobals(const Document& document)
{
    const auto globals = document.checkpoint->globals();
    const auto countOf = [&](checkpoint::Verdict verdict) {
        return std::ranges::count(globals, verdict, &checkpoint::GlobalUse::latest);
    };
    const auto dangerous = countOf(checkpoint::Verdict::Dangerous);
    const auto refused = dangerous + countOf(checkpoint::Verdict::Blocked);
    const bool isAsked = checkpoint::isLoadedByTorchLoad(document.checkpoint->format());
    const auto whole = checkpoint::weightsOnlyVerdict(*document.checkpoint, &checkpoint::GlobalUse::latest);
    m_globals->setVisible(dangerous != 0 || (isAsked && whole.verdict != checkpoint::Verdict::Allowed));
    if (dangerous != 0) {
        m_globals->setText(QStringLiteral("⚠ ") +
                           tr("torch.load would run %n dangerous function(s)", nullptr, static_cast<int>(dangerous)));
    } else {
        m_globals->setText(whole.isGlobal ? tr("weights_only refuses %n name(s)", nullptr, static_cast<int>(refused))
                                          : tr("weights_only refuses it"));
    }
}

void HeaderPanel::showChips(const Document& document)
{
    while (QLayoutItem* item = m_chips->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    constexpr std::size_t kMostChips = 5;
    for (std::size_t i = 0; i < std::min(document.devices.size(), kMostChips); ++i) {
        const auto& [tag, usage] = document.devices[i];
        const QString device = shown(tag);
        auto* chip = new ChipButton(device, {countText(usage.tensors), bytesText(usage.bytes)}, this);
        chip->setObjectName("chip " + device);
        const QString tip = grouped(tr("%n tensor(s) on %1, %2 in storages. Click to see only these.", nullptr,
                                       pluralOf(usage.tensors)),
                                    usage.tensors)
                                .arg(device, bytesText(usage.bytes));
        chip->setToolTip(plainTip(tip));
        chip->setStatusTip(tip);
        connect(chip, &ChipButton::clicked, this, [this, device] { Q_EMIT deviceClicked(device); });
        m_chips->addWidget(chip);
    }
    if (document.devices.size() > kMostChips) {
        QStringList others;
        for (const auto& [tag, usage] : std::span(document.devices).subspan(kMostChips)) {
            others.append(
                QStringLiteral("%1 · %2 · %3").arg(shown(tag), countText(usage.tensors), bytesText(usage.bytes)));
        }
        auto* more = new PlainLabel(tr("and %n more", nullptr, pluralOf(document.devices.size() - kMostChips)), this);
        more->setToolTip(plainTip(others.join(u'\n')));
        m_chips->addWidget(more);
    }
    m_chips->addStretch(0);
    arrange();
}

} // namespace cairn::ui
