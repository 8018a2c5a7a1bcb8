#include "ui/map/code_pane.h"

#include "ui/code/code_text.h"
#include "ui/common/clipboard.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>

namespace cairn::ui {

CodePane::CodePane(QWidget* parent)
    : QWidget(parent), m_languages(new QTabBar(this)), m_text(new CodeText(this)),
      m_copy(new QPushButton(tr("Copy"), this))
{
    setObjectName("codePane");
    m_languages->setObjectName("codeLanguages");
    m_languages->setAccessibleName(tr("Language"));
    m_languages->setDrawBase(false);
    m_languages->setExpanding(false);
    for (const char* name : {"Python", "C++", "cairn-cli"}) {
        m_languages->addTab(QString::fromLatin1(name));
    }
    m_text->setObjectName("codeText");
    m_text->setAccessibleName(tr("Code for this map"));
    m_copy->setObjectName("codeCopy");
    m_copy->setAccessibleName(tr("Copy the code"));
    m_copy->setStatusTip(tr("Put the code on the clipboard"));
    m_copy->setAutoDefault(false);

    auto* bar = new QHBoxLayout;
    bar->addWidget(m_languages);
    bar->addStretch(1);
    bar->addWidget(m_copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(2);
    layout->addLayout(bar);
    layout->addWidget(m_text, 1);
    connect(m_languages, &QTabBar::currentChanged, this, &CodePane::showCurrent);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { copyText(*m_copy, m_texts[static_cast<std::size_t>(m_languages->currentIndex())]); });
}

void CodePane::showAdvice(const MapAdvice& advice)
{
    m_texts = {QString::fromStdString(advice.python), QString::fromStdString(advice.cpp),
               QString::fromStdString(advice.commandLine)};
    showCurrent();
}

void CodePane::showNothing()
{
    m_texts = {};
    showCurrent();
}

void CodePane::showCurrent()
{
    constexpr std::array kLanguages{CodeLanguage::Python, CodeLanguage::Cpp, CodeLanguage::Shell};
    const auto shownOne = static_cast<std::size_t>(m_languages->currentIndex());
    const QString& text = m_texts[shownOne];
    if (text != m_text->toPlainText()) {
        m_text->showCode(text, kLanguages[shownOne]);
    }
    m_text->setPlaceholderText(
        tr("LibTorch reads only TorchScript by itself: torch::jit::load takes one device. For other "
           "files write a copy with this map."));
    m_copy->setEnabled(!text.isEmpty());
}

} // namespace cairn::ui
