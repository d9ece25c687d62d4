package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"
)

// kind is a type with many resources that are planned below a root: each is a line of a
// file, or a file of its own.
type kind struct {
	name, title string
	note        string // the difference between two kinds of one type
	parameters  map[string]any
	file        string // of all lines
	line        string // of the resource of a number
	mode        os.FileMode
	own         func(i int) map[string]string // files of its own, a link with a leading >
	// Each new one, or each removal, is written on its own, or to a file of its own, so
	// that many are not planned.
	createdApart, removedApart bool
}

// state is what a plan finds of the resources that it declares.
type state int

const (
	inSync  state = iota
	created       // they do not exist
	removed       // they exist, and are declared absent
)

// kinds are the types that work below a root.
var kinds = []kind{
	{name: "alternatives", title: "alt%d", parameters: map[string]any{"path": "/bin/x%d"}, own: func(i int) map[string]string {
		return map[string]string{
			fmt.Sprintf("/var/lib/dpkg/alternatives/alt%d", i): fmt.Sprintf("auto\n/usr/bin/alt%d\n\n/bin/x%[1]d\n10\n\n", i),
			fmt.Sprintf("/bin/x%d", i):                         "",
			fmt.Sprintf("/etc/alternatives/alt%d", i):          fmt.Sprintf(">/bin/x%d", i),
			fmt.Sprintf("/usr/bin/alt%d", i):                   fmt.Sprintf(">/etc/alternatives/alt%d", i),
		}
	}, createdApart: true, removedApart: true},
	{
		name: "cron", title: "c%d", parameters: map[string]any{"command": "/bin/true %d", "user": "root", "minute": "5"},
		file: "/var/spool/cron/crontabs/root", line: "# Puppet Name: c%d\n5 * * * * /bin/true %[1]d\n", mode: 0o600,
	},
	{name: "file", title: "/srv/f%d", parameters: map[string]any{"content": "text %d", "mode": "0644"}, own: func(i int) map[string]string {
		return map[string]string{fmt.Sprintf("/srv/f%d", i): fmt.Sprintf("text %d", i)}
	}},
	{name: "file_line", title: "l%d", parameters: map[string]any{"path": "/etc/lines", "line": "key%d = value"}, file: "/etc/lines", line: "key%d = value\n"},
	{name: "file_line", note: " with match", title: "l%d", parameters: map[string]any{"path": "/etc/lines", "line": "key%d = value", "match": "^key%d ="}, file: "/etc/lines", line: "key%d = value\n"},
	{name: "group", title: "g%d", parameters: map[string]any{"gid": 2_000}, file: "/etc/group", line: "g%d:x:%d:\n"},
	{name: "host", title: "h%d.example.com", parameters: map[string]any{"ip": "10.0.0.1"}, file: "/etc/hosts", line: "10.0.0.1\th%d.example.com\n"},
	{name: "ini_setting", title: "s%d", parameters: map[string]any{"path": "/etc/ini", "section": "", "setting": "k%d", "value": "v%d"}, file: "/etc/ini", line: "k%d = v%[1]d\n"},
	{name: "ini_setting", note: " in its own section", title: "s%d", parameters: map[string]any{"path": "/etc/ini", "section": "s%d", "setting": "k", "value": "v%d"}, file: "/etc/ini", line: "[s%d]\nk = v%[1]d\n"},
	{name: "kmod", title: "m%d", parameters: map[string]any{"blacklist": true}, file: "/etc/modprobe.d/all.conf", line: "blacklist m%d\n", createdApart: true, removedApart: true},
	{name: "mailalias", title: "a%d", parameters: map[string]any{"recipient": []string{"b%d"}}, file: "/etc/aliases", line: "a%d: b%[1]d\n"},
	{
		name: "mount", title: "/mnt/m%d", parameters: map[string]any{"device": "/dev/d%d", "fstype": "ext4", "options": "defaults"},
		file: "/etc/fstab", line: "/dev/d%d\t/mnt/m%[1]d\text4\tdefaults\t0\t0\n",
	},
	{name: "notify", title: "n%d"},
	{name: "package", title: "p%d", file: "/var/lib/dpkg/status", line: "Package: p%d\nStatus: install ok installed\nArchitecture: all\nVersion: 1.%[1]d\n\n", createdApart: true, removedApart: true},
	{name: "schedule", title: "s%d", parameters: map[string]any{"period": "daily"}},
	{
		name: "ssh_authorized_key", title: "k%d", parameters: map[string]any{"type": "ssh-ed25519", "key": "AAAA%d", "user": "root"},
		file: "/root/.ssh/authorized_keys", line: "ssh-ed25519 AAAA%d k%[1]d\n", mode: 0o600,
	},
	{name: "sshkey", title: "k%d", parameters: map[string]any{"type": "ssh-ed25519", "key": "AAAA%d"}, file: "/etc/ssh/ssh_known_hosts", line: "k%d ssh-ed25519 AAAA%[1]d\n"},
	{name: "sysctl", title: "net.x%d", parameters: map[string]any{"value": "%d"}, file: "/etc/sysctl.conf", line: "net.x%d = %[1]d\n"},
	{name: "sysctl", note: " in a file each", title: "net.x%d", parameters: map[string]any{"value": "%d"}, own: func(i int) map[string]string {
		return map[string]string{fmt.Sprintf("/etc/sysctl.d/x%d.conf", i): fmt.Sprintf("net.x%d = %[1]d\n", i)}
	}},
	{name: "tidy", title: "/srv/none%d"},
	{
		name: "user", title: "u%d", parameters: map[string]any{"uid": 2_000, "gid": 100, "home": "/home/u%d", "shell": "/bin/sh"},
		file: "/etc/passwd", line: "u%d:x:%d:100::/home/u%[1]d:/bin/sh\n",
	},
	{name: "yumrepo", title: "r%d", parameters: map[string]any{"descr": "R %d", "enabled": "1"}, file: "/etc/yum.repos.d/all.repo", line: "[r%d]\nname=R %[1]d\nenabled=1\n"},
	{name: "yumrepo", note: " in a file each", title: "r%d", parameters: map[string]any{"descr": "R %d", "enabled": "1"}, own: func(i int) map[string]string {
		return map[string]string{fmt.Sprintf("/etc/yum.repos.d/r%d.repo", i): fmt.Sprintf("[r%d]\nname=R %[1]d\nenabled=1\n", i)}
	}},
	{name: "yumrepo", note: " in one file", title: "r%d", parameters: map[string]any{"descr": "R %d", "enabled": "1", "target": "all"}, file: "/etc/yum.repos.d/all.repo", line: "[r%d]\nname=R %[1]d\nenabled=1\n"},
}

