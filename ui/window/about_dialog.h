#pragma once

#include <QDialog>

namespace cairn::ui {

/// What this program is: its version and what it stands on, its licence and those of the parts in it.
class AboutDialog : public QDialog {
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

} // namespace cairn::ui
