# The Windows installer (NSIS): programs, a start menu entry, and the types of files, which are added to "Open with" and taken
# away again by the uninstaller. Not built yet.
set(CPACK_GENERATOR "NSIS;ZIP")
set(CPACK_NSIS_DISPLAY_NAME "Cairn")
set(CPACK_NSIS_PACKAGE_NAME "Cairn")
set(CPACK_NSIS_INSTALLED_ICON_NAME "bin\\cairn.exe")
set(CPACK_NSIS_URL_INFO_ABOUT "${CAIRN_HOMEPAGE}")
set(CPACK_NSIS_MODIFY_PATH ON)
set(CPACK_PACKAGE_EXECUTABLES "cairn;Cairn")

set(register "")
set(unregister "")
# Device maps and recipes end in .json, which Windows knows by its last part alone: Cairn is one of those that open it.
foreach(pair IN ITEMS "pth|PyTorch checkpoint" "pt|PyTorch checkpoint" "ckpt|PyTorch checkpoint"
        "safetensors|safetensors file" "json|Cairn device map or recipe")
    string(REPLACE "|" ";" pair "${pair}")
    list(GET pair 0 suffix)
    list(GET pair 1 title)
    string(APPEND register
        "WriteRegStr SHCTX 'Software\\Classes\\Cairn.${suffix}' '' '${title}'\n"
        "WriteRegStr SHCTX 'Software\\Classes\\Cairn.${suffix}\\shell\\open\\command' '' '\"$INSTDIR\\bin\\cairn.exe\" \"%1\"'\n"
        "WriteRegStr SHCTX 'Software\\Classes\\.${suffix}\\OpenWithProgids' 'Cairn.${suffix}' ''\n")
    if(NOT suffix STREQUAL "json")
        string(APPEND register
            "WriteRegStr SHCTX 'Software\\Classes\\Cairn.${suffix}\\shell\\convert' '' 'Convert to CPU'\n"
            "WriteRegStr SHCTX 'Software\\Classes\\Cairn.${suffix}\\shell\\convert\\command' '' '\"$INSTDIR\\bin\\cairn.exe\" --convert \"%1\"'\n")
    endif()
    string(APPEND unregister
        "DeleteRegKey SHCTX 'Software\\Classes\\Cairn.${suffix}'\n"
        "DeleteRegValue SHCTX 'Software\\Classes\\.${suffix}\\OpenWithProgids' 'Cairn.${suffix}'\n")
endforeach()
set(CPACK_NSIS_EXTRA_INSTALL_COMMANDS "${register}")
set(CPACK_NSIS_EXTRA_UNINSTALL_COMMANDS "${unregister}")
