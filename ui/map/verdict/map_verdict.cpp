#include "ui/map/verdict/map_verdict.h"

#include "core/devices/load_sentence.h"
#include "ui/common/toned_label.h"
#include "ui/document/entry_text.h"
#include "ui/map/model/map_scene.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/verdict/verdict_ground.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr std::string_view kMeta = "meta";

} // namespace

QString devicesText(const devices::Preflight& verdict)
{
    constexpr std::size_t kMostNamed = 6;
    QStringList parts;
    for (const devices::DeviceUse& use : verdict.devices) {
        if (use.storages != 0 && static_cast<std::size_t>(parts.size()) < kMostNamed) {
            const QString what = use.device == kMeta ? storagesText(use.storages) : bytesText(use.bytes);
            parts.append(MapVerdict::tr("%1 to %2").arg(what, shown(use.device)));
        }
    }
    const auto used = std::ranges::count_if(verdict.devices, [](const auto& use) { return use.storages != 0; });
    if (used > parts.size()) {
        const auto more = static_cast<std::uint64_t>(used - parts.size());
        parts.append(grouped(MapVerdict::tr("and %n more device(s)", nullptr, pluralOf(more)), more));
    }
    return parts.join(QStringLiteral(", "));
}

QString metaText(const devices::Preflight& verdict)
{
    const auto meta = std::ranges::find(verdict.devices, kMeta, &devices::DeviceUse::device);
    return meta == verdict.devices.end() || meta->storages == 0
               ? QString()
               : MapVerdict::tr("What goes to meta comes as shapes, without its values.");
}

MapVerdict::MapVerdict(QWidget* parent)
    : QFrame(parent), m_headline(new TonedLabel(answerTone(Answer::Waiting), {}, this)),
      m_detail(new TonedLabel(answerTone(Answer::Waiting), {}, this)), m_fixes(new QHBoxLayout)
{
    setObjectName("mapVerdict");
    m_headline->setObjectName("mapVerdictHeadline");
    m_detail->setObjectName("mapVerdictDetail");
    QFont bold = font();
    bold.setBold(true);
    m_headline->setFont(bold);
    for (TonedLabel* label : {m_headline, m_detail}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_fixes->addStretch(1);
    // The same height whatever it says, so that nothing below it jumps.
    m_detail->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_detail->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    const QPushButton probe(tr("Other maps"), this);
    probe.ensurePolished();
    m_fixes->addStrut(probe.sizeHint().height());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 8, 12, 8);
    layout->setSpacing(0); // a layout leaves no space before a row that is empty
    constexpr int kGap = 4;
    layout->addWidget(m_headline);
    layout->addSpacing(kGap);
    layout->addWidget(m_detail);
    m_fixes->setContentsMargins(0, kGap, 0, 0);
    layout->addLayout(m_fixes);
}

void MapVerdict::showWaiting(const QString& text)
{
    m_words = {.answer = Answer::Waiting, .headline = text, .detail = {}};
    clearFixes();
    forgetForeseen();
}

MapVerdict::Words MapVerdict::wordsFor(const MapAnalysis& analysis, const QString& headline)
{
    const devices::Preflight& verdict = analysis.verdict;
    Words words;
    words.answer = answerOf(verdict);
    words.headline = (words.answer == Answer::Loads ? QStringLiteral("✓ ") : QStringLiteral("⚠ ")) + headline;
    const QString meta = verdict.loads ? metaText(verdict) : QString();
    if (verdict.problems.empty()) {
        words.detail = meta.isEmpty() ? devicesText(verdict) : sentence(devicesText(verdict));
    } else {
        words.detail = inWords(verdict.problems.front().what);
    }
    if (const auto others = static_cast<int>(verdict.problems.size()) - 1; others > 0) {
        words.detail += u' ' + tr("And %n more problem(s).", nullptr, others);
    }
    words.detail += meta.isEmpty() ? QString() : u' ' + meta;
    return words;
}