// has reports whether many resources of the type can be in a state, and are planned
// together.
func (k kind) has(as state) bool {
	switch as {
	case created:
		return !k.createdApart && k.name != "tidy" && k.name != "schedule"
	case removed:
		return (k.line != "" || k.own != nil) && !k.removedApart
	}
	return k.name != "notify" // a message is never in sync
}

// catalog declares n resources below a root, and creates them there unless the plan
// does. It returns the root and the catalog.
func (k kind) catalog(t *testing.T, n int, as state) (root, catalog string) {
	t.Helper()
	root = t.TempDir()
	files := map[string]string{
		"/etc/passwd": "root:x:0:0:root:/root:/bin/sh\n", "/etc/group": "root:x:0:\nusers:x:100:\n", "/bin/sh": "",
		"/etc/shadow": "root:*:19000:0:99999:7:::\n", "/etc/gshadow": "", "/var/lib/dpkg/status": "", "/etc/yum.repos.d/none.repo": "",
		"/etc/hosts": "", "/etc/aliases": "", "/etc/fstab": "", "/etc/sysctl.conf": "", "/srv/none": "", "/root/.ssh/none": "", "/etc/ssh/none": "",
		"/var/spool/cron/crontabs/none": "",
	}
	var lines strings.Builder
	resources := make([]resourceOf, n)
	for i := range n {
		parameters := map[string]any{}
		if k.name != "notify" && k.name != "schedule" && k.name != "tidy" && k.name != "kmod" && k.name != "alternatives" {
			parameters["ensure"] = "present"
		}
		for name, v := range k.parameters {
			parameters[name] = numbered(v, i)
		}
		if as == removed {
			parameters["ensure"] = "absent"
		}
		resources[i] = resourceOf{k.name, fmt.Sprintf(k.title, i), parameters}
		if as == created {
			continue
		}
		if k.line != "" {
			fmt.Fprintf(&lines, k.line, numbers(k.line, i)...)
		}
		if k.own != nil {
			for path, text := range k.own(i) {
				files[path] = text
			}
		}
	}
	files[k.file] += lines.String()
	delete(files, "")
	for path, text := range files {
		file := filepath.Join(root, path)
		if target, link := strings.CutPrefix(text, ">"); link {
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, file); err != nil {
				t.Fatal(err)
			}
			continue
		}
		write(t, file, text)
		if path == "/bin/sh" {
			_ = os.Chmod(file, 0o755)
		}
		if path == k.file && k.mode != 0 {
			_ = os.Chmod(file, k.mode)
		}
	}
	return root, catalogOf(t, t.TempDir(), resources)
}

// numbers returns the arguments of a line: its number, and that of an id.
func numbers(line string, i int) []any {
	if strings.Count(line, "%d") > 1 {
		return []any{i, i + 2_000}
	}
	return []any{i}
}

// numbered puts a number into the texts of a value, and adds it to an integer.
func numbered(v any, i int) any {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, "%d") {
			return fmt.Sprintf(v, i)
		}
	case int:
		if v >= 2_000 {
			return v + i
		}
	case []string:
		list := make([]string, len(v))
		for at, text := range v {
			list[at] = fmt.Sprintf(text, i)
		}
		return list
	}
	return v
}

// planned plans a catalog below a root and returns the cost of the best of several
// runs. All resources must be in sync, or all changes.
func planned(t *testing.T, bin, root, catalog string, n int, as state, rounds int) process {
	t.Helper()
	want := fmt.Sprintf("ralsh: no changes are needed, %d of %d resources in sync\n", n, n)
	if as != inSync {
		want = fmt.Sprintf("ralsh: %d changes planned, 0 of %d resources in sync; no changes were made\n", n, n)
	}
	best := process{wall: time.Hour, cpu: time.Hour}
	for range rounds {
		p, text := cost(t, bin, "--root", root, "apply", "--noop", catalog)
		if text != want {
			t.Fatalf("%.500s\nwant %s", text, want)
		}
		best.wall, best.cpu, best.kib = min(best.wall, p.wall), min(best.cpu, p.cpu), max(best.kib, p.kib)
	}
	return best
}

// cost runs a command, with a state directory of its own, and returns what it costs
// and its standard error.
func cost(t testing.TB, name string, args ...string) (process, string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	var text bytes.Buffer
	cmd.Stderr = &text
	// Until it starts the command, a child shares the memory of this process, and its
	// maximum includes that (getrusage(2)). 5 resets the maximum (proc(5)).
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil {
		t.Fatalf("%s %v: %v\n%.2000s", name, args, err, text.String())
	}
	state := cmd.ProcessState
	return process{took, state.UserTime() + state.SystemTime(), state.SysUsage().(*syscall.Rusage).Maxrss}, text.String()
}
