#include "ui/plan/copy_line.h"

#include "ui/common/clipboard.h"
#include "ui/common/make_action.h"
#include "ui/common/plain_label.h"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr qsizetype kMostShown = 2000; ///< an expression of a million tasks has megabytes, and nobody reads them

} // namespace

CopyLine::CopyLine(const char* name, const QString& title, QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel(title, this)), m_line(new QLineEdit(this)), m_copy(new QToolButton(this))
{
    m_line->setObjectName(name);
    m_line->setReadOnly(true);
    m_line->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_line->setAccessibleName(withoutMnemonic(title));
    m_title->setBuddy(m_line);
    m_copy->setObjectName(QString::fromLatin1(name) + QStringLiteral("Copy"));
    m_copy->setText(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy: %1").arg(m_line->accessibleName()));
    m_copy->setFocusPolicy(Qt::StrongFocus);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_title);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_copy);
    connect(m_copy, &QToolButton::clicked, this, [this] { copyText(*m_copy, m_text); });
    hide();
}

void CopyLine::setText(const QString& text)
{
    setVisible(!text.isEmpty());
    if (text == m_text) {
        return; // what is selected in it stays so
    }
    m_text = text;
    m_line->setText(text.size() <= kMostShown ? text : text.first(kMostShown) + u'…');
    m_line->setCursorPosition(0);
}

void CopyLine::align(const std::vector<CopyLine*>& lines)
{
    int width = 0;
    for (const CopyLine* line : lines) {
        width = std::max(width, line->m_title->sizeHint().width());
    }
    for (const CopyLine* line : lines) {
        line->m_title->setMinimumWidth(width);
    }
}

} // namespace cairn::ui
