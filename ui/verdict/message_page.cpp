#include "ui/verdict/message_page.h"

#include "ui/common/breakable_label.h"
#include "ui/common/clipboard.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

namespace {

/// A place is no sentence: a full stop after it would look like a part of it.
QString paragraph(const QString& title, const QString& text)
{
    if (text.isEmpty()) {
        return {};
    }
    const QString head = title.isEmpty() ? QString() : QStringLiteral("<b>%1</b> ").arg(title.toHtmlEscaped());
    return QStringLiteral("<p>%1%2</p>").arg(head, text.toHtmlEscaped());
}

QString fileName(const QString& path)
{
    return shown(QFileInfo(path).fileName().toStdString());
}

} // namespace

MessagePage::MessagePage(QWidget* parent)
    : QWidget(parent), m_title(new BreakableLabel({}, this)), m_text(new PlainLabel(this)),
      m_bar(new QProgressBar(this)), m_choice(new QListWidget(this)),
      m_choose(new QPushButton(tr("Open this one"), this)), m_open(new QPushButton(this)),
      m_sample(new QPushButton(tr("Try the sample"), this)), m_convert(new QPushButton(tr("Convert files…"), this)),
      m_salvage(new QPushButton(tr("See what is left…"), this)), m_again(new QPushButton(tr("Try again"), this)),
      m_recent(new QVBoxLayout), m_copy(new QPushButton(tr("Copy details"), this)),
      m_stop(new QPushButton(tr("Cancel"), this))
{
    setObjectName("messagePage");
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setBold(true);
    m_title->setFont(large);
    m_title->setObjectName("messageTitle");
    m_text->setObjectName("messageText");
    m_text->setTextFormat(Qt::RichText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_choice->setObjectName("messageChoice");
    m_choice->setAccessibleName(tr("Checkpoints in the folder"));
    m_choice->setUniformItemSizes(true);
    m_choice->setSpacing(2);
    m_choose->setObjectName("messageChoose");
    m_open->setObjectName("messageOpen");
    m_open->setDefault(true);
    m_sample->setObjectName("messageSample");
    m_sample->setStatusTip(tr("Open a small checkpoint that was saved on two GPUs"));
    m_convert->setObjectName("messageConvert");
    m_convert->setStatusTip(tr("Go to the queue that converts many files and folders"));
    m_salvage->setObjectName("messageSalvage");
    m_salvage->setStatusTip(tr("Look which of its tensors are whole, and write them to a new file"));
    m_again->setObjectName("messageAgain");
    m_copy->setObjectName("messageCopy");
    m_stop->setObjectName("messageStop");

    auto* column = new QWidget(this);
    column->setMaximumWidth(640);
    auto* lines = new QVBoxLayout(column);
    lines->setSpacing(12);
    lines->addWidget(m_title);
    lines->addWidget(m_text);
    lines->addWidget(m_bar);
    lines->addWidget(m_choice);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_choose, m_salvage, m_open, m_again, m_sample, m_convert, m_copy, m_stop}) {
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    lines->addLayout(buttons);
    m_recent->setSpacing(2);
    lines->addSpacing(8);
    lines->addLayout(m_recent);
    auto* across = new QHBoxLayout;
    across->addStretch(1);
    across->addWidget(column, 8);
    across->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addLayout(across);
    layout->addStretch(3);

    connect(m_open, &QPushButton::clicked, this, &MessagePage::openRequested);
    connect(m_sample, &QPushButton::clicked, this, &MessagePage::sampleRequested);
    connect(m_convert, &QPushButton::clicked, this, &MessagePage::conversionRequested);
    connect(m_salvage, &QPushButton::clicked, this, &MessagePage::salvageRequested);
    connect(m_again, &QPushButton::clicked, this, &MessagePage::retryRequested);
    connect(m_stop, &QPushButton::clicked, this, &MessagePage::stopRequested);
    connect(m_choose, &QPushButton::clicked, this, &MessagePage::choose);
    connect(m_choice, &QListWidget::itemActivated, this, &MessagePage::choose);
    connect(m_copy, &QPushButton::clicked, this, [this] { copyText(*m_copy, m_details); });
    showNothingOpen();
}

QSize MessagePage::minimumSizeHint() const
{
    return {0, QWidget::minimumSizeHint().height()};
}

void MessagePage::show(const QString& title, const QString& text)
{
    m_title->setName(title);
    m_text->setText(text);
    m_bar->hide();
    m_choice->hide();
    m_choose->hide();
    m_open->setDefault(true);
    m_open->show();
    m_copy->hide();
    m_stop->hide();
    m_sample->hide();
    m_convert->hide();
    m_salvage->hide();
    m_again->hide();
    showRecent({});
}

