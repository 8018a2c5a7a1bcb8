# Looks for the texts that the window translates: in ui and app/gui those that Qt knows, in core and ui those of message()
# and phrase(), which lupdate gets as what it knows, in copies. Run with -P.
#   SOURCE   the source tree
#   WORK     a folder for copies
#   LUPDATE  Qt's program
#   CHECK    changes nothing, and fails where a text is not in the .ts files, or one in them is not in the sources any more
set(core_texts ${WORK}/core)
file(REMOVE_RECURSE ${WORK})
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${SOURCE}/core/*.cpp ${SOURCE}/core/*.h ${SOURCE}/ui/*.cpp)
foreach(file IN LISTS files)
    file(READ ${SOURCE}/${file} text)
    string(REGEX REPLACE "(message|phrase)\\(([ \n]*(\"([^\"\\\\]|\\\\.)*\"[ \n]*)+)" "QT_TRANSLATE_NOOP(\"Core\", \\2)("
        marked "${text}")
    if(NOT marked STREQUAL text)
        file(WRITE ${WORK}/${file} "${marked}")
    endif()
endforeach()

set(translations ${SOURCE}/resources/translations)
if(CHECK)
    file(COPY ${translations}/cairn_en.ts ${translations}/cairn_zh_CN.ts DESTINATION ${WORK})
    set(translations ${WORK})
endif()
foreach(language en zh_CN)
    set(only)
    if(language STREQUAL en)
        set(only -pluralonly)
    endif()
    execute_process(
        COMMAND ${LUPDATE} -silent -no-obsolete -locations none ${only} -I ${SOURCE} ui app/gui ${core_texts}
            -ts ${translations}/cairn_${language}.ts
        WORKING_DIRECTORY ${SOURCE}
        COMMAND_ERROR_IS_FATAL ANY)
    if(CHECK)
        file(STRINGS ${WORK}/cairn_${language}.ts found REGEX "<message")
        file(STRINGS ${SOURCE}/resources/translations/cairn_${language}.ts known REGEX "<message")
        file(STRINGS ${WORK}/cairn_${language}.ts unfinished REGEX "unfinished|<translation></translation>")
        list(LENGTH found found)
        list(LENGTH known known)
        if(unfinished OR NOT found EQUAL known)
            message(FATAL_ERROR "The sources have ${found} texts, and cairn_${language}.ts has ${known}, of which some have "
                "no translation: build the target update_translations, and translate what is unfinished")
        endif()
    endif()
endforeach()
