package sandbox_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host/sandbox"
)

// evil is Ruby that tries to act, with a pattern of what comes of it in a look
// and one for an overlay, if that differs. TREE is a directory, MARK a name,
// VICTIM a process.
var evil = []struct{ name, code, looks, overlay string }{
	{"spawn", `Process.spawn("touch", "/tmp/MARK")`, "EPERM", ""},
	{"backtick", "`touch /tmp/MARK`", "EPERM", ""},
	{"system", `system("touch", "/tmp/MARK", exception: true)`, "EPERM", ""},
	{"popen", `IO.popen("touch /tmp/MARK")`, "EPERM", ""},
	{"open with a pipe", `Kernel.open("|touch /tmp/MARK")`, "EPERM", ""},
	{"exec", `exec("touch", "/tmp/MARK")`, "EPERM", ""},
	{"fork and exec", `pid = fork { begin; exec("touch", "/tmp/MARK"); rescue SystemCallError; exit!(7); end }; Process.wait2(pid)[1].exitstatus`, "^7$", ""},
	{"terminal", `require "pty"; PTY.spawn("id")`, "Errno|cannot|can't", ""},
	{"exec by number", `m = "/bin/true"; syscall(EXECVE, m, 0, 0)`, "EPERM", ""},
	{"unix socket", `require "socket"; UNIXSocket.new("/run/systemd/private")`, "EPERM", ""},
	{"datagram", `require "socket"; Socket.new(:UNIX, :DGRAM, 0)`, "EPERM", ""},
	{"socket pair", `require "socket"; UNIXSocket.pair`, "EPERM", ""},
	{"tcp", `require "socket"; TCPSocket.new("127.0.0.1", 22)`, "EPERM", ""},
	{"udp", `require "socket"; UDPSocket.new`, "EPERM", ""},
	{"raw", `require "socket"; Socket.new(:INET, :RAW, 1)`, "EPERM", ""},
	{"netlink", `require "socket"; Socket.new(16, :RAW, 0)`, "EAFNOSUPPORT", ""},
	{"signals", `((1..1000).to_a - [Process.pid]).map { |pid| Process.kill(:KILL, pid) rescue $!.class }.uniq.inspect`, `^\[Errno::EPERM\]$`, ""},
	{"signal to all", `Process.kill(:KILL, -1)`, "EPERM", ""},
	{"signal to the victim", `Process.kill(:TERM, VICTIM)`, "EPERM", ""},
	{"signal by thread", `(1..1000).map { |pid| syscall(TGKILL, pid, pid, 9) rescue $!.class }.uniq.inspect`, `^\[Errno::EPERM\]$`, ""},
	{"signal by descriptor", `r, w = IO.pipe; r.fcntl(8, 1)`, "EPERM", ""},
	{"limits of another", `syscall(PRLIMIT, 1, 0, 0, 0)`, "EPERM", ""},
	{"new session", `Process.setsid`, "EPERM", ""},
	{"new group", `Process.setpgid(0, 0)`, "EPERM", ""},
	{"daemon", `Process.daemon; "on"`, "EPERM|died", ""},
	{"write", `File.write("TREE/file", "evil")`, "EROFS", "^4$"},
	{"append", `File.open("TREE/file", "a") { |f| f << "evil" }; "did"`, "EROFS", "did"},
	{"truncate", `File.truncate("TREE/file", 0)`, "EROFS", "^0$"},
	{"create", `File.write("TREE/MARK", "evil")`, "EROFS", "^4$"},
	{"remove", `File.unlink("TREE/gone")`, "EROFS", "^1$"},
	{"remove all", `require "fileutils"; FileUtils.rm_r("TREE"); "did"`, "EROFS", "did"},
	{"rename", `File.rename("TREE/gone", "TREE/came")`, "EROFS", "^0$"},
	{"mode", `File.chmod(0777, "TREE/file")`, "EROFS", "^1$"},
	{"owner", `File.chown(Process.uid, Process.gid, "TREE/file")`, "EROFS", "^1$"},
	{"times", `File.utime(1, 1, "TREE/file")`, "EROFS", "^1$"},
	{"hard link", `File.link("TREE/file", "TREE/MARK")`, "EROFS", "^0$"},
	{"symbolic link", `File.symlink("file", "TREE/MARK")`, "EROFS", "^0$"},
	{"fifo", `File.mkfifo("TREE/MARK")`, "EROFS", "^0$"},
	{"write to a FIFO", `File.open("TREE/fifo", File::WRONLY | File::NONBLOCK) { |f| f << "evil" }; "did"`, "EACCES", "ENXIO"},
	{"in /etc", `File.write("/etc/MARK", "evil")`, "EROFS", "^4$|EACCES"},
	{"in /tmp", `File.write("/tmp/MARK", "evil")`, "EROFS", "^4$|EACCES|EROFS"},
	{"in /run", `File.write("/run/MARK", "evil")`, "EROFS", "^4$|EACCES"},
	{"in /dev", `File.write("/dev/MARK", "evil")`, "EROFS", ""},
	{"mode of a device", `File.chmod(0, "/dev/null")`, "EROFS", ""},
	{"device that is not there", `File.write("/dev/vda", "evil")`, "EROFS|ENOENT", ""},
	{"make a device", `m = "/dev/shm/MARK"; syscall(MKNODAT, -100, m, 0o060644, 254 << 8)`, "EPERM", ""},
	{"make a device in the tree", `m = "TREE/MARK"; syscall(MKNODAT, -100, m, 0o060644, 254 << 8)`, "EPERM|EROFS", ""},
	{"host name by file", `File.write("/proc/sys/kernel/hostname", "evil")`, "EROFS|EACCES", ""},
	{"sysctl", `File.write("/proc/sys/kernel/panic", "1")`, "EROFS|EACCES", ""},
	{"sysrq", `File.write("/proc/sysrq-trigger", "h")`, "EROFS|EACCES|ENOENT", ""},
	{"score of a process", `File.write("/proc/1/oom_score_adj", "1000")`, "EROFS|EACCES", ""},
	{"sys", `Dir.glob("/sys/kernel/*").select { |f| File.write(f, "1") rescue false }.inspect`, `^\[\]$`, ""},
	{"cgroup", `File.write("/sys/fs/cgroup/cgroup.procs", "1"); Dir.mkdir("/sys/fs/cgroup/MARK")`, "Errno", ""},
	{"host name by call", `m = "evil"; syscall(SETHOSTNAME, m, 4)`, "EPERM", ""},
	{"mount", `s, d, k = "none", "/mnt", "tmpfs"; syscall(MOUNT, s, d, k, 0, 0)`, "EPERM", ""},
	{"remount", `d = "/"; syscall(MOUNT, 0, d, 0, 32, 0)`, "EPERM", ""},
	{"unmount", `d = "/dev/shm"; syscall(UMOUNT, d, 2)`, "EPERM", ""},
	{"chroot", `Dir.chroot("/etc")`, "EPERM", ""},
	{"new user namespace", `syscall(UNSHARE, 0x10000000)`, "EPERM", ""},
	{"new user namespace by clone", `syscall(CLONE, 0x10000011, 0, 0, 0, 0)`, "EPERM", ""},
	{"new user namespace by clone3", `syscall(CLONE3, 0, 0)`, "ENOSYS", ""},
	{"enter the first namespace", `syscall(SETNS, File.open("/proc/1/ns/mnt").fileno, 0)`, "EPERM|EACCES", ""},
	{"trace", `syscall(PTRACE, 16, 1, 0, 0)`, "EPERM", ""},
	{"root of the first", `Dir.children("/proc/1/root").inspect`, "EACCES|EPERM", ""},
	{"root of others", `me = Process.pid.to_s; Dir.children("/proc").grep(/\A\d+\z/).reject { |n| n == me }.select { |n| Dir.children("/proc/#{n}/root") rescue false }.inspect`, `^\[\]$`, ""},
	{"memory of others", `me = Process.pid.to_s; Dir.children("/proc").grep(/\A\d+\z/).reject { |n| n == me }.select { |n| File.open("/proc/#{n}/mem") rescue false }.inspect`, `^\[\]$`, ""},
	{"files of the old root", `Dir.children("/..").sort == Dir.children("/").sort`, "^true$", ""},
	{"io_uring", `syscall(IO_URING, 8, 0)`, "EPERM", ""},
	{"file by handle", `syscall(OPEN_BY_HANDLE, -100, 0, 0)`, "EPERM", ""},
	{"keys", `syscall(KEYCTL, 0, 0, 0, 0, 0)`, "EPERM", ""},
	{"log of the kernel", `syscall(SYSLOG, 5, 0, 0)`, "EPERM", ""},
	{"capabilities again", `h = [0x20080522, 0].pack("Ll"); d = [0xffffffff, 0xffffffff, 0, 0x1ff, 0x1ff, 0].pack("L6"); syscall(CAPSET, [h].pack("P").unpack1("J"), [d].pack("P").unpack1("J"))`, "EPERM", ""},
	{"at exit", `at_exit { File.write("TREE/MARK", "evil") }; "on"`, "^on$", ""},
	{"thread", `Thread.new { loop { File.write("TREE/MARK", "evil") rescue sleep(0.01) } }; "on"`, "^on$", ""},
	{"fork that stays", `fork { loop { sleep 1 } }; "on"`, "^on$", ""},
	{"finalizer", `ObjectSpace.define_finalizer(Object.new, proc { File.write("TREE/MARK", "x") }); "on"`, "^on$", ""},
	{"endless loop", `loop {}`, "late", ""},
	{"much memory", `("x" * (2 << 30)).size`, "NoMemoryError", ""},
	{"exit!", `exit!(3)`, "died.*status 3", ""},
	{"exit", `exit(4)`, "SystemExit", ""},
	{"abort", `abort("no")`, "SystemExit", ""},
	{"crash", `$stderr.puts "so long"; $stderr.flush; syscall(EXIT_GROUP, 9)`, "died.*status 9: so long", ""},
	{"garbage on descriptors", `(3..20).each { |n| IO.for_fd(n, "w", autoclose: false).syswrite("garbage\n") rescue nil }; "on"`, "garbage|died|late|^on$", ""},
	{"closed descriptors", `(3..20).each { |n| IO.for_fd(n).close rescue nil }; "on"`, "died|late|on", ""},
	{"words redefined", `def JSON.generate(*) = raise("evil"); def JSON.parse(*) = raise("evil"); class IO; def write(*) = raise("evil"); end; "on"`, "^on$", ""},
	{"no words", `class String; def <<(*) = raise("evil"); end; "on"`, "on|died|late", ""},
	{"garbage for an answer", `Zygote.send(:remove_const, :WRITE); "on"`, "on|died", ""},
	{"temporary file", `require "tempfile"; Tempfile.create("x") { |f| f.write("x"); f.path.start_with?("/dev/shm/") }`, "^true$", ""},
}

