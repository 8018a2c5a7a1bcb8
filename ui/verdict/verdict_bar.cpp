#include "ui/verdict/verdict_bar.h"

#include "ui/common/clipboard.h"
#include "ui/common/flow_layout.h"
#include "ui/common/toned_label.h"
#include "ui/text/cairn_style.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/verdict/machine_box.h"
#include "ui/verdict/problem_page.h"
#include "ui/verdict/verdict_ground.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostFixes = 2;

} // namespace

VerdictBar::VerdictBar(QWidget* parent)
    : QFrame(parent), m_machine(new MachineBox(this)), m_text(new TonedLabel(answerTone(Answer::Waiting), {}, this)),
      m_whole(new ProblemPage(this)), m_words(new QHBoxLayout), m_buttons(new FlowLayout)
{
    setObjectName("verdictBar");
    constexpr int kMachineLetters = 12;
    m_machine->setObjectName("verdictMachine");
    m_machine->setMinimumContentsLength(kMachineLetters);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setObjectName("verdictText");
    m_whole->setObjectName("verdictWhole");
    m_whole->viewport()->setAutoFillBackground(false);
    m_whole->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_whole->hide();
    m_why = addButton("verdictWhy", tr("Why?"), tr("Show every problem, in PyTorch's words too"));
    m_why->setCheckable(true);
    m_trust = addButton("verdictTrust", tr("I trust it"),
                        tr("Judge it for weights_only=False, which runs the code that the file names"));
    m_trust->setCheckable(true);
    m_unmap = addButton("verdictUnmap", tr("Remove map"), tr("Load every storage where it was saved again"));
    m_python = addButton("verdictPython", tr("Copy Python"),
                         tr("Copy code that loads it with mmap=True, and so needs no memory for all of it"));
    m_oneFile = addButton("verdictOneFile", tr("Save as one file…"),
                          tr("Write all that is in the folder to one file that torch.load takes on any machine"));
    m_oneFile->setProperty(CairnStyle::kMain, true);
    m_tensors =
        addButton("verdictTensors", tr("Save tensors as safetensors…"),
                  tr("Write the tensors alone in a format that can run no code; nothing in the file is executed"));
    m_tensors->setProperty(CairnStyle::kMain, true);
    m_salvage = addButton("verdictSalvage", tr("See what is left…"),
                          tr("Look which of its tensors are whole, and write them to a new file"));
    m_copy = addButton("verdictCpuCopy", tr("Save CPU copy…"), tr("Write a copy that loads on any machine"));
    m_copy->setProperty(CairnStyle::kMain, true);
    m_mappedCopy = addButton("verdictMappedCopy", tr("Save copy…"), tr("Write a copy of the file with this map in it"));
    m_bfloat16 = addButton("verdictBFloat16", tr("Save as bfloat16…"),
                           tr("Write a copy of half the size, which fits into the memory"));
    m_more = addButton("verdictMore", tr("More"), tr("What else helps"));
    m_more->setMenu(new QMenu(m_more));
    connect(m_more->menu(), &QMenu::aboutToShow, this, &VerdictBar::fillMenu);
    m_line = new QBoxLayout(QBoxLayout::LeftToRight);
    m_words->addWidget(m_machine, 0, Qt::AlignVCenter);
    m_words->addWidget(m_text, 1);
    m_line->addLayout(m_words, 1);
    m_line->addLayout(m_buttons);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 7, 10, 7);
    layout->addLayout(m_line);
    layout->addWidget(m_whole);
    connect(m_oneFile, &QPushButton::clicked, this, &VerdictBar::oneFileRequested);
    connect(m_tensors, &QPushButton::clicked, this, &VerdictBar::tensorsCopyRequested);
    connect(m_salvage, &QPushButton::clicked, this, &VerdictBar::salvageRequested);
    connect(m_copy, &QPushButton::clicked, this, &VerdictBar::cpuCopyRequested);
    connect(m_python, &QPushButton::clicked, this, [this] { copyText(*m_python, m_verdict.mappedPython); });
    connect(m_mappedCopy, &QPushButton::clicked, this, &VerdictBar::mappedCopyRequested);
    connect(m_bfloat16, &QPushButton::clicked, this, &VerdictBar::bfloat16CopyRequested);
    connect(m_trust, &QPushButton::clicked, this, &VerdictBar::trustChosen);
    connect(m_why, &QPushButton::toggled, m_whole, &QWidget::setVisible);
    connect(m_whole, &ProblemPage::fixRequested, this,
            [this](const devices::MapFix& fix) { Q_EMIT mapRequested(fix.map); });
    connect(m_unmap, &QPushButton::clicked, this, [this] { Q_EMIT mapRequested({}); });
    showWaiting();
}

