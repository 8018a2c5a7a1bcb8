#include "ui/code/source_view.h"

#include "core/formats/zip/zip_archive.h"
#include "ui/code/code_text.h"
#include "ui/common/job.h"
#include "ui/common/quiet_label.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;

namespace {

constexpr std::uint64_t kMostBytes = 2'000'000;

struct Source {
    QString text;
    QString problem; ///< empty if it could be read
};

Source readSource(const checkpoint::Checkpoint& checkpoint, EntryId id)
{
    const formats::ZipArchive& archive = *checkpoint.archive();
    const std::string record = checkpoint.keyText(checkpoint.entries()[id]);
    const formats::ZipEntry* entry = archive.findRecord(record);
    if (entry == nullptr) {
        return {.text = {}, .problem = SourceView::tr("The file has no such record.")};
    }
    if (entry->plainBytes > kMostBytes) {
        return {.text = {},
                .problem = SourceView::tr("The code has %1; up to %2 are shown.")
                               .arg(bytesText(entry->plainBytes), bytesText(kMostBytes))};
    }
    const auto text = archive.readText(*entry);
    if (!text) {
        return {.text = {}, .problem = errorWords(text.error(), checkpoint.path())};
    }
    QStringList lines = QString::fromUtf8(*text).split(u'\n');
    std::ranges::transform(lines, lines.begin(), [](QString line) {
        QString indent; // which display would take for blanks in a row, and make of them what it likes
        while (!line.isEmpty() && (line.front() == u' ' || line.front() == u'\t')) {
            indent += line.front() == u'\t' ? QStringLiteral("    ") : QStringLiteral(" ");
            line.remove(0, 1);
        }
        return indent + shown(line.toStdString());
    });
    return {.text = lines.join(u'\n'), .problem = {}};
}

} // namespace

SourceView::SourceView(QWidget* parent) : QWidget(parent), m_about(new QuietLabel({}, this)), m_code(new CodeText(this))
{
    setObjectName("sourceView");
    m_about->setObjectName("sourceAbout");
    m_about->setTextFormat(Qt::PlainText);
    m_about->setWordWrap(true);
    m_about->setContentsMargins(10, 6, 10, 6);
    m_code->setObjectName("sourceCode");
    m_code->setAccessibleName(tr("Source code"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_about);
    layout->addWidget(m_code, 1);
    showDocument(nullptr);
}

SourceView::~SourceView()
{
    qDeleteAll(findChildren<Job*>());
}

bool SourceView::isSource(const Document& document, EntryId id)
{
    const checkpoint::Checkpoint& checkpoint = *document.checkpoint;
    if (id == kNoId || checkpoint.archive() == nullptr) {
        return false;
    }
    const checkpoint::Entry& entry = checkpoint.entries()[id];
    return entry.kind == EntryKind::Value && entry.parent == 0 && checkpoint.typeName(entry) == "source";
}

void SourceView::showDocument(const DocumentPtr& document)
{
    abandonJob(m_job);
    m_document = document;
    say({});
}

void SourceView::say(const QString& text)
{
    m_about->setText(text.isEmpty() ? tr("Select a row of source code.") : text);
    m_code->showCode({}, CodeLanguage::Python);
}

void SourceView::showEntry(EntryId id)
{
    abandonJob(m_job);
    if (!m_document || !isSource(*m_document, id)) {
        say({});
        return;
    }
    say(tr("Reading…"));
    m_job = startJob(
        this, [document = m_document, id](Progress&) { return readSource(*document->checkpoint, id); },
        [this](const Source& source) {
            m_job = nullptr;
            m_about->setText(source.problem.isEmpty() ? tr("Read as text, and run by nothing here.") : source.problem);
            m_code->showCode(source.text, CodeLanguage::Python);
        });
}

} // namespace cairn::ui
