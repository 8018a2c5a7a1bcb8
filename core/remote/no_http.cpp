#include "core/remote/http.h"

namespace cairn::remote {

Result<std::unique_ptr<Http>> openHttp(const Place& /*place*/, const std::string& address)
{
    return fail(error(ErrorCode::Unsupported, message("this build of Cairn cannot read files elsewhere"))
                    .in(address)
                    .because(message("It was built without the headers of libcurl"))
                    .fix(message("Download the file, and open it from here")));
}

} // namespace cairn::remote
