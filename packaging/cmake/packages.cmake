# cpack makes: a .deb of Cairn (window, command line, data), one of the LibTorch module, and an archive that runs from where
# it is unpacked. packaging/packages builds them all.

set(CPACK_PACKAGE_NAME cairn)
set(CPACK_PACKAGE_VENDOR "The Cairn authors")
set(CPACK_PACKAGE_CONTACT "The Cairn authors <cairn@users.noreply.github.com>")
set(CPACK_PACKAGE_HOMEPAGE_URL "${CAIRN_HOMEPAGE}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "explorer and converter of PyTorch checkpoints")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR "DEB;TGZ")

# One component is one Debian package; the archive holds everything.
set(CPACK_COMPONENTS_ALL cairn)
if(TARGET cairn_torch)
    list(APPEND CPACK_COMPONENTS_ALL runtime-torch)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/packaging/cmake/cpack_config.cmake")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PACKAGING_INSTALL_PREFIX_DEB /usr)

set(CPACK_DEBIAN_CAIRN_PACKAGE_NAME cairn)
# The icons are SVG, which Qt reads through a plugin.
set(CPACK_DEBIAN_CAIRN_PACKAGE_DEPENDS "libqt6svg6, hicolor-icon-theme")
# Without it Qt reaches a Wayland desktop only through XWayland, where one is there.
set(CPACK_DEBIAN_CAIRN_PACKAGE_RECOMMENDS "qt6-wayland, libcurl4, qt6-translations-l10n")
# What runs batches on Ray is Python.
set(CPACK_DEBIAN_CAIRN_PACKAGE_SUGGESTS "cairn-runtime-torch, python3")
set(CPACK_DEBIAN_CAIRN_DESCRIPTION
"A PyTorch checkpoint remembers the device of every tensor in it, and does
not load on a machine without that device. Cairn shows what is in such a
file, says whether it will load here and why not, and writes a copy that
loads anywhere. It needs neither Python nor a GPU and executes nothing.

This package has the window (cairn) and the command line (cairn-cli).")

set(CPACK_DEBIAN_RUNTIME-TORCH_PACKAGE_NAME cairn-runtime-torch)
set(CPACK_DEBIAN_RUNTIME-TORCH_PACKAGE_DEPENDS "cairn (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_RUNTIME-TORCH_DESCRIPTION
"With this module Cairn loads checkpoints through LibTorch: every storage
onto the device that a map names, with a report of what it took.")

if(APPLE)
    set(CPACK_GENERATOR DragNDrop)
endif()
include(CPack)
