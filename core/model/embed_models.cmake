# Writes the source that has a file in it. Run with -P.
#   FROM  the file
#   TO    the source
file(READ "${FROM}" hex HEX)
string(REGEX REPLACE "(..)" "\\\\x\\1" text "${hex}")
file(WRITE "${TO}" "#include \"core/model/embedded_models.h\"

namespace cairn::model {

std::span<const std::byte> embeddedModels()
{
    static constexpr char kText[] = \"${text}\";
    return std::as_bytes(std::span(kText, sizeof kText - 1));
}

} // namespace cairn::model
")
