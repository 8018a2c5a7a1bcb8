#pragma once

#include "core/formats/zip/zip_archive.h"
#include "tests/support/zip_builder.h"

#include <QByteArray>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

/// Archives like those of torch.save, right and changed, for tables of tests.
namespace cairn::test {

using OpenedZip = Result<std::shared_ptr<const formats::ZipArchive>>;

[[nodiscard]] inline OpenedZip openZip(std::string_view bytes)
{
    return formats::ZipArchive::open(std::make_shared<MemorySource>(bytes));
}

/// What QVERIFY2 shows when an archive did not open.
[[nodiscard]] inline std::string whyNot(const OpenedZip& opened)
{
    return opened ? std::string() : opened.error().paragraph();
}

/// Three records: archive/data.pkl, archive/data/0, archive/version.
[[nodiscard]] inline ZipBuilder usualZip(bool torchLayout = true)
{
    ZipBuilder zip;
    zip.torchLayout = torchLayout;
    zip.zip64End = torchLayout;
    zip.add("archive/data.pkl", "the pickle");
    zip.add("archive/data/0", "sixteen bytes...");
    zip.add("archive/version", "3\n");
    return zip;
}

[[nodiscard]] inline QByteArray bytesOf(const ZipBuilder& zip)
{
    return QByteArray::fromStdString(zip.build().bytes);
}

/// The usual archive after `change`, which gets it and its second record.
[[nodiscard]] inline QByteArray changedZip(bool torchLayout, const std::function<void(ZipBuilder&, ZipRecord&)>& change)
{
    ZipBuilder zip = usualZip(torchLayout);
    change(zip, zip.record(1));
    return bytesOf(zip);
}

} // namespace cairn::test
