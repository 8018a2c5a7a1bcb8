; The installer of the window: for the user who runs it, which needs no rights of an administrator. What it registers are
; types of files, under "Open with" and not as the program that opens them, a command in their menu, and the entry in the
; start menu. `packaging/windows/window` names VERSION, FOLDER with what is installed, INSTALLED_FILES that takes it away
; again, ICON, and OUTPUT.
Target amd64-unicode
SetCompressor /SOLID lzma
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10

!include MUI2.nsh
!include FileFunc.nsh

Name "Cairn"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Cairn"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Cairn"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Cairn"
VIAddVersionKey FileDescription "Installer of Cairn"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "The Cairn authors, MIT"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\cairn.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString CONVERT ${LANG_ENGLISH} "Convert to CPU"
LangString CONVERT ${LANG_SIMPCHINESE} "转换到 CPU"
LangString CHECKPOINT ${LANG_ENGLISH} "PyTorch checkpoint"
LangString CHECKPOINT ${LANG_SIMPCHINESE} "PyTorch 检查点"
LangString SAFETENSORS ${LANG_ENGLISH} "safetensors file"
LangString SAFETENSORS ${LANG_SIMPCHINESE} "safetensors 文件"
LangString MAP_OR_RECIPE ${LANG_ENGLISH} "Cairn device map or recipe"
LangString MAP_OR_RECIPE ${LANG_SIMPCHINESE} "Cairn 设备映射或配方"
LangString RUNNING ${LANG_ENGLISH} "Cairn is running. Close it and try again."
LangString RUNNING ${LANG_SIMPCHINESE} "Cairn 正在运行。请将其关闭后重试。"

; A program that runs cannot be replaced. Without anybody to ask, that ends this one with 3.
!macro waitUntilClosed LABEL
    ${LABEL}:
    ClearErrors
    Delete "$INSTDIR\cairn.exe"
    ${If} ${Errors}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDCANCEL IDRETRY ${LABEL}
        SetErrorLevel 3
        Quit
    ${EndIf}
!macroend

; Cairn opens files of this type, for those who choose it. ICON counts from 1, as in cairn.rc.in.
!macro openType SUFFIX TITLE ICON
    WriteRegStr HKCU "Software\Classes\Cairn.${SUFFIX}" "" "${TITLE}"
    WriteRegStr HKCU "Software\Classes\Cairn.${SUFFIX}\DefaultIcon" "" "$INSTDIR\cairn.exe,-${ICON}"
    WriteRegStr HKCU "Software\Classes\Cairn.${SUFFIX}\shell\open\command" "" '"$INSTDIR\cairn.exe" "%1"'
    WriteRegStr HKCU "Software\Classes\.${SUFFIX}\OpenWithProgids" "Cairn.${SUFFIX}" ""
    WriteRegStr HKCU "Software\Classes\Applications\cairn.exe\SupportedTypes" ".${SUFFIX}" ""
!macroend

; In the menu of the type, whatever program opens it.
!macro convertType SUFFIX
    !define COMMAND_KEY "Software\Classes\SystemFileAssociations\.${SUFFIX}\shell\Cairn.Convert"
    WriteRegStr HKCU "${COMMAND_KEY}" "" "$(CONVERT)"
    WriteRegStr HKCU "${COMMAND_KEY}" "Icon" "$INSTDIR\cairn.exe,-1"
    WriteRegStr HKCU "${COMMAND_KEY}\command" "" '"$INSTDIR\cairn.exe" --convert "%1"'
    !undef COMMAND_KEY
!macroend

!macro forgetType SUFFIX
    DeleteRegKey HKCU "Software\Classes\Cairn.${SUFFIX}"
    DeleteRegValue HKCU "Software\Classes\.${SUFFIX}\OpenWithProgids" "Cairn.${SUFFIX}"
    DeleteRegKey /ifempty HKCU "Software\Classes\.${SUFFIX}\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "Software\Classes\.${SUFFIX}"
    DeleteRegKey HKCU "Software\Classes\SystemFileAssociations\.${SUFFIX}\shell\Cairn.Convert"
    DeleteRegKey /ifempty HKCU "Software\Classes\SystemFileAssociations\.${SUFFIX}\shell"
    DeleteRegKey /ifempty HKCU "Software\Classes\SystemFileAssociations\.${SUFFIX}"
!macroend

; SHCNE_ASSOCCHANGED: the file manager reads the types again.
!macro tellOfTypes
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Section
    SetOutPath "$INSTDIR"
    !insertmacro waitUntilClosed again
    IfFileExists "$INSTDIR\uninstall.exe" 0 +2
    ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR' ; an older version, whose files may have had other names
    File /r "${FOLDER}/*"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Cairn.lnk" "$INSTDIR\cairn.exe"

    WriteRegStr HKCU "Software\Classes\Applications\cairn.exe" "FriendlyAppName" "Cairn"
    WriteRegStr HKCU "Software\Classes\Applications\cairn.exe\shell\open\command" "" '"$INSTDIR\cairn.exe" "%1"'
    !insertmacro openType pth "$(CHECKPOINT)" 2
    !insertmacro openType pt "$(CHECKPOINT)" 2
    !insertmacro openType ckpt "$(CHECKPOINT)" 2
    !insertmacro openType safetensors "$(SAFETENSORS)" 3
    ; Device maps and recipes, which Windows knows by the last part of their names alone.
    !insertmacro openType json "$(MAP_OR_RECIPE)" 4
    !insertmacro convertType pth
    !insertmacro convertType pt
    !insertmacro convertType ckpt
    !insertmacro convertType safetensors
    !insertmacro tellOfTypes

    WriteRegStr HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\cairn.exe" "" "$INSTDIR\cairn.exe"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "Cairn"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\cairn.exe"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The Cairn authors"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
    ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" $0
SectionEnd

; Settings stay, as the queue of conversions does, for the next installation.
Section Uninstall
    !insertmacro waitUntilClosed un.again
    !include "${INSTALLED_FILES}"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Cairn.lnk"
    DeleteRegKey HKCU "Software\Classes\Applications\cairn.exe"
    !insertmacro forgetType pth
    !insertmacro forgetType pt
    !insertmacro forgetType ckpt
    !insertmacro forgetType safetensors
    !insertmacro forgetType json
    DeleteRegKey /ifempty HKCU "Software\Classes\SystemFileAssociations"
    DeleteRegKey /ifempty HKCU "Software\Classes\Applications"
    !insertmacro tellOfTypes
    DeleteRegKey HKCU "Software\Microsoft\Windows\CurrentVersion\App Paths\cairn.exe"
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
SectionEnd
