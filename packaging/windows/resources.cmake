# What the program itself brings on Windows: its icon and those of the files that it opens, its version, its manifest.
# cairn_add_windows_resources(TARGET)
find_program(CAIRN_RSVG_CONVERT rsvg-convert REQUIRED)
find_program(CAIRN_ICOTOOL icotool REQUIRED)
mark_as_advanced(CAIRN_RSVG_CONVERT CAIRN_ICOTOOL)

# An icon of all the sizes that Windows shows; it has no vectors. The largest is compressed, as Windows wants that one.
function(cairn_add_icon name drawing)
    set(pictures)
    foreach(side IN ITEMS 16 20 24 32 40 48 64 256)
        set(picture "${CMAKE_CURRENT_BINARY_DIR}/${name}-${side}.png")
        add_custom_command(OUTPUT "${picture}" DEPENDS "${drawing}"
            COMMAND "${CAIRN_RSVG_CONVERT}" --width ${side} --height ${side} --output "${picture}" "${drawing}" VERBATIM)
        list(APPEND pictures "${picture}")
    endforeach()
    set(small ${pictures})
    list(POP_BACK small largest)
    add_custom_command(OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${name}.ico" DEPENDS ${pictures}
        COMMAND "${CAIRN_ICOTOOL}" --create --output "${CMAKE_CURRENT_BINARY_DIR}/${name}.ico" ${small} --raw=${largest}
        COMMENT "Making ${name}.ico" VERBATIM)
endfunction()

function(cairn_add_windows_resources target)
    set(drawings "${PROJECT_SOURCE_DIR}/resources/icons")
    cairn_add_icon(cairn "${drawings}/io.github.cairn.cairn.svg")
    cairn_add_icon(checkpoint "${drawings}/application-x-pytorch-zip.svg")
    cairn_add_icon(safetensors "${drawings}/application-x-safetensors.svg")
    cairn_add_icon(device-map "${drawings}/application-x-cairn-devicemap.svg")
    set(list "${CMAKE_CURRENT_BINARY_DIR}/cairn.rc")
    configure_file("${PROJECT_SOURCE_DIR}/packaging/windows/cairn.rc.in" "${list}" @ONLY)
    set_source_files_properties("${list}" PROPERTIES
        COMPILE_OPTIONS "-I${CMAKE_CURRENT_BINARY_DIR}"
        OBJECT_DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/cairn.ico;${CMAKE_CURRENT_BINARY_DIR}/checkpoint.ico;${CMAKE_CURRENT_BINARY_DIR}/safetensors.ico;${CMAKE_CURRENT_BINARY_DIR}/device-map.ico;${PROJECT_SOURCE_DIR}/packaging/windows/cairn.manifest")
    target_sources(${target} PRIVATE "${list}")
endfunction()
