#pragma once

#include "ui/map/model/map_analysis.h"
#include "ui/verdict/problem_page.h"

namespace cairn::ui {

/// What stands in the way of loading by a map, with the storages that it sends to two devices.
class ProblemView : public ProblemPage {
    Q_OBJECT

public:
    explicit ProblemView(QWidget* parent = nullptr);

    void showAnalysis(const DocumentPtr& document, const MapAnalysis& analysis,
                      const std::vector<devices::LoadProblem>& problems);

Q_SIGNALS:
    void joinRequested();

private:
    [[nodiscard]] static QString conflictsHtml(const Document& document, const devices::Placement& placement);
};

} // namespace cairn::ui
