#pragma once

#include <QComboBox>

#include <vector>

class QSettings;

namespace cairn::runtime {
struct TorchInstallation;
}

namespace cairn::ui {

class Prompts;

/// From the start on, Load goes through the PyTorch that the person chose, unless the environment names one.
void useSavedTorch(const QSettings& settings);

/// Through which PyTorch Load goes: the first that can be used, one of those that lie on this machine, or one in a
/// folder that the person names. It is remembered, and the next load goes through it.
class TorchBox : public QComboBox {
    Q_OBJECT

public:
    TorchBox(QSettings& settings, Prompts& prompts, QWidget* parent);
    ~TorchBox() override;

private:
    void fill(const std::vector<runtime::TorchInstallation>& found);
    void addPlace(const QString& text, const QString& place);
    void take(int index);
    void choose(const QString& place);

    QSettings& m_settings;
    Prompts& m_prompts;
};

} // namespace cairn::ui
