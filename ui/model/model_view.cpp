#include "ui/model/model_view.h"

#include "core/model/model_text.h"
#include "ui/code/code_text.h"
#include "ui/common/clipboard.h"
#include "ui/common/job.h"
#include "ui/common/message_label.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/common/table_style.h"
#include "ui/common/toned_label.h"
#include "ui/model/fit_panel.h"
#include "ui/model/part_share_delegate.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr int kSide = 14;

/// Lines that wrap, and can be copied.
template <typename Label>
Label* asText(Label* label, const char* name)
{
    label->setObjectName(name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ModelView::ModelView(Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_model(new PartsModel(this)), m_empty(makeMessageLabel("modelEmpty")), m_page(new QScrollArea),
      m_title(asText(new TonedLabel(goodText), "modelTitle")), m_facts(asText(new TonedLabel(quietText), "modelFacts")),
      m_differences(asText(new PlainLabel, "modelKeys")), m_issues(asText(new TonedLabel(cautionText), "modelIssues")),
      m_tree(new QTreeView), m_fit(new FitPanel(prompts)), m_python(new CodeText)
{
    setObjectName("modelView");
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    makeTree();
    auto* top = new QVBoxLayout;
    top->setContentsMargins(kSide, 10, kSide, 8);
    top->setSpacing(3);
    for (QWidget* line : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_facts),
                          static_cast<QWidget*>(m_differences), static_cast<QWidget*>(m_issues)}) {
        top->addWidget(line);
    }
    auto* foot = new QuietLabel(inWordsAlone(model::kHowToldText));
    foot->setObjectName("modelFoot");
    foot->setContentsMargins(kSide, 6, kSide, 6);
    m_fit->layout()->setContentsMargins(kSide, 4, kSide, 8);
    m_code = makeCode();
    auto* inside = new QWidget;
    auto* page = new QVBoxLayout(inside);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addLayout(top);
    page->addWidget(m_tree, 1);
    page->addWidget(foot);
    page->addWidget(m_fit);
    page->addWidget(m_code);
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_page->setWidgetResizable(true);
    m_page->setFocusPolicy(Qt::NoFocus);
    m_page->setWidget(inside);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_page, 1);
    layout->addWidget(m_empty, 1);
    connect(m_fit, &FitPanel::answered, this, &ModelView::showCode);
    connect(m_fit, &FitPanel::renamedCopyRequested, this, &ModelView::renamedCopyRequested);
    showDocument(nullptr);
}

ModelView::~ModelView() = default;

void ModelView::makeTree()
{
    m_tree->setModel(m_model);
    styleList(*m_tree, "modelParts", tr("Parts of the model"));
    m_tree->setItemDelegateForColumn(PartsModel::Share, new PartShareDelegate(m_tree));
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const checkpoint::EntryId id = m_model->entryAt(index); id != checkpoint::kNoId) {
            Q_EMIT entryActivated(id);
        }
    });
    m_tree->setExpandsOnDoubleClick(false); // that leads to the tree of the file
}

QWidget* ModelView::makeCode()
{
    auto* box = new QWidget;
    box->setObjectName("modelCode");
    auto* title = new PlainLabel(tr("Python that loads the file into the model"));
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setObjectName("modelCopy");
    copy->setAccessibleName(tr("Copy the Python"));
    copy->setStatusTip(tr("Put the code on the clipboard"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this, copy] { copyText(*copy, m_python->toPlainText()); });
    m_python->setObjectName("modelPython");
    m_python->setAccessibleName(title->text());
    m_python->document()->setDocumentMargin(10);
    auto* line = new QHBoxLayout;
    line->addWidget(title, 1);
    line->addWidget(copy);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(kSide, 2, kSide, 10);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_python);
    return box;
}

void ModelView::showDocument(const DocumentPtr& document)
{
    abandonJob(m_job);
    m_document = document;
    m_model->setLook(nullptr);
    m_fit->showDocument(nullptr, {});
    m_page->hide();
    m_empty->setText(document ? tr("Looking at names and shapes…") : tr("No file is open."));
    m_empty->show();
    if (!document) {
        return;
    }
    m_job = startJob(
        this, [document](const Progress&) { return lookAtModel(*document->checkpoint); },
        [this](const ModelLookPtr& look) {
            m_job = nullptr;
            take(look);
        });
}

