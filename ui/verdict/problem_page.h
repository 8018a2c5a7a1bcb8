#pragma once

#include "core/devices/preflight.h"

#include <QTextBrowser>

#include <vector>

namespace cairn::ui {

/// Everything that stands in the way of loading, each with PyTorch's own words, the cause on the machine, and maps that
/// solve it as links. As high as its text, up to a limit.
class ProblemPage : public QTextBrowser {
    Q_OBJECT

public:
    explicit ProblemPage(QWidget* parent = nullptr);

    /// `more` follows them, as HTML.
    void showProblems(const std::vector<devices::LoadProblem>& problems, const QString& more = {});
    void showNothing();
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void fixRequested(const cairn::devices::MapFix& fix);
    /// A link of what followed the problems, without its scheme.
    void linkRequested(const QString& link);

protected:
    void showEvent(QShowEvent* event) override;

private:
    std::vector<devices::MapFix> m_fixes;
};

} // namespace cairn::ui
