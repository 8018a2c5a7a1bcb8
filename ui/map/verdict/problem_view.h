#pragma once

#include "ui/map/model/map_analysis.h"

#include <QTextBrowser>

namespace cairn::ui {

/// Everything that stands in the way of loading, each with PyTorch's own words, the cause here, and maps that solve it
/// as links.
class ProblemView : public QTextBrowser {
    Q_OBJECT

public:
    explicit ProblemView(QWidget* parent = nullptr);

    void showProblems(const DocumentPtr& document, const MapAnalysis& analysis,
                      const std::vector<devices::LoadProblem>& problems);
    void showNothing();

Q_SIGNALS:
    void fixRequested(const cairn::devices::MapFix& fix);
    void joinRequested();

private:
    [[nodiscard]] static QString conflictsHtml(const Document& document, const devices::Placement& placement);

    std::vector<devices::MapFix> m_fixes;
};

} // namespace cairn::ui