void MessagePage::showNothingOpen(const QStringList& recent)
{
    show(tr("Drop a checkpoint here"),
         tr("<p>Cairn shows what is in it and on which devices it was saved, whether it will load on this machine, and "
            "writes a copy that does.</p><p>.pt, .pth, .bin, .ckpt, .safetensors and more: files are known by their "
            "content. Nothing in a file is ever executed.</p>"));
    m_open->setText(tr("Open a file…"));
    m_sample->show();
    m_convert->show();
    showRecent(recent);
}

QString MessagePage::linkText(const QString& path) const
{
    return QStringLiteral("<a href=\"f\" style=\"color:%1\">%2</a> &nbsp;<span style=\"color:%3\">%4</span>")
        .arg(palette().color(QPalette::Link).name(), fileName(path).toHtmlEscaped(), quietText(palette()).name(),
             shown(QFileInfo(path).absolutePath().toStdString()).toHtmlEscaped());
}

/// Rich text keeps the colours that it was made with.
void MessagePage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        for (const auto& [link, path] : m_links) {
            link->setText(linkText(path));
        }
    }
}

void MessagePage::showRecent(const QStringList& recent)
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        item->widget()->deleteLater(); // it may be the one that was pressed
        item->widget()->hide();
        delete item;
    }
    m_links.clear();
    if (recent.isEmpty()) {
        return;
    }
    m_recent->addWidget(new QuietLabel(tr("Open again"), this));
    for (const QString& path : recent) {
        auto* link = new PlainLabel(this);
        link->setTextFormat(Qt::RichText);
        link->setText(linkText(path));
        m_links.emplace_back(link, path);
        link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        link->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        connect(link, &QLabel::linkActivated, this, [this, path] { Q_EMIT fileRequested(path); });
        m_recent->addWidget(link);
    }
}

void MessagePage::showOpening(const QString& path)
{
    show(tr("Opening %1").arg(fileName(path)), {});
    m_open->hide();
    m_stop->show();
    m_bar->show();
    m_bar->setRange(0, 0);
}

void MessagePage::showProgress(const QString& stage, std::uint64_t done, std::uint64_t total)
{
    m_text->setText(stage.toHtmlEscaped());
    const bool known = total != 0;
    m_bar->setRange(0, known ? 1000 : 0);
    if (known) {
        m_bar->setValue(static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
    }
}

void MessagePage::showChoice(const QString& path, const QStringList& checkpoints)
{
    show(tr("%1 checkpoints in %2").arg(checkpoints.size()).arg(fileName(path)),
         paragraph({}, tr("The folder holds them beside each other, as a training run saves them. Which one?")));
    m_choice->clear();
    for (const QString& checkpoint : checkpoints) {
        auto* item = new QListWidgetItem(fileName(checkpoint), m_choice);
        item->setData(Qt::UserRole, checkpoint);
    }
    m_choice->setCurrentRow(m_choice->count() - 1);
    constexpr int kMostRows = 12;
    const int rows = std::min(m_choice->count(), kMostRows);
    const int row = m_choice->sizeHintForRow(0) + 2 * m_choice->spacing();
    m_choice->setFixedHeight(rows * row + 2 * (m_choice->frameWidth() + m_choice->spacing()));
    m_choice->scrollToBottom();
    m_choice->show();
    m_open->setText(tr("Try another file…"));
    m_open->setDefault(false);
    m_choose->setDefault(true);
    m_choose->show();
    m_choice->setFocus();
}

void MessagePage::choose()
{
    if (const QListWidgetItem* item = m_choice->currentItem()) {
        Q_EMIT choiceMade(item->data(Qt::UserRole).toString());
    }
}

void MessagePage::showError(const QString& path, const Error& error, bool canSalvage)
{
    QStringList where{shown(error.where)};
    if (error.offset) {
        where.append(tr("byte %1").arg(countText(*error.offset)));
    }
    where.removeAll(QString());
    show(tr("%1 did not open").arg(fileName(path)),
         paragraph({}, inWords(error.what)) + paragraph(tr("Where:"), where.join(QStringLiteral(", "))) +
             paragraph(tr("Why:"), inWords(error.why)) + paragraph(tr("What to do:"), inWords(error.advice)));
    m_details = path + u'\n' + fromUtf8(errorCodeText(error.code)) + u'\n' + shown(error.paragraph());
    m_open->setText(tr("Try another file…"));
    m_salvage->setVisible(canSalvage);
    (canSalvage ? m_salvage : m_open)->setDefault(true);
    m_again->show();
    m_copy->show();
}

} // namespace cairn::ui
