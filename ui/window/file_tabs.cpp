#include "ui/window/file_tabs.h"

#include <QTabBar>

#include <algorithm>

namespace cairn::ui {

namespace {

class Bar : public QTabBar {
public:
    using QTabBar::QTabBar;

protected:
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override
    {
        constexpr int kReadable = 26; // letters and the cross
        const QSize wanted = tabSizeHint(index);
        return {std::min(wanted.width(), kReadable * fontMetrics().averageCharWidth()), wanted.height()};
    }
};

} // namespace

FileTabs::FileTabs(QWidget* parent) : QTabWidget(parent)
{
    setTabBar(new Bar(this));
    setDocumentMode(true);
    setMovable(true);
    setTabsClosable(true);
    setTabBarAutoHide(true);
    setElideMode(Qt::ElideLeft); // names of one folder mostly differ at their ends
    setUsesScrollButtons(true);
}

} // namespace cairn::ui
