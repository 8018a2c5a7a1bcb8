#include "core/runtime/common/confinement.h"

#include "core/base/files/write_place.h"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <string>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace cairn::runtime {

namespace {

namespace fs = std::filesystem;

// --- Landlock: what may be done with files ------------------------------------------------------

constexpr std::uint64_t kWrites =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

/// Drivers are spoken to through these.
bool isDeviceOfDrivers(const std::string& name)
{
    return name == "null" || name == "kfd" || name.starts_with("nvidia") || name.starts_with("renderD");
}

void allowDevices(int rules)
{
    std::error_code failure;
    for (const char* folder : {"/dev", "/dev/dri"}) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
            const Descriptor device(::open(entry.path().c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
            if (!entry.is_character_file(failure) || !isDeviceOfDrivers(entry.path().filename().string()) ||
                !device.isOpen()) {
                continue;
            }
            landlock_path_beneath_attr rule{};
            rule.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE;
            rule.parent_fd = device.number();
            (void)::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        }
    }
}

bool restrictFiles()
{
    landlock_ruleset_attr wanted{};
    wanted.handled_access_fs = kWrites;
    const auto made = ::syscall(SYS_landlock_create_ruleset, &wanted, sizeof wanted.handled_access_fs, 0);
    const Descriptor rules(static_cast<int>(made));
    if (!rules.isOpen()) {
        return false;
    }
    allowDevices(rules.number());
    return ::syscall(SYS_landlock_restrict_self, rules.number(), 0) == 0;
}

// --- seccomp: what may be asked of the kernel ---------------------------------------------------

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0; // unknown: no filter
#endif

/// What loading tensors never needs. Landlock does not see all of these.
constexpr auto kRefused = std::to_array<long>({
    SYS_execve,
    SYS_execveat,
    SYS_socket,
    SYS_socketpair,
    SYS_ptrace,
    SYS_process_vm_writev,
    SYS_truncate,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_fchown,
    SYS_fchownat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_lremovexattr,
    SYS_fremovexattr,
    SYS_utimensat,
    SYS_mknodat,
    SYS_mkdirat,
    SYS_unlinkat,
    SYS_symlinkat,
    SYS_linkat,
    SYS_renameat2,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_bpf,
    SYS_unshare,
    SYS_setns,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_openat2,
    425,
    /* io_uring_setup */ 424, /* pidfd_send_signal */
#ifdef SYS_open               // those that newer architectures do without
    SYS_rename,
    SYS_renameat,
    SYS_unlink,
    SYS_rmdir,
    SYS_mkdir,
    SYS_mknod,
    SYS_symlink,
    SYS_link,
    SYS_chmod,
    SYS_chown,
    SYS_lchown,
    SYS_creat,
    SYS_utime,
    SYS_utimes,
    SYS_futimesat,
    SYS_fork,
    SYS_vfork,
#endif
});

/// A filter is a small program over the number and the arguments of each call.
class Filter {
public:
    explicit Filter(bool refusesWriting)
    {
        add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
        add(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
        refuse();
        add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
        constexpr std::uint32_t otherWords = 0x40000000; // the same calls by other numbers
        add(BPF_JMP | BPF_JGE | BPF_K, otherWords, 0, 1);
        refuse();
        for (const long call : kRefused) {
            add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
            refuse();
        }
        // Early versions of Landlock let a file be emptied by whoever opens it for reading.
        const std::uint32_t flags = O_CREAT | O_TRUNC | (refusesWriting ? O_WRONLY | O_RDWR | O_APPEND : 0);
#ifdef SYS_open
        refuseOpening(SYS_open, 1, flags);
#endif
        refuseOpening(SYS_openat, 2, flags);
        add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }

    /// For all threads, should there be others.
    bool apply()
    {
        sock_fprog program{};
        program.len = static_cast<unsigned short>(m_steps.size());
        program.filter = m_steps.data();
        return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0;
    }

    [[nodiscard]] std::string bytes() const
    {
        return {reinterpret_cast<const char*>(m_steps.data()), m_steps.size() * sizeof(sock_filter)};
    }

private:
    void add(int code, std::uint32_t value, std::uint8_t ifTrue = 0, std::uint8_t ifFalse = 0)
    {
        m_steps.push_back({static_cast<std::uint16_t>(code), ifTrue, ifFalse, value});
    }

    void refuse() { add(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM); }

    /// An open with any of some flags, which are the argument of that number.
    void refuseOpening(long call, std::size_t argument, std::uint32_t flags)
    {
        add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 4);
        add(BPF_LD | BPF_W | BPF_ABS,
            static_cast<std::uint32_t>(offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t)));
        add(BPF_JMP | BPF_JSET | BPF_K, flags, 0, 1);
        refuse();
        add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }

    std::vector<sock_filter> m_steps;
};

} // namespace

std::string confinementFilter()
{
    return kArchitecture == 0 ? std::string() : Filter(true).bytes();
}

Result<void> confineProcess()
{
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const bool isPromised = ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    const bool hasFiles = isPromised && restrictFiles();
    const bool hasCalls = isPromised && kArchitecture != 0 && Filter(!hasFiles).apply();
    if (hasFiles || hasCalls) {
        return {};
    }
    return fail(
        error(ErrorCode::Unsupported, message("this system cannot keep a program from writing"))
            .because(message("Its kernel has neither Landlock nor seccomp, or does not let this process use them")));
}

} // namespace cairn::runtime
