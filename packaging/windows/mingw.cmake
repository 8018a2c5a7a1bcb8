# Builds for Windows on Debian, with the packages that `packaging/dependencies windows` installs.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
# And with the Qt that packaging/windows/qt made.
cmake_path(SET cairn_windows_qt NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../build/windows-qt/installed")
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32 "${cairn_windows_qt}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ZLIB_USE_STATIC_LIBS ON)
# Libraries that are headers alone are those of the system, found by the modules beside this file.
list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/headers")
