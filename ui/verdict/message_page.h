#pragma once

#include "core/base/error.h"

#include <QWidget>

#include <utility>
#include <vector>

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace cairn::ui {

class BreakableLabel;

/// The pages that stand where the tree will be: nothing is open, a file is being opened, or it could not be.
class MessagePage : public QWidget {
    Q_OBJECT

public:
    explicit MessagePage(QWidget* parent = nullptr);

    /// What it says of a file with a long name shall not keep the window wide, neither then nor later.
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// `recent` are files to open again, the latest first.
    void showNothingOpen(const QStringList& recent = {});
    void showOpening(const QString& path);
    void showProgress(const QString& stage, std::uint64_t done, std::uint64_t total);
    /// A folder holds several checkpoints, in the order that people give numbers: the last is chosen at first.
    void showChoice(const QString& path, const QStringList& checkpoints);
    /// `canSalvage`: whether something may be left of the file.
    void showError(const QString& path, const Error& error, bool canSalvage = false);

Q_SIGNALS:
    void openRequested();
    void stopRequested();
    void retryRequested();
    void sampleRequested();
    void conversionRequested();
    void fileRequested(const QString& path);
    void salvageRequested();
    void choiceMade(const QString& path);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QString linkText(const QString& path) const;
    void showRecent(const QStringList& recent);
    void choose();
    void show(const QString& title, const QString& text);

    BreakableLabel* m_title;
    QLabel* m_text;
    QProgressBar* m_bar;
    QListWidget* m_choice;
    QPushButton* m_choose;
    QPushButton* m_open;
    QPushButton* m_sample;
    QPushButton* m_convert;
    QPushButton* m_salvage;
    QPushButton* m_again;
    QVBoxLayout* m_recent;
    QPushButton* m_copy;
    QPushButton* m_stop;
    std::vector<std::pair<QLabel*, QString>> m_links; ///< to files to open again, and their paths
    QString m_details;
};

} // namespace cairn::ui
