#include "ui/inspector/inspector_panel.h"

#include "ui/common/breakable_label.h"
#include "ui/common/chip_button.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/document/entry_json.h"
#include "ui/document/entry_text.h"
#include "ui/inspector/pieces_picture.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"
#include "ui/values/tensor_glance.h"

#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostOfValue = 64 * 1024;

/// As high as its texts need at the width they have: a scroll area only asks how little they can do with.
class FactPage : public QWidget {
protected:
    bool event(QEvent* event) override
    {
        const bool isTaken = QWidget::event(event);
        if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize) {
            setMinimumHeight(layout()->totalHeightForWidth(width()));
        }
        return isTaken;
    }
};

QLabel* factLabel(const QString& text, QWidget* parent)
{
    auto* label = new BreakableLabel(text, parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setMinimumWidth(40);
    return label;
}

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QScrollArea(parent), m_title(new BreakableLabel({})), m_form(new QFormLayout), m_value(new QPlainTextEdit),
      m_piecesTitle(new PlainLabel(tr("Who holds what"))), m_pieces(new PiecesPicture), m_glance(new TensorGlance),
      m_copyName(new QPushButton(tr("Name"))), m_copyPython(new QPushButton(tr("Python"))),
      m_copyJson(new QPushButton(tr("JSON"))), m_copy(new QuietLabel(tr("Copy")))
{
    setObjectName("inspector");
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    auto* page = new FactPage;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(10);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName("inspectorTitle");
    m_form->setHorizontalSpacing(14);
    m_form->setVerticalSpacing(5);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_value->setReadOnly(true);
    m_value->setObjectName("inspectorValue");
    m_value->setAccessibleName(tr("Value"));
    m_value->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_copyName->setAccessibleName(tr("Copy name"));
    m_copyPython->setAccessibleName(tr("Copy Python"));
    m_copyJson->setAccessibleName(tr("Copy JSON"));
    m_copyName->setObjectName("inspectorCopyName");
    m_copyPython->setObjectName("inspectorCopyPython");
    m_copyJson->setObjectName("inspectorCopyJson");
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->addWidget(m_copy);
    for (QPushButton* button : {m_copyName, m_copyPython, m_copyJson}) {
        button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text()) + 16); // the style wants more
        buttons->addWidget(button);
    }
    buttons->addStretch(1);
    layout->addWidget(m_title);
    m_piecesTitle->setFont(bold);
    layout->addLayout(m_form);
    layout->addWidget(m_piecesTitle);
    layout->addWidget(m_pieces);
    layout->addWidget(m_value);
    layout->addWidget(m_glance);
    layout->addLayout(buttons);
    layout->addStretch(1);
    setWidget(page);
    connect(m_copyName, &QPushButton::clicked, this, &InspectorPanel::copyName);
    connect(m_copyPython, &QPushButton::clicked, this, &InspectorPanel::copyPython);
    connect(m_copyJson, &QPushButton::clicked, this, &InspectorPanel::copyJson);
    connect(m_glance, &TensorGlance::histogramRequested, this, &InspectorPanel::histogramRequested);
    connect(m_glance, &TensorGlance::valuesRequested, this, &InspectorPanel::valuesRequested);
    connect(m_glance, &TensorGlance::notFiniteFound, this, &InspectorPanel::notFiniteFound);
    showRow(nullptr, nullptr, checkpoint::kNoId);
}

void InspectorPanel::clear()
{
    while (m_form->rowCount() > 0) {
        m_form->removeRow(0);
    }
}

void InspectorPanel::showRow(const DocumentPtr& document, const RowTreePtr& tree, NodeId node)
{
    clear();
    m_document = document;
    m_tree = tree;
    m_node = node;
    const bool isThere = document != nullptr && node != checkpoint::kNoId;
    m_entry = isThere && !tree->isLevel(node) ? (*tree)[node].entry : checkpoint::kNoId;
    m_copy->setVisible(isThere);
    m_copyName->setVisible(isThere);
    m_copyJson->setVisible(isThere);
    m_copyPython->setVisible(m_entry != checkpoint::kNoId);
    m_value->setVisible(isThere);
    m_pieces->showTensor(document, m_entry);
    m_piecesTitle->setVisible(!m_pieces->isHidden());
    m_glance->showEntry(document, m_entry);
    if (!isThere) {
        m_title->setName(tr("Select a row to see everything about it."));
        return;
    }
    m_title->setName(nameText(*document, *tree, node));
    addDevices();
    addFacts();
    showValue();
}

void InspectorPanel::addDevices()
{
    const QStringList tags = deviceTexts(*m_document, *m_tree, m_node);
    if (tags.isEmpty()) {
        return;
    }
    auto* chips = new QWidget;
    auto* layout = new QVBoxLayout(chips);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (const QString& tag : tags) {
        auto* chip = new ChipButton(tag, {}, chips);
        chip->setAttribute(Qt::WA_TransparentForMouseEvents);
        chip->setFocusPolicy(Qt::NoFocus);
        layout->addWidget(chip);
    }
    m_form->addRow(new QuietLabel(tr("Saved on")), chips);
}

void InspectorPanel::addFacts()
{
    const auto facts =
        m_entry == checkpoint::kNoId ? factsOfLevel(*m_document, *m_tree, m_node) : factsOf(*m_document, m_entry);
    for (const auto& [name, value] : facts) {
        m_form->addRow(new QuietLabel(name), factLabel(value, widget()));
    }
}

void InspectorPanel::showValue()
{
    const bool isValue =
        m_entry != checkpoint::kNoId && m_document->checkpoint->entries()[m_entry].kind == checkpoint::EntryKind::Value;
    m_value->setVisible(isValue);
    if (isValue) {
        m_value->setPlainText(valueText(*m_document, m_entry, kMostOfValue));
        const int lines = std::clamp(static_cast<int>(m_value->toPlainText().size()) / 30 + 1, 2, 14);
        m_value->setFixedHeight(m_value->fontMetrics().lineSpacing() * lines + 16);
    }
}

void InspectorPanel::copyName() const
{
    if (m_document && m_node != checkpoint::kNoId) {
        QGuiApplication::clipboard()->setText(fromUtf8(m_tree->fullNameOf(*m_document, m_node)));
    }
}

void InspectorPanel::copyPython() const
{
    if (m_document && m_entry != checkpoint::kNoId) {
        QGuiApplication::clipboard()->setText(pythonExpression(*m_document, m_entry));
    }
}

void InspectorPanel::copyJson() const
{
    if (m_document && m_node != checkpoint::kNoId) {
        QGuiApplication::clipboard()->setText(entryJson(*m_document, *m_tree, m_node));
    }
}

} // namespace cairn::ui
