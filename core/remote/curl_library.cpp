#include "core/remote/curl_library.h"

#include <array>
#include <dlfcn.h>
#include <utility>

namespace cairn::remote {

namespace {

template <typename Function>
bool find(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

Result<CurlLibrary> load()
{
    void* library = nullptr;
    for (const char* name : {"libcurl.so.4", "libcurl-gnutls.so.4"}) { // the same functions, with another TLS
        library = library == nullptr ? ::dlopen(name, RTLD_NOW | RTLD_LOCAL) : library;
    }
    CurlLibrary curl;
    decltype(&::curl_global_init) start = nullptr;
    const bool isThere =
        library != nullptr && find(library, "curl_global_init", start) && find(library, "curl_easy_init", curl.init) &&
        find(library, "curl_easy_cleanup", curl.cleanup) && find(library, "curl_easy_reset", curl.reset) &&
        find(library, "curl_easy_setopt", curl.set) && find(library, "curl_easy_perform", curl.perform) &&
        find(library, "curl_easy_getinfo", curl.info) && find(library, "curl_easy_strerror", curl.words) &&
        find(library, "curl_slist_append", curl.append) && find(library, "curl_slist_free_all", curl.freeList) &&
        start(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (!isThere) {
        return fail(error(ErrorCode::Unsupported, message("files elsewhere are read through libcurl, which is not "
                                                          "installed"))
                        .fix(message("Install it (the package libcurl4 of Debian and Ubuntu), or download the file")));
    }
    return curl;
}

} // namespace

Result<const CurlLibrary*> CurlLibrary::find()
{
    static const Result<CurlLibrary> curl = load();
    return curl ? Result<const CurlLibrary*>(&*curl) : fail(Error(curl.error()));
}

} // namespace cairn::remote
