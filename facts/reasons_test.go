package facts

import (
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
)

// A fact without a value has a reason.
func TestReasons(t *testing.T) {
	f := With(fakehost.New(map[string]string{conf: `facts : { blocklist : [ "kernel" ] }`}).Reader(), Options{})
	for name, want := range map[string]string{
		"kernel":           "kernel has no value: blocked by " + conf,
		"os.name":          "os.name has no value: no /etc/os-release or other release file exists",
		"os.release.major": "os.release.major has no value: no /etc/os-release or other release file exists",
		"dmi":              "/sys/class/dmi/id does not exist: the kernel provides no firmware tables",
		"ssh":              "no public host key exists (example: /etc/ssh/ssh_host_ed25519_key.pub)",
		"nothing":          "",
	} {
		_, fact, err := f.Ask(t.Context(), name)
		got := fact.MissingReason()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A leaf without a value has a reason, even if only its file is unreadable,
// only it is blocked, or its group is.
func TestReasonsOfLeaves(t *testing.T) {
	files := map[string]string{
		conf:              `facts : { blocklist : [ "memory", "os.distro", "mine.txt" ] }`,
		"/etc/os-release": "ID=debian\nNAME=Debian\nVERSION_ID=12\n", "/proc/meminfo": "MemTotal: 1000 kB\nMemFree: 10 kB\n",
		"/proc/self/mounts": "selinuxfs /selinux selinuxfs rw 0 0\n", "/etc/selinux/config": "SELINUX=enforcing\n", "/selinux/enforce": "1",
		"/sys/block/sda/device/model": "Disk", "/sys/block/sda/size": "2048", "/sys/block/sda/sda1/size": "1024",
		"/etc/hosts": "127.0.0.1 fake.example.com fake\n", "/proc/cpuinfo": "processor: 0\n",
	}
	fake := fakehost.New(files, fakehost.WithUID(1000))
	for _, file := range []string{
		"/selinux/enforce", "/sys/block/sda/device/model", "/sys/block/sda/queue/rotational", "/etc/hosts", "/sys/block/sda/device/serial",
	} {
		fake.Put(file, "", 0o600)
		fake.Deny(file)
	}
	f := With(fake.Reader(), Options{})
	for name, want := range map[string]string{
		"memory.system.total":       "blocked by " + conf,
		"memorysize":                "blocked by " + conf,
		"os.distro.id":              "blocked by " + conf,
		"os.distro":                 "blocked by " + conf,
		"lsbdistid":                 "blocked by " + conf,
		"os.selinux.enforced":       "cannot read /selinux/enforce: permission denied",
		"os.selinux.current_mode":   "cannot read /selinux/enforce: permission denied",
		"disks.sda.model":           "cannot read /sys/block/sda/device/model: permission denied",
		"disks.sda.type":            "cannot read /sys/block/sda/queue/rotational: permission denied",
		"disks.sda.serial":          "cannot read /sys/block/sda/device/serial: permission denied",
		"networking.domain":         "cannot read /etc/hosts: permission denied",
		"os.name":                   "",
		"mine.txt":                  "blocked by " + conf,
		"disks.sda.size":            "",
		"os.nothing":                "",
		"processors.count.too.deep": "",
	} {
		_, err := f.Fact(t.Context(), name)
		got := ""
		if err != nil {
			_, got, _ = strings.Cut(err.Error(), " has no value: ")
		}
		if got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for _, missing := range f.Get(t.Context(), "disks").Missing() {
		t.Errorf("listed: %s", missing)
	}
}

// The reason of a resolution that was not tried says whether the one with the value
// is heavier.
func TestReasonOfTheOverruled(t *testing.T) {
	fake := fakehost.New(map[string]string{factsD + "x.txt": "kernel=external\ntie=external\n"})
	f := custom(t, fake.Reader(),
		Definition{Fact: "tie", Weight: weight(weightFile), Code: text("custom")},
		Definition{Fact: "tie", Weight: weight(1), Code: text("light")},
		Definition{Fact: "twice", Code: text("first")},
		Definition{Fact: "twice", Code: text("second")},
	)
	const heavier, same = "a heavier resolution has a value", "an earlier resolution of the same weight has a value"
	for name, want := range map[string][]string{"kernel": {heavier}, "tie": {same, heavier}, "twice": {same}} {
		var got []string
		for _, a := range f.Get(t.Context(), name).overruled() {
			got = append(got, a.Why)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
