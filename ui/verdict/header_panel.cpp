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

/// What most people look for first comes first: where there is little room, the others are left out.
QStringList factsOf(const Document& document)
{
    const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
    const auto tensors = document.sumOf(0).tensors;
    const QString count = HeaderPanel::tr("%n tensor(s)", nullptr, pluralOf(tensors));
    const auto parameters = document.parameters.parameters;
    QStringList parts{
        grouped(count, tensors),
        HeaderPanel::tr("%1 parameter(s)", nullptr, pluralOf(parameters)).arg(fromUtf8(humanCount(parameters))),
        bytesText(checkpoint.fileBytes()), inWordsAlone(checkpoint.traits().title)};
    if (document.parameters.averagedElements != 0) {
        parts.append(HeaderPanel::tr("%1 in an averaged copy (EMA)")
                         .arg(fromUtf8(humanCount(document.parameters.averagedElements))));
    }
    if (document.parameters.optimizerElements != 0) {
        parts.append(
            HeaderPanel::tr("%1 in optimizer state").arg(fromUtf8(humanCount(document.parameters.optimizerElements))));
    }
    if (const checkpoint::Fact* writer = checkpoint.fact(checkpoint::FactKey::WrittenBy)) {
        parts.append(inWordsAlone(writer->value));
    }
    return parts;
}

