#pragma once

#include "core/base/error.h"

#define CURL_DISABLE_DEPRECATION // what replaces the old options is too new for many systems
#include <curl/curl.h>

namespace cairn::remote {

/// libcurl, found when the first address is given: a program that links it starts several times slower, and one that
/// only reads files needs none.
struct CurlLibrary {
    decltype(&::curl_easy_init) init = nullptr;
    decltype(&::curl_easy_cleanup) cleanup = nullptr;
    decltype(&::curl_easy_reset) reset = nullptr;
    decltype(&::curl_easy_setopt) set = nullptr;
    decltype(&::curl_easy_perform) perform = nullptr;
    decltype(&::curl_easy_getinfo) info = nullptr;
    decltype(&::curl_easy_strerror) words = nullptr;
    decltype(&::curl_slist_append) append = nullptr;
    decltype(&::curl_slist_free_all) freeList = nullptr;

    /// The library of this system, loaded once and never unloaded. Fails where there is none.
    [[nodiscard]] static Result<const CurlLibrary*> find();
};

} // namespace cairn::remote
