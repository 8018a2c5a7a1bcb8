#pragma once

#include "ui/document/entry_mime.h"
#include "ui/document/tensor_file.h"

#include <QList>
#include <QObject>
#include <QPointer>

#include <string>
#include <utility>

class QAction;
class QMenu;

namespace cairn::ui {

class DocumentView;
class MapDock;
class Prompts;
class StripStack;

/// What can be done with the selected rows of the tree: save their tensors, send them to a device, show the storage.
class RowActions : public QObject {
    Q_OBJECT

public:
    RowActions(Prompts& prompts, MapDock& map, StripStack& strips, QWidget* window);
    ~RowActions() override;

    /// Whose rows they are; null: no file is shown.
    void follow(DocumentView* view);
    /// Another row is the current one, or others are selected.
    void update();
    [[nodiscard]] QAction* saveAction() const { return m_save; }
    [[nodiscard]] QAction* storageAction() const { return m_storage; }
    /// With a menu of devices.
    [[nodiscard]] QAction* sendAction() const;

Q_SIGNALS:
    /// A file of tensors was written.
    void saved(const QString& path);

private:
    [[nodiscard]] std::pair<EntryRows, rows::EntrySum> chosen() const;
    [[nodiscard]] checkpoint::StorageId storageOfRow() const;
    void save();
    void ask(const ChosenTensors& tensors, const QString& suggestion);
    void write(const ChosenTensors& tensors, const QString& target, DocumentView* view);
    void fillDevices();
    void sendTo(const std::string& device);
    void showStorage();

    Prompts& m_prompts;
    MapDock& m_map;
    StripStack& m_strips;
    QWidget* m_window;
    QPointer<DocumentView> m_view;
    QAction* m_save;
    QAction* m_storage;
    QMenu* m_devices;
};

} // namespace cairn::ui