QString joined(const QStringList& facts)
{
    return facts.join(QStringLiteral(" · "));
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
      m_safe(new TonedLabel(goodText, {}, this)), m_notes(new QHBoxLayout), m_chipBox(new QWidget(this)),
      m_chips(new QHBoxLayout(m_chipBox)), m_verdict(new VerdictBar(this))
{
    setObjectName("header");
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    large.setBold(true);
    m_name->setFont(large);
    for (QLabel* label : {m_name, m_facts}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // all of its height, as much width as there is
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_name->setObjectName("fileName");
    m_facts->setObjectName("fileFacts");
    m_safe->setObjectName("safeNote");
    m_globals = addNote("globalsButton", tr("List the classes and functions that the file names"));
    m_issues = addNote("issuesButton", tr("List what is odd about this file"));

    m_chips->setContentsMargins(0, 0, 0, 0);
    m_chips->setSpacing(6);
    m_chipBox->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_first = new QBoxLayout(QBoxLayout::LeftToRight);
    m_first->addWidget(m_name, 1);
    m_first->addWidget(m_chipBox);
    m_notes->setSpacing(kNoteSpacing);
    m_notes->addWidget(m_safe);
    m_notes->addWidget(m_globals);
    m_notes->addWidget(m_issues);
    m_notes->addStretch(1);
    m_second = new QBoxLayout(QBoxLayout::LeftToRight);
    m_second->addWidget(m_facts, 1);
    m_second->addLayout(m_notes);
    m_lines = new QBoxLayout(QBoxLayout::TopToBottom);
    m_lines->setContentsMargins(kHeaderMargin, 8, kHeaderMargin, 8);
    m_lines->addLayout(m_first);
    m_lines->addLayout(m_second, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_lines);
    layout->addWidget(m_verdict);
    connect(m_issues, &QToolButton::clicked, this, &HeaderPanel::issuesClicked);
    connect(m_globals, &QToolButton::clicked, this, &HeaderPanel::globalsClicked);
}

QToolButton* HeaderPanel::addNote(const char* name, const QString& tip)
{
    auto* note = new QToolButton(this);
    note->setObjectName(name);
    note->setProperty("isLink", true);
    note->setAutoRaise(true);
    note->setStatusTip(tip);
    note->setToolTip(plainTip(tip));
    return note;
}

/// The width of the chips when each says so many facts.
int HeaderPanel::showChipFacts(qsizetype facts)
{
    int wide = 0;
    for (int i = 0; i < m_chips->count(); ++i) {
        QWidget* part = m_chips->itemAt(i)->widget();
        if (auto* chip = qobject_cast<ChipButton*>(part)) {
            chip->showFacts(facts);
        }
        wide += part != nullptr ? part->sizeHint().width() + m_chips->spacing() : 0;
    }
    return wide;
}

/// All chips say equally much, as much as there is room for. Gives their width.
int HeaderPanel::fitChips(int room)
{
    qsizetype facts = kMostFacts;
    while (facts > 0 && showChipFacts(facts) > room) {
        --facts;
    }
    return showChipFacts(facts);
}

/// As many facts as there is room for, whole ones.
void HeaderPanel::fitFacts(int room)
{
    qsizetype most = m_allFacts.size();
    while (most > 1 && m_facts->fontMetrics().horizontalAdvance(joined(m_allFacts.first(most))) > room) {
        --most;
    }
    m_facts->setText(joined(m_allFacts.first(most)));
}

/// One line for all where they fit; else the name stands with the chips, and the rest below it, in as few lines as
/// there can be: the tree is what a window is for.
void HeaderPanel::arrange()
{
    constexpr qsizetype kLeastFacts = 3; // in a line with something else
    const int room = width() - 2 * kHeaderMargin;
    const QFontMetrics letters(m_name->font());
    const int whole = letters.horizontalAdvance(m_wholeName) + 2;
    int notes = m_safe->sizeHint().width() + kNoteSpacing;
    for (const QToolButton* note : {m_globals, m_issues}) {
        notes += note->isHidden() ? 0 : note->sizeHint().width() + m_notes->spacing();
    }
    const auto widthOf = [this](qsizetype facts) {
        return m_facts->fontMetrics().horizontalAdvance(joined(m_allFacts.first(std::min(facts, m_allFacts.size()))));
    };
    const int least = notes + 4 * kNoteSpacing + widthOf(kLeastFacts) + showChipFacts(0);
    const int name = std::min(whole, std::max(fontMetrics().averageCharWidth() * 40, room - least));
    const int besides = name + notes + 4 * kNoteSpacing;
    const bool isOneLine = room >= name + least;
    int forName = isOneLine ? name : room;
    m_lines->setDirection(isOneLine ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_lines->setSpacing(isOneLine ? kNoteSpacing : kLineSpacing);
    m_name->setMinimumWidth(isOneLine ? name : 0);
    if (QBoxLayout* home = isOneLine ? m_second : m_first; home->indexOf(m_chipBox) < 0) {
        (isOneLine ? m_first : m_second)->removeWidget(m_chipBox);
        home->addWidget(m_chipBox);
    }
    if (isOneLine) {
        const int chips = fitChips(room - besides - widthOf(m_allFacts.size()));
        fitFacts(room - besides - chips);
        m_first->setDirection(QBoxLayout::LeftToRight);
    } else {
        const int beside = room - name - kNoteSpacing;
        const bool isBeside = beside >= showChipFacts(0);
        const int chips = fitChips(isBeside ? beside : room);
        forName = isBeside ? room - chips - kNoteSpacing : room;
        m_first->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    }
    m_name->setText(letters.elidedText(m_wholeName, Qt::ElideMiddle, forName));
    const bool isTogether = isOneLine || room >= widthOf(kLeastFacts) + notes + kNoteSpacing;
    if (!isOneLine) {
        fitFacts(isTogether ? room - notes - kNoteSpacing : room);
    }
    m_second->setDirection(isTogether ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_second->setSpacing(isTogether ? kNoteSpacing : kLineSpacing);
    m_notes->setDirection(room < notes ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_notes->setSpacing(room < notes ? 0 : kNoteSpacing);
}

QSize HeaderPanel::minimumSizeHint() const
{
    return {m_verdict->minimumSizeHint().width(), QWidget::minimumSizeHint().height()};
}

/// Lines that wrap need what they need at this width: the layouts around only know what they need at their best, and
/// would crush them. What is behind "Why?" may be long, so there is an end.
void HeaderPanel::keepHeight()
{
    const int most = 18 * fontMetrics().lineSpacing();
    const int wanted =
        layout()->hasHeightForWidth() ? layout()->heightForWidth(width()) : layout()->minimumSize().height();
    setMinimumHeight(std::min(wanted, most));
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
    m_wholeName = shown(QFileInfo(path).fileName().toStdString());
    m_name->setAccessibleName(m_wholeName); // which there may be no room for
    m_name->setToolTip(shown(path.toStdString()).toHtmlEscaped());
    m_allFacts = factsOf(document);
    m_facts->setAccessibleName(joined(m_allFacts));
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
    m_safe->setText(shortTrustText(run.trust, run.names.size()));
    m_safe->setAccessibleName(trustText(run.trust, run.names.size()));
    m_safe->setToolTip(plainTip(m_safe->accessibleName() + u'\n' +
                                tr("What torch.load would do with this file; Cairn ran nothing of it")));
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
    const bool isAsked = document.checkpoint->traits().usesTorchLoad();
    const auto whole = checkpoint::weightsOnlyVerdict(*document.checkpoint, &checkpoint::GlobalUse::latest);
    m_globals->setVisible(dangerous != 0 || (isAsked && whole.verdict != checkpoint::Verdict::Allowed));
    if (dangerous != 0) {
        m_globals->setText(QStringLiteral("⚠ ") +
                           tr("torch.load would run %n dangerous function(s)", nullptr, static_cast<int>(dangerous)));
    } else {
        m_globals->setText(whole.isGlobal ? tr("%n name(s) refused", nullptr, static_cast<int>(refused))
                                          : tr("Refused by weights_only"));
    }
    m_globals->setToolTip(
        plainTip(refused == 0 ? m_globals->statusTip()
                              : tr("weights_only=True refuses %n name(s)", nullptr, static_cast<int>(refused)) + u'\n' +
                                    m_globals->statusTip()));
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
        const QString tensors = grouped(tr("%n tensor(s)", nullptr, pluralOf(usage.tensors)), usage.tensors);
        auto* chip = new ChipButton(device, {bytesText(usage.bytes), tensors}, this);
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
            others.append(QStringLiteral("%1 · %2 · %3")
                              .arg(shown(tag), bytesText(usage.bytes),
                                   grouped(tr("%n tensor(s)", nullptr, pluralOf(usage.tensors)), usage.tensors)));
        }
        auto* more = new PlainLabel(tr("and %n more", nullptr, pluralOf(document.devices.size() - kMostChips)), this);
        more->setToolTip(plainTip(others.join(u'\n')));
        m_chips->addWidget(more);
    }
    m_chips->addStretch(0);
    arrange();
}

} // namespace cairn::ui