void MapVerdict::showVerdict(const MapAnalysis& analysis)
{
    m_words = wordsFor(analysis, inWords(analysis.sentence));
    clearFixes();
    if (!analysis.verdict.placement.conflicts().empty()) {
        addButton(tr("Map whole storages"), "mapJoinButton", [this] { Q_EMIT joinRequested(); });
    }
    forgetForeseen();
}

void MapVerdict::showPreview(const MapAnalysis& analysis, const QString& credit)
{
    freezeHeights(true);
    Words words = wordsFor(analysis, devices::isHarmful(analysis.verdict) ? inWords(analysis.sentence)
                                     : analysis.verdict.loads             ? tr("Dropped here, it loads")
                                                                          : tr("Dropped here, it does not load"));
    if (!credit.isEmpty()) {
        words.detail = credit + u' ' + words.detail;
    }
    show(words);
}

void MapVerdict::forgetForeseen()
{
    show(m_words);
    freezeHeights(false);
}

void MapVerdict::show(const Words& words)
{
    m_shown = words.answer;
    for (TonedLabel* label : {m_headline, m_detail}) {
        label->setTone(answerTone(words.answer));
    }
    m_headline->setText(words.headline);
    m_detail->setText(words.detail);
    update();
}

void MapVerdict::freezeHeights(bool isFrozen)
{
    m_isFrozen = isFrozen;
    for (TonedLabel* label : {m_headline, m_detail}) {
        const int least = label == m_detail ? 2 * fontMetrics().lineSpacing() : 0;
        label->setMinimumHeight(isFrozen ? label->height() : least);
        label->setMaximumHeight(isFrozen ? label->height() : QWIDGETSIZE_MAX);
    }
    for (QPushButton* button : m_buttons) {
        button->setEnabled(!isFrozen);
    }
}

void MapVerdict::showTraining(const Message& training)
{
    if (!training.empty()) {
        m_words.detail = sentence(m_words.detail) + u' ' + inWords(training);
        if (!m_isFrozen) {
            show(m_words);
        }
    }
}

void MapVerdict::showFixes(const std::vector<devices::LoadProblem>& problems)
{
    const auto problem =
        std::ranges::find_if(problems, [](const devices::LoadProblem& one) { return !one.fixes.empty(); });
    if (problem == problems.end()) {
        return;
    }
    const devices::MapFix& best = problem->fixes.front();
    addButton(fixText(best), "mapFixButton", [this, best] { Q_EMIT fixRequested(best); });
    if (problem->fixes.size() == 1) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setObjectName("mapOtherFixes");
    for (std::size_t i = 1; i < problem->fixes.size(); ++i) {
        const devices::MapFix& fix = problem->fixes[i];
        connect(menu->addAction(fixText(fix)), &QAction::triggered, this, [this, fix] { Q_EMIT fixRequested(fix); });
    }
    QPushButton* others = addButton(tr("Other maps"), "mapOtherFixesButton", {});
    menu->setParent(others, menu->windowFlags()); // and goes with it
    others->setMenu(menu);
}

void MapVerdict::clearFixes()
{
    for (QPushButton* button : m_buttons) {
        button->hide();
        button->setObjectName({});
        button->deleteLater(); // it may be the one that was pressed
    }
    m_buttons.clear();
}

QPushButton* MapVerdict::addButton(const QString& text, const QString& name, const std::function<void()>& wanted)
{
    constexpr int kLongest = 260;
    auto* button = new QPushButton(fontMetrics().elidedText(text, Qt::ElideMiddle, kLongest), this);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setToolTip(text.toHtmlEscaped());
    button->setStatusTip(tr("Change the map so: %1").arg(text));
    button->setAutoDefault(false);
    if (wanted) {
        connect(button, &QPushButton::clicked, this, wanted);
    }
    m_fixes->insertWidget(static_cast<int>(m_buttons.size()), button);
    m_buttons.push_back(button);
    return button;
}

void MapVerdict::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintAnswer(painter, rect(), palette(), m_shown);
}

} // namespace cairn::ui
