#pragma once

#include "ui/document/document.h"
#include "ui/values/heat_map_plot.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedLayout;

namespace cairn::ui {

class Job;
class Prompts;
class SliceBar;
class WorkLine;

/// A slice of a tensor as a picture. The slice is read when the view can be seen. Prompts are the caller's and outlive
/// it.
class HeatMapView : public QWidget {
    Q_OBJECT

public:
    explicit HeatMapView(Prompts& prompts, QWidget* parent = nullptr);
    ~HeatMapView() override;

    void showDocument(const DocumentPtr& document);
    void showEntry(checkpoint::EntryId id);
    [[nodiscard]] HeatMapPlot* plot() const { return m_plot; }
    /// Asks where to, and saves what is to be seen.
    void savePicture();

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void stop();
    void start();
    void say(const QString& text);
    [[nodiscard]] QString stateText(const values::SliceOverview& overview) const;

    Prompts& m_prompts;
    DocumentPtr m_document;
    checkpoint::EntryId m_entry = checkpoint::kNoId;
    checkpoint::TensorId m_tensor = checkpoint::kNoId;
    bool m_isWanted = false;
    QStackedLayout* m_pages;
    QLabel* m_message;
    SliceBar* m_bar;
    QComboBox* m_palette;
    HeatMapPlot* m_plot;
    QLabel* m_state;
    WorkLine* m_work;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
