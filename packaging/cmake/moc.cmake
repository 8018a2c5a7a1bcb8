# cairn_use_moc(TARGET)
# AUTOMOC, with moc that does not look for headers: it would read everything that a file includes, only to find macros that
# no class here has around its signals and slots. Of the file alone it makes the same, 30 times as fast, and again only
# after a change of that file. (From CMake 3.29 on, the property AUTOMOC_INCLUDE_DIRECTORIES can say this.) And it waits
# for no library that the target is linked with.
function(cairn_use_moc target)
    set_target_properties(${target} PROPERTIES AUTOMOC ON AUTOGEN_ORIGIN_DEPENDS OFF)
    get_target_property(moc Qt6::moc LOCATION)
    if(CMAKE_HOST_UNIX AND moc)
        set(script "${PROJECT_BINARY_DIR}/generated/moc")
        configure_file("${PROJECT_SOURCE_DIR}/packaging/cmake/moc.in" "${script}" @ONLY FILE_PERMISSIONS
            OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
        set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE "${script}")
    endif()
endfunction()
