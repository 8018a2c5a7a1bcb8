#pragma once

#include "ui/map/model/map_analysis.h"

#include <QWidget>

#include <array>

class QPushButton;
class QTabBar;

namespace cairn::ui {

class CodeText;

/// The map as a person would write it: Python, C++, cairn-cli. To read and to copy.
class CodePane : public QWidget {
    Q_OBJECT

public:
    explicit CodePane(QWidget* parent = nullptr);

    void showAdvice(const MapAdvice& advice);
    void showNothing();

private:
    void showCurrent();

    QTabBar* m_languages;
    CodeText* m_text;
    QPushButton* m_copy;
    std::array<QString, 3> m_texts;
};

} // namespace cairn::ui
