# Makes the target cairn_version, whose one header "app/version.h" holds the version and the git commit. Only what prints
# them links it, so a new commit rebuilds next to nothing. Without git, or outside a git checkout, the commit is empty.

find_package(Git QUIET)
set(CAIRN_COMMIT "")
if(GIT_FOUND AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --short=12 HEAD
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        OUTPUT_VARIABLE CAIRN_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
        set(CAIRN_COMMIT "")
    endif()
    # The log of HEAD grows with each commit and checkout: configure again then. In a worktree it lies elsewhere.
    execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --git-path logs/HEAD
        WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
        OUTPUT_VARIABLE head_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        cmake_path(ABSOLUTE_PATH head_log BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
        if(EXISTS "${head_log}")
            set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${head_log}")
        endif()
    endif()
endif()

configure_file("${CMAKE_CURRENT_LIST_DIR}/version.h.in" "${PROJECT_BINARY_DIR}/generated/app/version.h" @ONLY)
add_library(cairn_version INTERFACE)
target_include_directories(cairn_version INTERFACE "${PROJECT_BINARY_DIR}/generated")
