#include "core/remote/address.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <map>

namespace cairn::tst_address {

using remote::isAddress;
using remote::Place;
using remote::placeOf;

/// What a test says that is in the environment, and nothing of whoever runs it.
class Variables final : public remote::Environment {
public:
    explicit Variables(std::map<std::string, std::string>* values) : m_values(std::move(*values)) {}

    [[nodiscard]] std::string variable(const char* name) const override
    {
        const auto found = m_values.find(name);
        return found == m_values.end() ? std::string() : found->second;
    }
    [[nodiscard]] std::string lineOf(const std::string& path) const override { return "line of " + path; }

private:
    std::map<std::string, std::string> m_values;
};

Variables with(std::map<std::string, std::string> values)
{
    return Variables(&values);
}

/// Which addresses name what, and to whom secrets go.
class TestAddress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areNoPaths();
    void urls_data();
    void urls();
    void repositories();
    void tokens();
    void buckets();
    void signatures();
    void refused();
    void hidesSecrets();
    void origins();
    void redirects();
    void namesOfCopies();
};

void TestAddress::areNoPaths()
{
    for (const char* path : {"model.pth", "/home/me/https/model.pth", "https:/model.pth", "ftp://example.org/a.pth",
                             "file:///a.pth", "", "://", "C://model.pth"}) {
        QVERIFY2(!isAddress(path), path);
    }
    for (const char* address : {"https://a/b", "http://a/b", "hf://a/b/c", "s3://a/b"}) {
        QVERIFY2(isAddress(address), address);
    }
}

void TestAddress::urls_data()
{
    QTest::addColumn<QString>("url");
    const auto row = [](const char* address, const char* url) { QTest::newRow(address) << QString(url); };
    const char* hub = "https://huggingface.co/owner/name/resolve/main/model.pth";
    row("hf://owner/name/model.pth", hub);
    row("https://huggingface.co/owner/name/blob/main/model.pth", hub);
    row("https://huggingface.co/owner/name/resolve/main/model.pth?download=true", hub);
    row("https://huggingface.co/owner/name/raw/main/model.pth#L1", hub);
    row("hf://owner/name@v1/a/b.pth", "https://huggingface.co/owner/name/resolve/v1/a/b.pth");
    row("hf://owner/name@refs/pr/7/a.pth", "https://huggingface.co/owner/name/resolve/refs/pr/7/a.pth");
    row("https://huggingface.co/owner/name/blob/refs/pr/7/a.pth",
        "https://huggingface.co/owner/name/resolve/refs/pr/7/a.pth");
    row("hf://datasets/owner/name/a b.pt", "https://huggingface.co/datasets/owner/name/resolve/main/a%20b.pt");
    row("https://huggingface.co/datasets/owner/name/blob/main/x.pt",
        "https://huggingface.co/datasets/owner/name/resolve/main/x.pt");
    row("https://example.org/owner/name/blob/main/model.pth", "https://example.org/owner/name/blob/main/model.pth");
    row("http://example.org:81/a.pth?x=1", "http://example.org:81/a.pth?x=1");
}

void TestAddress::urls()
{
    QFETCH(const QString, url);
    const auto place = placeOf(QTest::currentDataTag(), with({}));
    QVERIFY(place);
    QCOMPARE(QString::fromStdString(place->url), url);
}

void TestAddress::repositories()
{
    for (const char* address : {"hf://owner/name", "hf://owner/name/", "https://huggingface.co/owner/name",
                                "https://huggingface.co/owner/name/tree/main"}) {
        const auto place = placeOf(address, with({}));
        QVERIFY(place && place->url.empty());
        QCOMPARE(place->repositoryUrl, "https://huggingface.co/api/models/owner/name/tree/main?recursive=1");
        QCOMPARE(place->fileBase, "hf://owner/name/");
    }
    const auto place = placeOf("hf://datasets/owner/name@v2", with({}));
    QVERIFY(place);
    QCOMPARE(place->repositoryUrl, "https://huggingface.co/api/datasets/owner/name/tree/v2?recursive=1");
    QCOMPARE(place->fileBase, "hf://datasets/owner/name@v2/");
}

/// The token of the Hub goes to the Hub.
void TestAddress::tokens()
{
    const auto tokenFor = [](const char* address, std::map<std::string, std::string> values) {
        const auto place = placeOf(address, with(std::move(values)));
        return place ? place->secrets.token : std::string("no place");
    };
    QCOMPARE(tokenFor("hf://owner/name/a.pth", {{"HF_TOKEN", "t"}}), "t");
    QCOMPARE(tokenFor("hf://owner/name/a.pth", {{"HF_TOKEN_PATH", "/t"}}), "line of /t");
    QCOMPARE(tokenFor("hf://owner/name/a.pth", {{"HF_HOME", "/h"}}), "line of /h/token");
    QCOMPARE(tokenFor("hf://owner/name/a.pth", {{"HOME", "/me"}}), "line of /me/.cache/huggingface/token");
    const std::map<std::string, std::string> here{{"HF_TOKEN", "t"}, {"HF_ENDPOINT", "https://hub.example.org/"}};
    QCOMPARE(tokenFor("https://hub.example.org/owner/name/blob/main/a.pth", here), "t");
    for (const char* other : {"https://example.org/owner/name/resolve/main/a.pth",
                              "https://huggingface.co.example.org/a/b/"
                              "resolve/main/a.pth",
                              "http://huggingface.co/owner/name/resolve/main/a.pth",
                              "https://example.org/https://huggingface.co/a/b/resolve/main/c.pth",
                              "https://me@example.org/a.pth", "s3://bucket/a.pth"}) {
        QCOMPARE(tokenFor(other, {{"HF_TOKEN", "t"}}), std::string());
    }
}

