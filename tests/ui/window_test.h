#pragma once

#include "tests/ui/view_test.h"
#include "ui/document/machine.h"
#include "ui/text/translation.h"
#include "ui/tree/checkpoint_model.h"
#include "ui/tree/tree_page.h"
#include "ui/window/document_view.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace cairn::test {

/// What tests of the whole window have in common: a window with answers, settings and devices of its own.
class WindowTest : public QObject {
protected:
    /// The window of somebody who starts Cairn for the first time.
    void startAfresh()
    {
        m_window.reset();
        m_settings = std::make_unique<QSettings>(m_folder.filePath("settings.ini"), QSettings::IniFormat);
        m_settings->clear();
        ui::useStyle();
        ui::applyTheme(ui::Theme::Light);
        startAgain("en");
    }
    /// Another window with the same settings, in this language.
    void startAgain(const QString& language)
    {
        m_window.reset();
        ui::installLanguage(language);
        m_window = std::make_unique<ui::MainWindow>(
            ui::Surroundings{.settings = *m_settings, .prompts = m_answers, .machine = *m_machine});
        m_window->show();
    }
    void open(const QString& path)
    {
        QSignalSpy settled(m_window.get(), &ui::MainWindow::settled);
        m_window->open({path});
        QVERIFY(settled.wait(60'000));
    }

    template <typename Part>
    [[nodiscard]] Part* part(const QString& name) const
    {
        return m_window->findChild<Part*>(name);
    }
    void trigger(const char* action) const { part<QAction>(action)->trigger(); }
    /// Of the file in front.
    [[nodiscard]] ui::DocumentView& view() const { return *m_window->view(); }
    [[nodiscard]] ui::TreePage& tree() const { return *view().tree(); }
    [[nodiscard]] ui::CheckpointModel& model() const { return *tree().checkpointModel(); }
    /// Draws the window as it is into the folder CAIRN_SCREENSHOTS, if that is set.
    void picture(const QString& name) const
    {
        if (const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS"); !folder.isEmpty()) {
            QTRY_VERIFY(hasNoJobs(*m_window));
            QVERIFY(m_window->grab().save(folder + u'/' + name + ".png"));
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    Answers m_answers;
    std::unique_ptr<ui::Machine> m_machine = std::make_unique<ui::Machine>();
    std::unique_ptr<ui::MainWindow> m_window;
};

} // namespace cairn::test