// numbers are the system calls that the code of evil makes.
var numbers = map[string]int{
	"EXECVE": unix.SYS_EXECVE, "TGKILL": unix.SYS_TGKILL, "PRLIMIT": unix.SYS_PRLIMIT64, "MKNODAT": unix.SYS_MKNODAT,
	"SETHOSTNAME": unix.SYS_SETHOSTNAME, "MOUNT": unix.SYS_MOUNT, "UMOUNT": unix.SYS_UMOUNT2, "UNSHARE": unix.SYS_UNSHARE,
	"CLONE": unix.SYS_CLONE, "CLONE3": unix.SYS_CLONE3, "SETNS": unix.SYS_SETNS, "PTRACE": unix.SYS_PTRACE,
	"IO_URING": unix.SYS_IO_URING_SETUP, "OPEN_BY_HANDLE": unix.SYS_OPEN_BY_HANDLE_AT, "KEYCTL": unix.SYS_KEYCTL,
	"SYSLOG": unix.SYS_SYSLOG, "CAPSET": unix.SYS_CAPSET, "EXIT_GROUP": unix.SYS_EXIT_GROUP,
}

func TestEvil(t *testing.T) {
	s := open(t)
	views := map[string]*sandbox.View{"looks": looks(t, s), "overlay": overlay(t, s, false)}
	for _, view := range views {
		start(t, view, sandbox.Code) // for others to look into
	}
	for name, view := range views {
		for _, e := range evil {
			t.Run(name+"/"+e.name, func(t *testing.T) {
				w := newWorld(t)
				if err := view.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				p := start(t, view, sandbox.Code)
				want := e.looks
				if name == "overlay" && e.overlay != "" {
					want = e.overlay
				}
				code := w.replace(e.code)
				code = regexp.MustCompile(`syscall\(([A-Z_0-9]+)`).ReplaceAllStringFunc(code, func(call string) string {
					return "syscall(" + fmt.Sprint(numbers[strings.TrimPrefix(call, "syscall(")])
				})
				request := map[string]any{"eval": code}
				if want == "late" {
					request["patience"] = 300
				}
				answer := ask(t, p, request)
				got := fmt.Sprintf("%v", answer)
				if text, ok := answer["ok"].(string); ok {
					got = text
				}
				if !regexp.MustCompile(want).MatchString(got) {
					t.Errorf("%s: %s, want %s", code, got, want)
				}
				p.Kill()
				next := start(t, view, sandbox.Code)
				if got := eval(t, next, "1 + 1"); got != "2" {
					t.Errorf("the next process: %s", got)
				}
				next.Kill()
				w.check(t)
			})
		}
	}
}
