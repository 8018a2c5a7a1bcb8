#pragma once

#include <QTabWidget>

namespace cairn::ui {

/// The open files. Names are cut in their middle only as far as they can still be read; where there is no room for all
/// of them after that, they scroll.
class FileTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit FileTabs(QWidget* parent = nullptr);
};

} // namespace cairn::ui
