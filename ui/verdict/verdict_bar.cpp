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
    m_copy = addButton("verdictCpuCopy", tr("Save CPU copy…"), tr("Write a copy that loads on any machine"));
    m_copy->setProperty(CairnStyle::kMain, true);
    m_mappedCopy = addButton("verdictMappedCopy", tr("Save copy…"), tr("Write a copy of the file with this map in it"));
    m_bfloat16 = addButton("verdictBFloat16", tr("Save as bfloat16…"),
                           tr("Write a copy of half the size, which fits into the memory"));
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
    m_text->setText(tr("Asking this machine for its devices…"));
    m_why->setChecked(false);
    clearFixes();
    for (QPushButton* button : {m_why, m_trust, m_unmap, m_python, m_oneFile, m_copy, m_mappedCopy, m_bfloat16}) {
        button->hide();
    }
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
    m_text->setText(
        QStringLiteral("<b>%1</b> &nbsp;%2").arg(verdict.headline.toHtmlEscaped(), verdict.detail.toHtmlEscaped()));
    m_text->setAccessibleName(verdict.headline + u' ' + verdict.detail); // the texts themselves have markup
    m_whole->showProblems(verdict.problems);
    m_why->setVisible(!verdict.problems.empty());
    if (verdict.problems.empty()) {
        m_why->setChecked(false);
    }
    m_trust->setVisible(verdict.asksForTrust && verdict.answer != Answer::Harmful);
    m_trust->setChecked(verdict.isTrusted);
    m_unmap->setVisible(verdict.isMapped);
    m_python->setVisible(!verdict.mappedPython.isEmpty());
    m_oneFile->setVisible(verdict.becomesOneFile);
    m_copy->setVisible(verdict.helpedByCpuCopy && !verdict.becomesOneFile); // that file is such a copy
    m_mappedCopy->setVisible(verdict.isMapped && (verdict.loadsIfTrusted || !verdict.mappedPython.isEmpty()));
    m_bfloat16->setVisible(verdict.helpedByBFloat16);
    offerFixes();
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

void VerdictBar::arrange()
{
    constexpr int kNarrow = 640; // then the machine has a line of its own, too
    constexpr int kLetters = 60; // that the text has beside the buttons, or they stand below it
    const QMargins around = layout()->contentsMargins();
    const int inOneLine = around.left() + m_machine->minimumSizeHint().width() + m_words->spacing() +
                          fontMetrics().averageCharWidth() * kLetters + m_line->spacing() + m_buttons->lineWidth() +
                          around.right();
    const bool isNarrow = width() < kNarrow;
    const bool isStacked = isNarrow || width() < inOneLine;
    m_line->setDirection(isStacked ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    if (const bool isAbove = m_line->itemAt(0)->widget() == m_machine; isNarrow && !isAbove) {
        m_line->insertWidget(0, m_machine);
    } else if (!isNarrow && isAbove) {
        m_words->insertWidget(0, m_machine, 0, Qt::AlignVCenter);
    }
    m_buttons->setWraps(isStacked);
    m_machine->setVisible(!isNarrow || !m_choosesElsewhere);
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
