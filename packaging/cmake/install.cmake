# What an installation has besides the programs: manual pages, completions, and on a free desktop the entry in the menu, the
# types of files, icons, AppStream data and the entries in the menus of file managers.

set(CAIRN_HOMEPAGE "https://github.com/cairn/cairn" CACHE STRING "Where the project lives: for its metadata")
set(CAIRN_ZSH_COMPLETIONS "share/zsh/site-functions" CACHE STRING "Folder of zsh completions, below the prefix")
set(CAIRN_APP_ID io.github.cairn.cairn)

include(GNUInstallDirs)
set(linux "${PROJECT_SOURCE_DIR}/packaging/linux")
set(icons "${PROJECT_SOURCE_DIR}/resources/icons")

# Manual pages are kept compressed, and without a time, so that two builds of one commit are the same.
find_program(CAIRN_GZIP gzip)
function(cairn_compressed input output)
    add_custom_command(OUTPUT "${output}" DEPENDS "${input}"
        COMMAND sh -c "'${CAIRN_GZIP}' -9nc '${input}' > '${output}'" VERBATIM)
endfunction()

if(CAIRN_GZIP AND UNIX)
    # cairn-cli has a page for each command, and knows itself which.
    set(command_pages "${PROJECT_BINARY_DIR}/packaging/man1")
    set(pages)
    add_custom_command(OUTPUT "${command_pages}/cairn-cli.1.gz" DEPENDS "${cairn_cli_documents}/cairn-cli.1"
        COMMAND sh -c "rm -rf '${command_pages}' && mkdir -p '${command_pages}' && for page in *.1; \
do '${CAIRN_GZIP}' -9nc \"$page\" > '${command_pages}'/\"$page\".gz || exit 1; done"
        WORKING_DIRECTORY "${cairn_cli_documents}" VERBATIM)
    if(cairn_build_gui)
        list(APPEND pages "${PROJECT_BINARY_DIR}/packaging/cairn.1.gz")
        cairn_compressed("${linux}/man/cairn.1" "${PROJECT_BINARY_DIR}/packaging/cairn.1.gz")
    endif()
    set(changelog "${PROJECT_BINARY_DIR}/packaging/changelog.gz")
    cairn_compressed("${PROJECT_SOURCE_DIR}/packaging/deb/changelog" "${changelog}")
    file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/packaging")
    add_custom_target(cairn_pages ALL DEPENDS "${command_pages}/cairn-cli.1.gz" ${pages} ${changelog})
    add_dependencies(cairn_pages cairn_cli_documents)
    install(FILES ${pages} DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    install(DIRECTORY "${command_pages}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endif()

# As Debian wants it, for each of its packages. NVIDIA's licence counts where its runtime is part of the programs.
set(cairn_cuda_holder "")
set(cairn_cuda_name "")
set(cairn_cuda_licence "")
if(CAIRN_CUDA_VERSION)
    set(cairn_cuda_holder "\n           NVIDIA Corporation (CUDA runtime ${CAIRN_CUDA_VERSION}, part of the program)")
    set(cairn_cuda_name " and NVIDIA-CUDA")
    set(cairn_cuda_licence "
License: NVIDIA-CUDA
 The static CUDA runtime (libcudart_static.a), which the programs ask for the machine's GPUs, is NVIDIA's and not free
 software. The End User License Agreement of the CUDA Toolkit lists it among what may be distributed with an application,
 under the conditions of its sections on distribution: https://docs.nvidia.com/cuda/eula/
 .
 Built with -DCAIRN_CUDA=OFF, Cairn has nothing of it and knows the CPU alone.
")
endif()
configure_file("${PROJECT_SOURCE_DIR}/packaging/deb/copyright.in" "${PROJECT_BINARY_DIR}/packaging/copyright" @ONLY)
function(cairn_install_notices package component)
    install(FILES "${PROJECT_BINARY_DIR}/packaging/copyright" DESTINATION share/doc/${package} COMPONENT ${component})
    if(changelog)
        install(FILES "${changelog}" DESTINATION share/doc/${package} COMPONENT ${component})
    endif()
endfunction()
cairn_install_notices(cairn cairn)
if(TARGET cairn_torch)
    cairn_install_notices(cairn-runtime-torch runtime-torch)
    install(FILES "${PROJECT_SOURCE_DIR}/packaging/deb/cairn-runtime-torch.lintian-overrides"
        DESTINATION share/lintian/overrides RENAME cairn-runtime-torch COMPONENT runtime-torch)
endif()

install(FILES "${cairn_cli_documents}/cairn-cli.bash" DESTINATION share/bash-completion/completions RENAME cairn-cli)
install(FILES "${cairn_cli_documents}/_cairn-cli" DESTINATION "${CAIRN_ZSH_COMPLETIONS}")
install(FILES "${cairn_cli_documents}/cairn-cli.fish" DESTINATION share/fish/vendor_completions.d)
install(FILES "${PROJECT_SOURCE_DIR}/app/cli/cairn-cli.schema.json" DESTINATION share/cairn)
install(PROGRAMS "${PROJECT_SOURCE_DIR}/packaging/cluster/cairn-batch.sbatch"
    "${PROJECT_SOURCE_DIR}/packaging/cluster/ray_batch.py" DESTINATION share/cairn/cluster)
if(cairn_build_gui)
    install(FILES "${linux}/completions/cairn.bash" DESTINATION share/bash-completion/completions RENAME cairn)
    install(FILES "${linux}/completions/_cairn" DESTINATION "${CAIRN_ZSH_COMPLETIONS}")
    install(FILES "${linux}/completions/cairn.fish" DESTINATION share/fish/vendor_completions.d)
endif()

if(cairn_build_gui AND UNIX AND NOT APPLE)
    install(FILES "${linux}/${CAIRN_APP_ID}.desktop" "${linux}/${CAIRN_APP_ID}.converter.desktop"
        DESTINATION share/applications)
    install(FILES "${linux}/${CAIRN_APP_ID}.mime.xml" DESTINATION share/mime/packages RENAME ${CAIRN_APP_ID}.xml)
    configure_file("${linux}/${CAIRN_APP_ID}.metainfo.xml.in" "${PROJECT_BINARY_DIR}/packaging/${CAIRN_APP_ID}.metainfo.xml"
        @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/packaging/${CAIRN_APP_ID}.metainfo.xml" DESTINATION share/metainfo)

    install(FILES "${icons}/${CAIRN_APP_ID}.svg" DESTINATION share/icons/hicolor/scalable/apps)
    install(FILES "${icons}/${CAIRN_APP_ID}-symbolic.svg" DESTINATION share/icons/hicolor/symbolic/apps)
    file(GLOB types CONFIGURE_DEPENDS "${icons}/application-x-*.svg")
    install(FILES ${types} DESTINATION share/icons/hicolor/scalable/mimetypes)

    set(menus "${linux}/file-managers")
    install(FILES "${menus}/${CAIRN_APP_ID}.convert.servicemenu.desktop" DESTINATION share/kio/servicemenus
        RENAME ${CAIRN_APP_ID}.convert.desktop)
    install(FILES "${menus}/${CAIRN_APP_ID}.convert.nemo_action" DESTINATION share/nemo/actions)
    install(FILES "${menus}/${CAIRN_APP_ID}.convert.action.desktop" DESTINATION share/file-manager/actions
        RENAME ${CAIRN_APP_ID}.convert.desktop)
    install(PROGRAMS "${menus}/nautilus-convert-to-cpu" DESTINATION share/cairn/file-managers)
    install(FILES "${menus}/thunar-uca.xml" DESTINATION share/cairn/file-managers)
endif()
