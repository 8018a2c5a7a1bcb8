include("${CMAKE_CURRENT_LIST_DIR}/system_headers.cmake")
cairn_system_headers(CLI11 CLI)
