# A toolchain for packaging/wheels: zig's clang, with its libc++ linked in, for macOS, or for a glibc that is older than
# this system's. The environment names the system, the folder of zig's tools, with zlib beside them, and that of the headers.
set(CMAKE_SYSTEM_NAME "$ENV{CAIRN_ZIG_SYSTEM}")
set(tools "$ENV{CAIRN_ZIG_TOOLS}")
set(CMAKE_C_COMPILER "${tools}/cc")
set(CMAKE_CXX_COMPILER "${tools}/c++")
set(CMAKE_AR "${tools}/ar")
set(CMAKE_RANLIB "${tools}/ranlib")
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    set(CMAKE_CXX_FLAGS_INIT "-include ${CMAKE_CURRENT_LIST_DIR}/../wheel/old_glibc.h")
else() # CMake would ask Apple's own tools
    set(CMAKE_OSX_SYSROOT "" CACHE STRING "")
    set(CMAKE_OSX_DEPLOYMENT_TARGET "" CACHE STRING "")
    set(CMAKE_OSX_ARCHITECTURES "" CACHE STRING "")
endif()
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-s)
set(ZLIB_LIBRARY "${tools}/libz.a")

# Nothing of this system but its programs.
set(CMAKE_FIND_ROOT_PATH "$ENV{CAIRN_ZIG_HEADERS}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