QPushButton* VerdictBar::addButton(const char* name, const QString& text, const QString& tip)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setStatusTip(tip);
    button->setToolTip(plainTip(tip));
    m_buttons->addWidget(button);
    return button;
}

void VerdictBar::showWaiting()
{
    m_verdict = {};
    setAnswer(Answer::Waiting);
    m_text->setAccessibleName({});
    m_why->setChecked(false);
    clearFixes();
    m_offered.clear();
    arrange();
}

void VerdictBar::setAnswer(Answer answer)
{
    m_verdict.answer = answer;
    m_text->setTone(answerTone(answer));
    setColours();
    update();
}

/// Rich text has the colours of the widget that it is in: as readable as the words above it.
void VerdictBar::setColours()
{
    QPalette colours = palette();
    if (m_verdict.answer == Answer::Harmful) {
        const QColor words = answerTone(m_verdict.answer)(colours);
        colours.setColor(QPalette::Text, words);
        colours.setColor(QPalette::Link, words);
    }
    m_whole->setPalette(colours);
}

void VerdictBar::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        setColours();
    }
}

void VerdictBar::showVerdict(const LoadVerdict& verdict)
{
    m_verdict = verdict;
    setAnswer(verdict.answer);
    m_text->setAccessibleName(verdict.headline + u' ' + verdict.detail); // the texts themselves have markup
    m_whole->showProblems(verdict.problems);
    if (verdict.problems.empty()) {
        m_why->setChecked(false);
    }
    m_trust->setChecked(verdict.isTrusted);
    offerFixes();
    m_offered.clear();
    const auto offer = [this](QPushButton* button, bool isOffered) {
        if (isOffered) {
            m_offered.append(button);
        }
    };
    offer(m_why, !verdict.problems.empty());
    offer(m_oneFile, verdict.becomesOneFile);
    offer(m_tensors, verdict.helpedByTensors);
    offer(m_salvage, verdict.isSalvageable);
    offer(m_copy, verdict.helpedByCpuCopy && !verdict.becomesOneFile); // that file is such a copy
    m_offered.append(m_fixes);
    offer(m_mappedCopy, verdict.isMapped && (verdict.loadsIfTrusted || !verdict.mappedPython.isEmpty()));
    offer(m_unmap, verdict.isMapped);
    offer(m_python, !verdict.mappedPython.isEmpty());
    offer(m_bfloat16, verdict.helpedByBFloat16);
    offer(m_trust, verdict.asksForTrust && verdict.answer != Answer::Harmful);
    arrange();
}

QString VerdictBar::buttonText(const devices::MapFix& fix)
{
    return fix.map.kind() == devices::MapKind::Device && fix.map.device() == "cpu" ? tr("Map to CPU")
                                                                                   : tr("Map: %1").arg(fixText(fix));
}

void VerdictBar::clearFixes()
{
    for (QPushButton* fix : std::exchange(m_fixes, {})) {
        m_buttons->removeWidget(fix);
        fix->hide();
        fix->deleteLater(); // it may be the one that was pressed
    }
}

void VerdictBar::offerFixes()
{
    clearFixes();
    for (std::size_t i = 0; i < std::min(m_verdict.fixes.size(), kMostFixes); ++i) {
        const devices::MapFix& fix = m_verdict.fixes[i];
        auto* button = new QPushButton(buttonText(fix), this);
        button->setObjectName(QStringLiteral("verdictFix%1").arg(i));
        button->setStatusTip(tr("Use this map; nothing is written"));
        button->setToolTip(button->statusTip());
        connect(button, &QPushButton::clicked, this, [this, map = fix.map] { Q_EMIT mapRequested(map); });
        m_buttons->insertWidget(m_buttons->indexOf(m_unmap), button);
        m_fixes.append(button);
    }
}

void VerdictBar::setChoosesElsewhere(bool choosesElsewhere)
{
    m_choosesElsewhere = choosesElsewhere;
    arrange();
}

QSize VerdictBar::minimumSizeHint() const
{
    const QMargins around = layout()->contentsMargins();
    const int widest = std::max(m_machine->minimumSizeHint().width(), m_buttons->widestItem());
    const QSize asItIs = QFrame::minimumSizeHint();
    return {std::min(asItIs.width(), around.left() + widest + around.right()), asItIs.height()};
}

QFont VerdictBar::boldFont() const
{
    QFont bold = m_text->font();
    bold.setBold(true);
    return bold;
}

