#pragma once

#include "tests/support/files.h"

#include <QByteArray>
#include <QFile>
#include <QString>

/// Installations of PyTorch that look real, and have no torch in them. FAKE_TORCH is the library.
namespace cairn::test {

inline const QByteArray kFakeVersion = "from typing import Optional\n\n__version__ = '2.99.0+test'\ndebug = False\n"
                                       "cuda: Optional[str] = None\nhip: Optional[str] = None\n";

/// The package torch in a folder of packages, as pip puts it there. `library`: the file that is its libtorch_cpu.
inline void installTorch(const QString& packages, const QByteArray& version = kFakeVersion,
                         const QString& library = FAKE_TORCH)
{
    writeFile(packages + "/torch/__init__.py", "raise SystemExit('nobody is to import this')\n");
    writeFile(packages + "/torch/version.py", version);
    writeFile(packages + "/torch/lib/libtorch_cpu.so", contentOf(library));
}

/// An environment that has it; where its packages are.
inline QString packagesOf(const QString& environment)
{
    return environment + "/lib/python3.12/site-packages";
}

/// The same for CUDA: the library for it can be any. FAKE_TORCH as that one has the CUDA runtime with it.
inline void installCudaTorch(const QString& packages, const QString& deviceLibrary = OTHER_VERSION_MODULE)
{
    installTorch(packages,
                 QByteArray(kFakeVersion).replace("cuda: Optional[str] = None", "cuda: Optional[str] = '12.4'"));
    writeFile(packages + "/torch/lib/libtorch_cuda.so", contentOf(deviceLibrary));
}

} // namespace cairn::test
