#pragma once

#include "tests/ui/fixed_answers.h"
#include "tests/ui/queue_files.h"
#include "tests/ui/view_test.h"
#include "ui/queue/conversion_queue.h"
#include "ui/queue/queue_model.h"
#include "ui/queue/queue_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace cairn::test {

/// What tests of the whole queue have in common: its window, with a folder, answers and settings of its own.
class QueueTest : public QObject {
protected:
    /// The window of somebody who opens it for the first time.
    void startAfresh(const ui::AskCurrentMap& currentMap = {})
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<QSettings>(at("settings.ini"), QSettings::IniFormat);
        QApplication::setPalette(ui::paletteOf(ui::Theme::Light));
        m_view = std::make_unique<ui::QueueView>(ui::QueueSurroundings{
            .settings = *m_settings, .prompts = m_answers, .stateFile = {}, .currentMap = currentMap});
        m_view->show();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_view->findChild<ui::QueueModel*>());
    }
    void end()
    {
        m_tester.reset();
        m_view.reset();
    }

    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] ui::ConversionQueue& queue() const { return m_view->queue(); }
    void wait() const { QTRY_VERIFY_WITH_TIMEOUT(!queue().isBusy(), 120'000); }
    template <typename Part>
    [[nodiscard]] Part* part(const QString& name) const
    {
        return m_view->findChild<Part*>(name);
    }
    void trigger(const char* action) const { part<QAction>(action)->trigger(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_settings;
    FixedAnswers m_answers;
    std::unique_ptr<ui::QueueView> m_view;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

} // namespace cairn::test
