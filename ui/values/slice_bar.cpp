#include "ui/values/slice_bar.h"

#include "ui/common/plain_label.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <iterator>
#include <limits>

namespace cairn::ui {

namespace {

constexpr int kInOneLine = 2; // three would make the inspector wider

QWidget* labelled(const QString& text, QWidget* field, QWidget* parent)
{
    auto* box = new QWidget(parent);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(5);
    auto* label = new PlainLabel(text, box);
    label->setBuddy(field);
    layout->addWidget(label);
    layout->addWidget(field, 1);
    return box;
}

} // namespace

SliceBar::SliceBar(QWidget* parent)
    : QWidget(parent), m_grid(new QGridLayout(this)), m_rows(new QComboBox), m_columns(new QComboBox)
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(5);
    m_rows->setObjectName("sliceRows");
    m_rows->setToolTip(tr("The axis that goes down"));
    m_columns->setObjectName("sliceColumns");
    m_columns->setToolTip(tr("The axis that goes to the right"));
    m_grid->setSizeConstraint(QLayout::SetNoConstraint); // minimumSizeHint() tells
    m_grid->setColumnStretch(kInOneLine, 1);
    m_axes = {labelled(tr("Rows"), m_rows, this), labelled(tr("Columns"), m_columns, this)};
    arrange();
    connect(m_rows, &QComboBox::activated, this, [this] { chooseAxes(m_columns, m_rows->currentIndex()); });
    connect(m_columns, &QComboBox::activated, this, [this] { chooseAxes(m_rows, m_columns->currentIndex()); });
}

void SliceBar::setShape(std::vector<std::int64_t> shape)
{
    m_shape = std::move(shape);
    for (QWidget* field : m_fields) {
        delete field;
    }
    m_fields.clear();
    m_spins.clear();
    m_rows->clear();
    m_columns->clear();
    const int rank = static_cast<int>(m_shape.size());
    for (int axis = 0; axis < rank; ++axis) {
        const std::int64_t size = m_shape[static_cast<std::size_t>(axis)];
        const QString name = tr("axis %1 (%2)").arg(axis).arg(countText(static_cast<std::uint64_t>(size)));
        m_rows->addItem(name);
        m_columns->addItem(name);
        auto* spin = new QSpinBox;
        spin->setObjectName(QStringLiteral("sliceIndex%1").arg(axis));
        spin->setAccessibleName(tr("Index on axis %1").arg(axis));
        constexpr std::int64_t most = std::numeric_limits<int>::max();
        spin->setRange(0, static_cast<int>(std::clamp<std::int64_t>(size - 1, 0, most)));
        spin->setSuffix(tr(" of %1").arg(countText(static_cast<std::uint64_t>(size))));
        spin->setToolTip(plainTip(tr("0 to %1").arg(spin->maximum())));
        spin->setWrapping(true);
        connect(spin, &QSpinBox::valueChanged, this, &SliceBar::changed);
        m_spins.push_back(spin);
        m_fields.push_back(labelled(tr("axis %1").arg(axis), spin, this));
    }
    m_rows->setCurrentIndex(rank >= 2 ? rank - 2 : 0);
    m_columns->setCurrentIndex(rank - 1);
    placeSpins();
    setVisible(rank > 2);
}

/// Both lists never show the same axis: the other one moves to what this one had left.
void SliceBar::chooseAxes(QComboBox* moved, int other)
{
    if (moved->currentIndex() == other) {
        const int rank = static_cast<int>(m_shape.size());
        moved->setCurrentIndex((other + rank - 1) % rank);
    }
    placeSpins();
    Q_EMIT changed();
}

void SliceBar::placeSpins()
{
    for (std::size_t axis = 0; axis < m_fields.size(); ++axis) {
        const int number = static_cast<int>(axis);
        m_fields[axis]->setVisible(number != m_rows->currentIndex() && number != m_columns->currentIndex() &&
                                   m_shape[axis] > 1);
    }
    arrange();
}

/// Two in a line, or one where there is no room for two.
void SliceBar::arrange()
{
    std::vector<QWidget*> shown = m_axes;
    std::ranges::copy_if(m_fields, std::back_inserter(shown), [](const QWidget* field) { return !field->isHidden(); });
    int widest = 0;
    for (const QWidget* field : shown) {
        widest = std::max(widest, field->sizeHint().width());
    }
    const int inOneLine = width() < kInOneLine * widest + m_grid->horizontalSpacing() ? 1 : kInOneLine;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        m_grid->addWidget(shown[i], static_cast<int>(i) / inOneLine, static_cast<int>(i) % inOneLine);
    }
    updateGeometry();
}

QSize SliceBar::minimumSizeHint() const
{
    int widest = 0;
    for (int i = 0; i < m_grid->count(); ++i) {
        widest = std::max(widest, m_grid->itemAt(i)->minimumSize().width());
    }
    return {widest, m_grid->minimumSize().height()};
}

void SliceBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) {
        arrange();
    }
}

values::SlicePlace SliceBar::place() const
{
    values::SlicePlace place;
    place.index.resize(m_shape.size());
    if (m_shape.empty()) {
        return place;
    }
    const auto sizeOf = [this](int axis) {
        return static_cast<std::uint64_t>(m_shape[static_cast<std::size_t>(axis)]);
    };
    place.rowAxis = m_rows->currentIndex();
    place.rows = sizeOf(place.rowAxis);
    if (m_shape.size() > 1) {
        place.columnAxis = m_columns->currentIndex();
        place.columns = sizeOf(place.columnAxis);
    }
    for (std::size_t axis = 0; axis < m_shape.size(); ++axis) {
        if (static_cast<int>(axis) != place.rowAxis && static_cast<int>(axis) != place.columnAxis) {
            place.index[axis] = static_cast<std::uint64_t>(m_spins[axis]->value());
        }
    }
    return place;
}

} // namespace cairn::ui