void VerdictBar::arrange()
{
    constexpr int kNarrow = 640; // then the machine has a line of its own, too
    constexpr int kLetters = 60; // that the text has beside the buttons, or they stand below it
    constexpr int kShort = 640;  // a window with so little height is for its tree: one line for all
    const bool isShort = window()->height() < kShort;
    const bool isNarrow = width() < kNarrow;
    const bool isSame = m_verdict.answer == Answer::Harmful; // on every machine
    const bool isMachineShown = !(isShort && isSame) && !(m_choosesElsewhere && (isNarrow || isShort));
    const QMargins around = layout()->contentsMargins();
    const int machine = isMachineShown ? m_machine->minimumSizeHint().width() + m_words->spacing() : 0;
    const int inner = width() - around.left() - around.right();
    const int headline = std::min(QFontMetrics(boldFont()).horizontalAdvance(m_verdict.headline) + 2, inner / 2);
    const int besides =
        machine + (isShort ? headline : fontMetrics().averageCharWidth() * kLetters) + m_line->spacing();
    showButtons(!isShort ? QWIDGETSIZE_MAX : isNarrow ? inner : inner - besides);
    const bool isStacked = isNarrow || (!isShort && inner < besides + m_buttons->lineWidth());
    m_line->setDirection(isStacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_line->setAlignment(m_buttons, isStacked ? Qt::Alignment() : Qt::AlignVCenter); // with the words beside them
    const bool isMachineAlone = isNarrow && !isShort;
    if (const bool isAbove = m_line->itemAt(0)->widget() == m_machine; isMachineAlone && !isAbove) {
        m_line->insertWidget(0, m_machine);
    } else if (!isMachineAlone && isAbove) {
        m_words->insertWidget(0, m_machine, 0, Qt::AlignVCenter);
    }
    m_buttons->setWraps(isStacked);
    m_machine->setVisible(isMachineShown);
    const int forText = inner - machine - (isStacked ? 0 : m_buttons->lineWidth() + m_line->spacing());
    sayVerdict(isShort ? forText : 0);
}

/// In one line of this width; 0: all of it, in as many as it takes.
void VerdictBar::sayVerdict(int width)
{
    const QString headline = width == 0
                                 ? m_verdict.headline
                                 : QFontMetrics(boldFont()).elidedText(m_verdict.headline, Qt::ElideRight, width);
    const QString text =
        m_verdict.answer == Answer::Waiting
            ? tr("Asking this machine for its devices…")
            : QStringLiteral("<b>%1</b> &nbsp;%2")
                  .arg(headline.toHtmlEscaped(), width == 0 ? m_verdict.detail.toHtmlEscaped() : QString());
    m_text->setWordWrap(width == 0);
    m_text->setText(text);
    m_text->setToolTip(width == 0 ? QString() : plainTip(m_verdict.headline + u'\n' + m_verdict.detail));
}

/// As many of those that are offered as have room in a line; the rest are in a menu.
void VerdictBar::showButtons(int room)
{
    const QList<QPushButton*> all{m_why,     m_trust,   m_unmap, m_python,     m_oneFile,
                                  m_tensors, m_salvage, m_copy,  m_mappedCopy, m_bfloat16};
    const int gap = m_buttons->spacing();
    const int more = m_more->sizeHint().width() + gap;
    int rest = 0;
    for (const QPushButton* button : m_offered) {
        rest += button->sizeHint().width() + gap;
    }
    int used = 0;
    qsizetype shown = 0;
    for (const QPushButton* button : m_offered) {
        const int width = button->sizeHint().width() + gap;
        rest -= width;
        if (used + width + (rest == 0 ? 0 : more) > room) {
            break;
        }
        used += width;
        ++shown;
    }
    m_folded = m_offered.mid(shown);
    for (QPushButton* button : all + m_fixes) {
        button->setVisible(m_offered.contains(button) && !m_folded.contains(button));
    }
    m_more->setVisible(!m_folded.isEmpty());
}

void VerdictBar::fillMenu()
{
    m_more->menu()->clear();
    for (QPushButton* button : std::as_const(m_folded)) {
        QAction* action = m_more->menu()->addAction(button->text());
        action->setStatusTip(button->statusTip());
        action->setCheckable(button->isCheckable());
        action->setChecked(button->isChecked());
        connect(action, &QAction::triggered, button, &QPushButton::click);
    }
}

/// Its own width says nothing of the height of the window.
bool VerdictBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window && event->type() == QEvent::Resize) {
        arrange();
    }
    return QFrame::eventFilter(watched, event);
}

void VerdictBar::showEvent(QShowEvent* event)
{
    if (m_window != window()) {
        m_window = window();
        m_window->installEventFilter(this);
    }
    arrange();
    QFrame::showEvent(event);
}

void VerdictBar::resizeEvent(QResizeEvent* event)
{
    arrange();
    QFrame::resizeEvent(event);
}

void VerdictBar::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintAnswer(painter, rect(), palette(), m_verdict.answer);
}

} // namespace cairn::ui
