# Finds LibTorch by its headers and libraries. (Its own CMake package asks for the development files of half a dozen
# libraries that only its makers need, and for a CUDA compiler.) Looks in this order, and takes the first that is whole:
#   Torch_DIR or Torch_ROOT; the folders of CMAKE_PREFIX_PATH; the torch of the active Python environment; the system.
# Makes the target LibTorch::LibTorch and sets
#   LibTorch_FOUND, LibTorch_VERSION, LibTorch_INCLUDE_DIR, LibTorch_LIBRARY_DIR
#   LibTorch_CUDA       it was built with CUDA
#   LibTorch_IS_SYSTEM  its libraries are where the loader looks anyway

# Folders that a LibTorch may lie in, from what people point at: itself, its CMake package, a site-packages.
set(libtorch_places "")
foreach(place IN LISTS Torch_DIR Torch_ROOT CMAKE_PREFIX_PATH)
    list(APPEND libtorch_places "${place}" "${place}/torch" "${place}/../.." "${place}/../../.." "${place}/../../../..")
endforeach()
foreach(environment IN ITEMS "$ENV{VIRTUAL_ENV}" "$ENV{CONDA_PREFIX}")
    if(environment)
        file(GLOB packages "${environment}/lib/python3*/site-packages/torch")
        list(APPEND libtorch_places ${packages})
    endif()
endforeach()
list(APPEND libtorch_places /usr /usr/local)

set(LibTorch_INCLUDE_DIR "")
set(LibTorch_LIBRARY "")
foreach(place IN LISTS libtorch_places)
    find_path(libtorch_include ATen/ATen.h PATHS "${place}/include" NO_DEFAULT_PATH NO_CACHE)
    find_library(libtorch_library torch_cpu PATHS "${place}/lib" "${place}/lib/${CMAKE_LIBRARY_ARCHITECTURE}"
        NO_DEFAULT_PATH NO_CACHE)
    if(libtorch_include AND libtorch_library)
        set(LibTorch_INCLUDE_DIR "${libtorch_include}")
        set(LibTorch_LIBRARY "${libtorch_library}")
        break()
    endif()
    unset(libtorch_include)
    unset(libtorch_library)
endforeach()

set(LibTorch_VERSION "")
foreach(header IN ITEMS torch/headeronly/version.h torch/csrc/api/include/torch/version.h) # the newer place first
    if(LibTorch_INCLUDE_DIR AND NOT LibTorch_VERSION AND EXISTS "${LibTorch_INCLUDE_DIR}/${header}")
        file(STRINGS "${LibTorch_INCLUDE_DIR}/${header}" numbers REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+")
        list(TRANSFORM numbers REPLACE ".* ([0-9]+).*" "\\1")
        list(JOIN numbers "." LibTorch_VERSION)
    endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS LibTorch_LIBRARY LibTorch_INCLUDE_DIR
    VERSION_VAR LibTorch_VERSION)

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
    cmake_path(GET LibTorch_LIBRARY PARENT_PATH LibTorch_LIBRARY_DIR)
    set(libtorch_names torch torch_cpu c10)
    set(LibTorch_CUDA FALSE)
    if(EXISTS "${LibTorch_LIBRARY_DIR}/libtorch_cuda.so")
        set(LibTorch_CUDA TRUE)
        list(APPEND libtorch_names torch_cuda c10_cuda)
    endif()
    list(TRANSFORM libtorch_names REPLACE "(.+)" "${LibTorch_LIBRARY_DIR}/lib\\1.so" OUTPUT_VARIABLE libtorch_files)
    set(LibTorch_IS_SYSTEM FALSE)
    if(LibTorch_LIBRARY_DIR IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES
            OR LibTorch_LIBRARY_DIR IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
        set(LibTorch_IS_SYSTEM TRUE)
    endif()

    add_library(LibTorch::LibTorch INTERFACE IMPORTED)
    target_include_directories(LibTorch::LibTorch SYSTEM INTERFACE
        "${LibTorch_INCLUDE_DIR}" "${LibTorch_INCLUDE_DIR}/torch/csrc/api/include")
    # Nothing calls the CUDA parts by name; they register themselves when they are loaded.
    target_link_libraries(LibTorch::LibTorch INTERFACE -Wl,--no-as-needed ${libtorch_files} -Wl,--as-needed)
    # Wheels before 2.6 were built with the old std::string.
    file(GLOB libtorch_config "${LibTorch_INCLUDE_DIR}/../share/cmake/Torch/TorchConfig.cmake")
    if(libtorch_config)
        file(STRINGS "${libtorch_config}" line REGEX "_GLIBCXX_USE_CXX11_ABI=0")
        if(line)
            target_compile_definitions(LibTorch::LibTorch INTERFACE _GLIBCXX_USE_CXX11_ABI=0)
        endif()
    endif()
endif()
