#include "ui/contents/archive_view.h"

#include "core/formats/zip/zip_archive.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/table_style.h"
#include "ui/common/work_line.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

using formats::RecordState;

ArchiveView::ArchiveView(QWidget* parent)
    : QWidget(parent), m_model(new ArchiveModel(this)), m_summary(new PlainLabel),
      m_check(new QAction(tr("Check all records"), this)), m_list(new QTreeView), m_work(new WorkLine)
{
    setObjectName("archiveView");
    m_summary->setObjectName("archiveSummary");
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_check->setObjectName("archiveCheck");
    m_check->setStatusTip(tr("Read every record and compare it with its checksum, which PyTorch never does"));
    m_check->setToolTip(m_check->statusTip());
    auto* button = new QToolButton;
    button->setObjectName("archiveCheckButton");
    button->setDefaultAction(m_check);
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    styleList(*m_list, "archiveList", tr("Records of the archive"));
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 8, 14, 8);
    top->setSpacing(10);
    top->addWidget(m_summary, 1);
    top->addWidget(m_work, 1);
    top->addWidget(button);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    connect(m_check, &QAction::triggered, this, &ArchiveView::check);
    showDocument(nullptr);
}

ArchiveView::~ArchiveView() = default;

void ArchiveView::showDocument(const DocumentPtr& document)
{
    if (m_job != nullptr) {
        std::exchange(m_job, nullptr)->abandon();
        m_work->end();
    }
    m_document = document;
    m_model->setDocument(document);
    const bool isArchive = m_model->rowCount() != 0;
    m_check->setEnabled(isArchive);
    m_list->setVisible(isArchive);
    if (!document) {
        m_summary->setText(tr("No file is open."));
    } else if (!isArchive) {
        m_summary->setText(tr("This file is no zip archive: it has no records, and no checksums."));
    } else {
        const auto* archive = document->checkpoint->archive();
        const int records = m_model->rowCount();
        m_summary->setText(grouped(tr("%n records in the folder %1", nullptr, records), archive->entries().size())
                               .arg(archive->prefix().empty() ? tr("(none)") : shown(archive->prefix())));
        const bool isPacked = std::ranges::any_of(archive->entries(), [](const formats::ZipEntry& entry) {
            return entry.method != formats::ZipEntry::kStored;
        });
        m_list->setColumnHidden(ArchiveModel::Packed, !isPacked); // torch packs nothing
        fitListColumns(*m_list);
    }
    colorSummary();
}

void ArchiveView::check()
{
    if (m_job != nullptr || m_model->rowCount() == 0) {
        return;
    }
    m_check->setEnabled(false);
    m_job = startJob(
        this,
        [document = m_document](Progress& progress) {
            const formats::ZipArchive& archive = *document->checkpoint->archive();
            progress.beginStage("checking", document->checkpoint->fileBytes());
            std::vector<RecordState> states;
            for (const formats::ZipEntry& entry : archive.entries()) {
                const auto state = formats::checkRecord(archive, entry, &progress);
                states.push_back(state ? *state : RecordState::NotChecked);
            }
            return states;
        },
        [this](const std::vector<RecordState>& states) {
            m_job = nullptr;
            m_work->end();
            m_check->setEnabled(true);
            take(states);
        });
    m_work->follow(tr("Checking"), m_job);
}

void ArchiveView::take(const std::vector<RecordState>& states)
{
    m_model->setStates(states);
    const auto count = [&states](RecordState wanted) { return static_cast<int>(std::ranges::count(states, wanted)); };
    const int intact = count(RecordState::Intact);
    QStringList parts{grouped(tr("%n intact", nullptr, intact), static_cast<std::uint64_t>(intact))};
    if (const int number = count(RecordState::Changed); number != 0) {
        parts.append(tr("%n changed", nullptr, number));
    }
    if (const int number = count(RecordState::Unreadable); number != 0) {
        parts.append(tr("%n unreadable", nullptr, number));
    }
    if (const int number = count(RecordState::NoChecksum); number != 0) {
        parts.append(tr("%n without a checksum", nullptr, number));
    }
    if (const int number = count(RecordState::NotChecked); number != 0) {
        parts.append(tr("%n not checked", nullptr, number));
    }
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    colorSummary();
    if (const int row = m_model->firstBadRow(); row >= 0) {
        m_list->setCurrentIndex(m_model->index(row, 0));
        m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::PositionAtCenter);
    }
    for (const ArchiveModel::BadRecord& record : m_model->badRecords()) {
        Q_EMIT badRecordFound(record.words, record.entry);
    }
    if (count(RecordState::NotChecked) == 0) {
        Q_EMIT recordsChecked();
    }
}

/// Red while a record is not what it should be.
void ArchiveView::colorSummary()
{
    QPalette colors;
    if (m_model->firstBadRow() >= 0) {
        colors.setColor(QPalette::WindowText, badText(palette()));
    }
    m_summary->setPalette(colors);
}

void ArchiveView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange) {
        colorSummary();
    }
    QWidget::changeEvent(event);
}

} // namespace cairn::ui