void TestAddress::buckets()
{
    const auto open = placeOf("s3://bucket/a b/c.pth", with({}));
    QVERIFY(open && open->secrets.isEmpty());
    QCOMPARE(open->url, "https://bucket.s3.us-east-1.amazonaws.com/a%20b/c.pth");
    const auto place = placeOf("s3://bucket/key", with({{"AWS_ACCESS_KEY_ID", "id"},
                                                        {"AWS_SECRET_ACCESS_KEY", "secret"},
                                                        {"AWS_SESSION_TOKEN", "session"},
                                                        {"AWS_REGION", "eu-west-3"},
                                                        {"AWS_ENDPOINT_URL", "http://localhost:9000/"}}));
    QVERIFY(place);
    QCOMPARE(place->url, "http://localhost:9000/bucket/key");
    QVERIFY(place->secrets.s3);
    QCOMPARE(place->secrets.s3->key, "id");
    QCOMPARE(place->secrets.s3->secret, "secret");
    QCOMPARE(place->secrets.s3->session, "session");
    QCOMPARE(place->secrets.s3->region, "eu-west-3");
    const auto dotted = placeOf("s3://models.example/key", with({}));
    QVERIFY(dotted);
    QCOMPARE(dotted->url, "https://s3.us-east-1.amazonaws.com/models.example/key");
}

/// The examples of Amazon's documentation, with the signatures that stand there.
void TestAddress::signatures()
{
    using namespace std::chrono;
    const remote::S3Signer signer{
        .key = "AKIAIOSFODNN7EXAMPLE", .secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", .region = "us-east-1"};
    const sys_seconds then = sys_days(2013y / May / 24);
    const auto signature = [&](const char* url, const std::map<std::string, std::string>& more) {
        const std::string header = remote::s3Headers(signer, url, then, more).at("Authorization");
        return header.substr(header.find("Signature=") + 10);
    };
    QCOMPARE(signature("https://examplebucket.s3.amazonaws.com/test.txt", {{"range", "bytes=0-9"}}),
             "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    QCOMPARE(signature("https://examplebucket.s3.amazonaws.com:443/?lifecycle", {}),
             "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    QCOMPARE(signature("https://examplebucket.s3.amazonaws.com/?prefix=J&max-keys=2", {}),
             "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    QVERIFY(!remote::s3Headers(signer, "https://host/", then).contains("x-amz-security-token"));
}

void TestAddress::refused()
{
    for (const char* address : {"hf://", "hf://owner", "hf://owner/", "s3://", "s3://bucket", "s3://bucket/",
                                "https://example.org/a b.pth", "https://example.org/a\nHost: b"}) {
        const auto place = placeOf(address, with({}));
        QVERIFY2(!place && place.error().code == ErrorCode::Usage, address);
    }
    QVERIFY(!placeOf("hf://owner/name/a.pth", with({{"HF_HUB_OFFLINE", "1"}})));
    QVERIFY(placeOf("hf://owner/name/a.pth", with({{"HF_HUB_OFFLINE", "0"}})));
    QVERIFY(placeOf("https://example.org/a.pth", with({{"HF_HUB_OFFLINE", "1"}})));
}

void TestAddress::hidesSecrets()
{
    QCOMPARE(remote::withoutSecrets("https://me:secret@example.org:8/a@b.pth?sig=secret#x"),
             "https://example.org:8/a@b.pth");
    QCOMPARE(remote::withoutSecrets("s3://bucket/a"), "s3://bucket/a");
    QCOMPARE(remote::withoutSecrets("hf://owner/name@v1/a.pth"), "hf://owner/name@v1/a.pth");
    QCOMPARE(remote::withoutSecrets("/home/me/what?.pth"), "/home/me/what?.pth");
}

void TestAddress::namesOfCopies()
{
    using remote::fileNameOf;
    QCOMPARE(fileNameOf("https://host/a/model.pth?signature=a/b&c#d"), "model.pth");
    QCOMPARE(fileNameOf("hf://owner/name@main/sub/model.bin"), "model.bin");
    QCOMPARE(fileNameOf("https://host/a/?file=model.pth"), "");
}

CAIRN_TEST(TestAddress, QCoreApplication);

void TestAddress::origins()
{
    using remote::originOf;
    QCOMPARE(originOf("https://host/file"), "https://host:443");
    QCOMPARE(originOf("HTTPS://Host:443?a=b"), "https://host:443");
    QCOMPARE(originOf("http://user:word@host#a"), "http://host:80");
    QCOMPARE(originOf("http://host@other:81/@host"), "http://other:81");
    QCOMPARE(originOf("http://[::1]/"), "http://[::1]:80");
    QCOMPARE(originOf("http://[::1]:8080/"), "http://[::1]:8080");
    for (const char* const url : {"", "host", "ftp://host/", "http://", "http:///file", "http://host\\@other/",
                                  "http://a b/", "http://h%6fst/"}) {
        QVERIFY(originOf(url).empty());
    }
}

void TestAddress::redirects()
{
    using remote::redirected;
    QCOMPARE(redirected("http://me:word@host/a", "http://host/b"), "http://me:word@host/b");
    QCOMPARE(redirected("http://me:word@host/a", "http://HOST:80/b"), "http://me:word@HOST:80/b");
    QCOMPARE(redirected("http://me:word@host/a", "http://you:word@host/b"), "http://you:word@host/b");
    QCOMPARE(redirected("http://host/a@b", "http://host/b"), "http://host/b");
    for (const char* const elsewhere :
         {"http://host:81/b", "https://host/b", "http://other/b", "http://host.other/b", "b"}) {
        QCOMPARE(redirected("http://me:word@host/a", elsewhere), elsewhere);
    }
}

} // namespace cairn::tst_address

#include "tst_address.moc"
