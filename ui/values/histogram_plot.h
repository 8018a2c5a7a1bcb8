#pragma once

#include "core/values/histogram.h"

#include <QWidget>

#include <optional>

namespace cairn::ui {

/// Bars of a histogram. Dragging over it, or the keys + and -, ask for another range; it changes nothing itself.
class HistogramPlot : public QWidget {
    Q_OBJECT

public:
    explicit HistogramPlot(QWidget* parent = nullptr);

    void setHistogram(std::optional<values::Histogram> histogram);
    /// Two of the same bins over each other: the second is a line over the bars of the first.
    void setHistograms(values::Histogram histogram, values::Histogram other);
    /// What stands here until there is another histogram.
    void setNote(const QString& note);
    [[nodiscard]] const QString& note() const { return m_note; }
    /// What the ends of the axis say.
    [[nodiscard]] std::pair<QString, QString> ends() const;
    void setLogarithmic(bool logarithmic);
    [[nodiscard]] const std::optional<values::Histogram>& histogram() const { return m_histogram; }
    [[nodiscard]] const std::optional<values::Histogram>& other() const { return m_other; }
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void rangeRequested(double low, double high);
    void wholeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRect plotArea() const;
    [[nodiscard]] std::uint64_t largest() const;
    [[nodiscard]] double heightOf(std::uint64_t count) const;
    [[nodiscard]] double numberAt(int x) const;
    [[nodiscard]] QString textAt(int x) const;
    void paintBars(QPainter& painter, const QRect& area) const;
    void paintOther(QPainter& painter, const QRect& area) const;
    void paintAxis(QPainter& painter, const QRect& area) const;

    std::optional<values::Histogram> m_histogram;
    std::optional<values::Histogram> m_other; ///< of the same bins
    QString m_note;
    bool m_logarithmic = false;
    std::optional<int> m_dragFrom;
    int m_dragTo = 0;
};

} // namespace cairn::ui
