#include "ui/model/fit_panel.h"

#include "core/checkpoint/readers/open.h"
#include "core/model/known_models.h"
#include "ui/common/job.h"
#include "ui/common/prompts.h"
#include "ui/common/toned_label.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"

#include <QComboBox>
#include <QCompleter>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace cairn::ui {

/// What is shown of one question.
struct FitPanel::Answer {
    QString failure; ///< nothing is known then
    std::vector<model::FitLine> lines;
    bool loads = false;      ///< as it is, or with other names
    model::RenamedCopy copy; ///< without rules: none is offered
    std::string python;
};

namespace {

QColor plainText(const QPalette& palette)
{
    return palette.color(QPalette::WindowText);
}

Tone toneOf(model::FitTone tone)
{
    using model::FitTone;
    switch (tone) {
    case FitTone::Good: return goodText;
    case FitTone::Warning: return cautionText;
    case FitTone::Bad: return badText;
    case FitTone::Note:
    case FitTone::Torch: return quietText;
    case FitTone::Plain: break;
    }
    return plainText;
}

} // namespace

FitPanel::FitPanel(Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_prompts(prompts), m_name(new QComboBox), m_lines(new QVBoxLayout),
      m_save(new QPushButton(tr("Save with these &names…")))
{
    setObjectName("fitPanel");
    auto* title = new PlainLabel(tr("Will load_state_dict take it?"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    m_name->setObjectName("fitModel");
    m_name->setAccessibleName(tr("The model that the file shall be loaded into"));
    m_name->setEditable(true);
    m_name->setInsertPolicy(QComboBox::NoInsert);
    m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_name->setMinimumContentsLength(12);
    m_name->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_name->lineEdit()->setPlaceholderText(tr("A model, such as torchvision/resnet50"));
    m_name->setStatusTip(tr("A model that is known by name: type a part of its name"));
    auto* file = new QPushButton(tr("A &file…"));
    file->setObjectName("fitFile");
    file->setStatusTip(tr("A checkpoint of the model, or a text file with its keys"));
    m_save->setObjectName("fitSave");
    m_save->setStatusTip(tr("Write a copy of which load_state_dict takes the names"));
    for (QPushButton* button : {file, m_save}) {
        button->setAutoDefault(false);
    }
    auto* line = new QHBoxLayout;
    line->addWidget(m_name, 1);
    line->addWidget(file);
    auto* save = new QHBoxLayout;
    save->addWidget(m_save);
    save->addStretch(1);
    m_lines->setSpacing(2);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(title);
    layout->addLayout(line);
    layout->addLayout(m_lines);
    layout->addLayout(save);
    m_save->hide();
    fillNames();
    connect(m_name, &QComboBox::activated, this, [this] { askAbout(m_name->currentText()); });
    connect(m_name->lineEdit(), &QLineEdit::returnPressed, this, [this] { askAbout(m_name->currentText()); });
    connect(file, &QPushButton::clicked, this, [this] {
        m_prompts.openFiles(window(), [this](const QStringList& paths) {
            if (!paths.isEmpty()) {
                m_name->setEditText(paths.first());
                askAbout(paths.first());
            }
        });
    });
    connect(m_save, &QPushButton::clicked, this, [this] {
        convert::Recipe recipe;
        recipe.keep = m_copy.keep;
        recipe.drop = m_copy.drop;
        recipe.renames = m_copy.renames;
        if (m_copy.isTensorFile) {
            recipe.container = convert::Container::Safetensors;
            recipe.dropOthers = true;
        }
        const std::string_view pattern = m_copy.pattern;
        Q_EMIT renamedCopyRequested(recipe, QString::fromUtf8(pattern.data(), static_cast<qsizetype>(pattern.size())));
    });
}

FitPanel::~FitPanel() = default;

/// Names are found by any part of them.
void FitPanel::fillNames()
{
    QStringList names;
    for (const std::string& name : model::KnownModels::ofProgram().fullNames()) {
        names.append(fromUtf8(name));
    }
    names.sort(Qt::CaseInsensitive);
    m_name->addItems(names);
    m_name->setCurrentIndex(-1);
    QCompleter* completer = m_name->completer();
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
}

void FitPanel::showDocument(const DocumentPtr& document, const QString& name)
{
    abandonJob(m_job);
    m_document = document;
    clearLines();
    m_name->setEditText(name);
}

FitPanel::Answer FitPanel::answerFor(const checkpoint::Checkpoint& checkpoint, const std::string& name,
                                     const Progress& progress)
{
    const auto fitted = QFileInfo::exists(fromUtf8(name))
                            ? model::fitModelFile(name, checkpoint::openCheckpoint(name, &progress), checkpoint)
                            : model::fitKnownModel(model::KnownModels::ofProgram(), name, checkpoint, {});
    if (!fitted) {
        return {.failure = errorWords(fitted.error(), {}), .lines = {}, .copy = {}, .python = {}};
    }
    const model::KeyFit& fit = fitted->fit;
    return {.failure = {},
            .lines = model::fitLines(*fitted), // the view says where the model is
            .loads = fit.report.loads() || (fit.renaming && fit.renaming->report.loads()),
            .copy = fit.renaming ? model::renamedCopy(checkpoint, fitted->found.group, *fit.renaming)
                                 : model::RenamedCopy(),
            .python = model::fitCode(checkpoint, *fitted)};
}

void FitPanel::askAbout(const QString& name)
{
    abandonJob(m_job);
    clearLines();
    if (!m_document || name.trimmed().isEmpty()) {
        return;
    }
    m_job = startJob(
        this,
        [document = m_document, asked = pathBytes(name.trimmed())](const Progress& progress) {
            return answerFor(*document->checkpoint, asked, progress);
        },
        [this](const Answer& answer) {
            m_job = nullptr;
            take(answer);
        });
}

void FitPanel::clearLines()
{
    while (const QLayoutItem* item = m_lines->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_copy = {};
    m_save->hide();
}

QLabel* FitPanel::addLine(model::FitTone tone, const QString& text)
{
    constexpr int torchIndent = 16;
    auto* label = new TonedLabel(toneOf(tone), text);
    label->setObjectName("fitLine");
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setIndent(tone == model::FitTone::Torch ? torchIndent : 0);
    m_lines->addWidget(label);
    return label;
}

void FitPanel::take(const Answer& answer)
{
    if (!answer.failure.isEmpty()) {
        addLine(model::FitTone::Bad, answer.failure);
    }
    QLabel* above = nullptr;
    QStringList torchWords;
    for (const model::FitLine& line : answer.lines) {
        if (line.tone != model::FitTone::Torch || !answer.loads) {
            above = addLine(line.tone, inWordsAlone(line.text));
            torchWords.clear();
        } else if (above != nullptr) { // where there is a way out nobody need read them
            torchWords.append(inWordsAlone(line.text));
            above->setToolTip(plainTip(torchWords.join(u'\n')));
        }
    }
    m_copy = answer.copy;
    m_save->setVisible(!m_copy.renames.empty() || !m_copy.drop.empty());
    Q_EMIT answered(fromUtf8(answer.python));
}

} // namespace cairn::ui
