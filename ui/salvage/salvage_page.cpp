#include "ui/salvage/salvage_page.h"

#include "core/convert/salvage/save_salvaged.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/prompts.h"
#include "ui/common/table_style.h"
#include "ui/document/mapped_copy_name.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn::ui {

using checkpoint::TensorState;

SalvagePage::SalvagePage(Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_prompts(prompts), m_model(new SalvageModel(this)), m_title(new PlainLabel(this)),
      m_notes(new PlainLabel(this)), m_summary(new PlainLabel(this)), m_list(new QTreeView(this)),
      m_fill(new QCheckBox(tr("Also write what is &damaged, with zeros where bytes are lost"), this)),
      m_save(new QPushButton(tr("&Save what is left…"), this)), m_open(new QPushButton(tr("&Open it"), this)),
      m_leave(new QPushButton(tr("&Back"), this)), m_result(new PlainLabel(this))
{
    setObjectName("salvagePage");
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.5);
    large.setBold(true);
    m_title->setFont(large);
    m_summary->setObjectName("salvageSummary");
    m_notes->setObjectName("salvageNotes");
    m_result->setObjectName("salvageResult");
    for (QLabel* label : {m_title, m_notes, m_summary, m_result}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    styleList(*m_list, "salvageList", tr("Tensors, and what is left of them"));
    m_list->setRootIsDecorated(false);
    m_list->setModel(m_model);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(SalvageModel::Name, QHeaderView::Stretch);
    m_fill->setObjectName("salvageFill");
    m_fill->setToolTip(tr("A note in the file names them, and the rows that are left"));
    m_save->setObjectName("salvageSave");
    m_open->setObjectName("salvageOpen");
    m_leave->setObjectName("salvageLeave");

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_save);
    buttons->addWidget(m_open);
    buttons->addWidget(m_leave);
    buttons->addStretch(1);
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(24, 20, 24, 20);
    lines->setSpacing(10);
    lines->addWidget(m_title);
    lines->addWidget(m_notes);
    lines->addWidget(m_summary);
    lines->addWidget(m_list, 1);
    lines->addWidget(m_fill);
    lines->addLayout(buttons);
    lines->addWidget(m_result);
    connect(m_save, &QPushButton::clicked, this, &SalvagePage::askForTarget);
    connect(m_leave, &QPushButton::clicked, this, &SalvagePage::leaveRequested);
    connect(m_open, &QPushButton::clicked, this, [this] { Q_EMIT fileRequested(m_written); });
    connect(m_fill, &QCheckBox::toggled, this, &SalvagePage::updateSave);
}

QString SalvagePage::summary() const
{
    const auto counts = m_salvage->counts();
    QStringList parts;
    for (std::size_t state = 0; state < counts.size(); ++state) {
        if (counts[state] != 0) {
            parts.append(tr("%1 %2", "a number, and the state of so many tensors")
                             .arg(countText(counts[state]), SalvageModel::stateText(static_cast<TensorState>(state))));
        }
    }
    return parts.join(QStringLiteral(", "));
}

void SalvagePage::showSalvage(const QString& path, SalvagePtr salvage)
{
    abandonJob(m_writing);
    m_path = path;
    m_salvage = std::move(salvage);
    m_model->setSalvage(m_salvage);
    m_title->setText(tr("What is left of %1").arg(shown(QFileInfo(path).fileName().toStdString())));
    QStringList notes;
    for (const Message& note : m_salvage->notes) {
        notes.append(inWords(note));
    }
    m_notes->setText(notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());
    const std::size_t tensors = m_salvage->tensors.size() + m_salvage->lost.size();
    m_summary->setText(tensors == 0
                           ? tr("There are no tensors in it.")
                           : grouped(tr("%n tensor(s): %1", nullptr, pluralOf(tensors)), tensors).arg(summary()));
    m_fill->setVisible(m_salvage->hasLosses());
    m_fill->setChecked(false);
    updateSave();
    m_open->hide();
    m_result->clear();
    m_result->hide();
}

void SalvagePage::updateSave()
{
    const auto& tensors = m_salvage->tensors;
    m_save->setEnabled(m_fill->isChecked() ? !tensors.empty()
                                           : std::ranges::any_of(tensors, &checkpoint::SalvagedTensor::isSaved));
}

void SalvagePage::askForTarget()
{
    m_prompts.saveFile(window(), copyNameBeside(m_path, "{stem}.salvaged{ext}"), {},
                       [this](const QString& target) { write(target); });
}

void SalvagePage::write(const QString& target)
{
    abandonJob(m_writing);
    m_save->setEnabled(false);
    m_result->setText(tr("Writing, and comparing what was written…"));
    m_result->show();
    const auto damaged = m_fill->isChecked() ? convert::Damaged::FillZero : convert::Damaged::LeaveOut;
    // The dialog has asked about a file that is there now, and none that comes later.
    const auto existing = QFileInfo::exists(target) ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
    m_writing = startJob(
        this,
        [salvage = m_salvage, target = pathBytes(target), damaged, existing](Progress& progress) {
            return convert::saveSalvaged(*salvage, target, damaged, existing, &progress);
        },
        [this, target](const Result<convert::SavedTensors>& saved) {
            m_writing = nullptr;
            updateSave();
            m_open->setVisible(saved.has_value());
            if (saved) {
                m_written = target;
                m_result->setText(
                    grouped(tr("%n tensor(s) written to %1 (%2), read again, and the same as in the damaged file.",
                               nullptr, pluralOf(saved->tensors)),
                            saved->tensors)
                        .arg(shown(QFileInfo(target).fileName().toStdString()), bytesText(saved->bytes)));
            } else {
                m_result->setText(errorWords(saved.error(), pathBytes(target)));
            }
            Q_EMIT this->saved();
        });
}

} // namespace cairn::ui
