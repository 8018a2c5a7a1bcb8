#pragma once

#include "ui/document/load_verdict.h"
#include "ui/map/model/map_analysis.h"

#include <QFrame>

#include <functional>

class QHBoxLayout;
class QPushButton;

namespace cairn::ui {

class TonedLabel;

/// One or two lines: does the map load on its machine, what goes where, what stands in the way; and buttons with maps
/// that solve it. Coloured by the answer.
class MapVerdict : public QFrame {
    Q_OBJECT

public:
    explicit MapVerdict(QWidget* parent = nullptr);

    void showWaiting(const QString& text);
    void showVerdict(const MapAnalysis& analysis);
    /// What would become of it by a drop, and first of all what that would solve; at the same size, until the next
    /// verdict or forgetForeseen().
    void showPreview(const MapAnalysis& analysis, const QString& credit);
    void forgetForeseen();
    /// Adds it to what is said of a map that loads.
    void showTraining(const Message& training);
    /// Buttons for what solves the problems that are shown.
    void showFixes(const std::vector<devices::LoadProblem>& problems);

Q_SIGNALS:
    void fixRequested(const cairn::devices::MapFix& fix);
    void joinRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// What the lines say.
    struct Words {
        Answer answer = Answer::Waiting;
        QString headline;
        QString detail;
    };

    [[nodiscard]] static Words wordsFor(const MapAnalysis& analysis, const QString& headline);
    void show(const Words& words);
    void freezeHeights(bool isFrozen);
    void clearFixes();
    QPushButton* addButton(const QString& text, const QString& name, const std::function<void()>& wanted);

    TonedLabel* m_headline;
    TonedLabel* m_detail;
    QHBoxLayout* m_fixes;
    std::vector<QPushButton*> m_buttons;
    Words m_words;                    ///< of the verdict
    Answer m_shown = Answer::Waiting; ///< by the colour
    bool m_isFrozen = false;          ///< while a preview is shown
};

/// "532 MB to cuda:0, 782 MB to cpu, 2 storages to meta"
[[nodiscard]] QString devicesText(const devices::Preflight& verdict);
/// What has to be said if something goes to meta; else nothing.
[[nodiscard]] QString metaText(const devices::Preflight& verdict);

} // namespace cairn::ui