void ModelView::take(const ModelLookPtr& look)
{
    if (look->identity.outline.model.tensors == 0) {
        m_empty->setText(inWordsAlone(look->identity.content.text));
        return;
    }
    m_model->setLook(look);
    sayWhich(*look);
    showCode(fromUtf8(look->python));
    const model::Recognition& recognition = look->identity.recognition;
    const QString name = recognition.models.empty() ? QString() : fromUtf8(model::fullName(recognition.models.front()));
    m_fit->showDocument(m_document, name);
    if (recognition.kind == model::Recognition::Kind::Fits) {
        m_fit->askAbout(name);
    }
    m_empty->hide();
    m_page->show();
    openParts(*look);
    fitListColumns(*m_tree);
}

void ModelView::sayWhich(const ModelLook& look)
{
    using Kind = model::Recognition::Kind;
    const Kind kind = look.identity.recognition.kind;
    m_title->setTone(kind == Kind::Fits ? goodText : kind == Kind::Closest ? cautionText : quietText);
    m_title->setText(inWordsAlone(look.identity.line()));
    const model::Part& whole = look.identity.outline.model;
    QStringList facts{grouped(tr("%n tensors", nullptr, pluralOf(whole.tensors)), whole.tensors),
                      tr("%1 parameter(s)", nullptr, pluralOf(whole.parameters)).arg(shortCountText(whole.parameters))};
    if (whole.buffers != 0) {
        facts.append(tr("%1 in buffers").arg(shortCountText(whole.buffers)));
    }
    facts.append(bytesText(whole.bytes));
    facts.replaceInStrings(QStringLiteral(" "), QString(QChar::Nbsp)); // lines break between them
    QString text = facts.join(QStringLiteral(" · "));
    if (const Message place = model::placeText(look.identity.outline); !place.empty()) {
        text += u'\n' + inWordsAlone(place);
    }
    for (const Message& line : look.memory) {
        text += u'\n' + inWordsAlone(line);
    }
    m_facts->setText(text);
    const auto showLines = [](QLabel& label, const QStringList& lines) {
        label.setText(lines.join(u'\n'));
        label.setVisible(!lines.isEmpty());
    };
    QStringList differences;
    for (const Message& line : model::differenceTexts(look.identity.recognition)) {
        differences.append(inWordsAlone(line));
    }
    showLines(*m_differences, differences);
    QStringList issues;
    for (const Issue& issue : look.identity.outline.issues) {
        const QString words = inWordsAlone(issue.message);
        issues.append(issue.severity == Severity::Info ? words : QStringLiteral("⚠ %1").arg(words));
    }
    showLines(*m_issues, issues);
}

/// As many levels as can be taken in at once.
void ModelView::openParts(const ModelLook& look)
{
    constexpr std::size_t mostRows = 400;
    std::size_t end = 1; // rows are in the order of their depth
    std::uint32_t depth = 0;
    while (end < look.rows.size() && end <= mostRows) {
        depth = look.rows[end].depth;
        const auto below = std::ranges::upper_bound(look.rows, depth, {}, &PartRow::depth);
        end = static_cast<std::size_t>(below - look.rows.begin());
    }
    const std::uint32_t shown = end <= mostRows || depth < 2 ? depth : depth - 1;
    if (shown > 1) {
        m_tree->expandToDepth(static_cast<int>(shown) - 2);
    }
    m_tree->setRootIsDecorated(look.rows.back().depth > 1);
    m_tree->scrollToTop();
}

void ModelView::showCode(const QString& python)
{
    constexpr int mostLines = 12;
    const QString code = python.trimmed();
    m_code->setVisible(!code.isEmpty());
    m_python->showCode(code, CodeLanguage::Python);
    const int lines = std::min(static_cast<int>(code.count(u'\n')) + 1, mostLines);
    const int margins = 2 * static_cast<int>(m_python->document()->documentMargin());
    const int bar = m_python->horizontalScrollBar()->sizeHint().height(); // long lines are not wrapped
    m_python->setMaximumHeight(lines * m_python->fontMetrics().lineSpacing() + margins + bar);
}

} // namespace cairn::ui
