# Read by cpack once for each generator. The archive is one piece, and goes under a folder of its name.
if(CPACK_GENERATOR STREQUAL "TGZ")
    set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
    set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
    set(CPACK_PACKAGE_FILE_NAME "cairn-${CPACK_PACKAGE_VERSION}-${CPACK_SYSTEM_NAME}")
endif()
