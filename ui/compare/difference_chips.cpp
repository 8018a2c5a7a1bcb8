#include "ui/compare/difference_chips.h"

#include "core/values/comparison_rows.h"
#include "ui/common/flow_layout.h"
#include "ui/text/display.h"

#include <QButtonGroup>
#include <QToolButton>

#include <initializer_list>

namespace cairn::ui {

using Kind = values::Difference;

namespace {

values::Differences kindsOf(std::initializer_list<Kind> kinds)
{
    values::Differences found;
    for (const Kind kind : kinds) {
        found.add(kind);
    }
    return found;
}

} // namespace

/// In the order of their weight, as rows are.
DifferenceChips::DifferenceChips(QWidget* parent)
    : QWidget(parent), m_buttons(new QButtonGroup(this)),
      m_chips{{QT_TR_NOOP("All"), {}},
              {QT_TR_NOOP("Numbers"), kindsOf({Kind::Numbers})},
              {QT_TR_NOOP("Shape"), kindsOf({Kind::Shape})},
              {QT_TR_NOOP("Only in one file"), kindsOf({Kind::Missing, Kind::Unexpected})},
              {QT_TR_NOOP("Type"), kindsOf({Kind::Type})},
              {QT_TR_NOOP("Dtype"), kindsOf({Kind::Dtype})},
              {QT_TR_NOOP("Value"), kindsOf({Kind::Value})},
              {QT_TR_NOOP("Device"), kindsOf({Kind::Device})}}
{
    setObjectName("differenceChips");
    auto* layout = new FlowLayout; // the window must not grow for them
    layout->setWraps(true);
    layout->setSpacing(4);
    setLayout(layout);
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setCheckable(true);
        button->setAutoRaise(true);
        m_buttons->addButton(button, static_cast<int>(i));
        layout->addWidget(button);
    }
    connect(m_buttons, &QButtonGroup::idClicked, this, &DifferenceChips::chosen);
    reset();
}

void DifferenceChips::reset()
{
    m_buttons->button(0)->setChecked(true);
    hide();
}

void DifferenceChips::showCounts(const values::Comparison& comparison)
{
    int seen = 0;
    values::Differences all;
    for (std::size_t kind = 0; kind < values::kDifferences; ++kind) {
        all.add(static_cast<Kind>(kind));
    }
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        const std::uint64_t count = values::rowsWith(comparison, i == 0 ? all : m_chips[i].kinds);
        QAbstractButton* button = m_buttons->button(static_cast<int>(i));
        button->setText(tr("%1 (%2)").arg(tr(m_chips[i].name), countText(count)));
        button->setVisible(i == 0 || count != 0);
        seen += i != 0 && count != 0 ? 1 : 0;
        if (count == 0 && button->isChecked()) {
            m_buttons->button(0)->setChecked(true);
        }
    }
    setVisible(seen > 1);
    if (seen <= 1) {
        m_buttons->button(0)->setChecked(true);
    }
}

values::Differences DifferenceChips::kinds() const
{
    return m_chips[static_cast<std::size_t>(m_buttons->checkedId())].kinds;
}

} // namespace cairn::ui
