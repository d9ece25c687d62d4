package facts

import (
	"context"
	"testing"

	"ralsh/facts/datafile"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// Whatever the files contain, no resolution panics, and every leaf is in the
// tree.
func FuzzFiles(f *testing.F) {
	for _, seed := range []string{
		"", "ID=debian\nNAME=Debian", "Amazon Linux release 2 (Karoo)", "MemTotal: 1 kB", "processor : 0\ncpu MHz : 1.",
		"ssh-rsa aGVsbG8=", "selinuxfs /x selinuxfs", "1", "Gid: 0 0 0", "root:x:0:", "12.01", "TZif2",
		"/dev/sda1 / ext4 rw 0 0", "/dev/sda1: TYPE=\"x\" UUID=\"", "augparse 1.2.3", "1 (a) S 1 1", "interface \"eth0\" dhcp-server-identifier 1.2.3.4",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := map[string]string{"/sys/block/sda/size": text, "/sys/block/sda/device/vendor": text, "/sys/block/sda/sda1/size": text}
		for _, file := range []string{
			"/etc/os-release", "/etc/debian_version", "/etc/devuan_version", "/etc/redhat-release", "/etc/system-release", "/etc/alpine-release", "/proc/meminfo", "/proc/cpuinfo", "/proc/loadavg",
			"/proc/uptime", "/proc/sys/crypto/fips_enabled", "/proc/filesystems", "/proc/self/mounts", "/proc/net/route", "/etc/selinux/config", "/proc/1/environ", "/proc/1/cgroup", "/etc/hosts",
			"/etc/passwd", "/etc/group", "/proc/self/status", "/etc/localtime", "/etc/resolv.conf", "/sys/class/dmi/id/chassis_type",
			"/etc/ssh/ssh_host_rsa_key.pub", "/sys/devices/system/cpu/cpu0/topology/core_id",
			"/proc/cmdline", "/proc/1/stat", "/sys/class/dmi/id/product_name", "/sys/class/dmi/id/bios_vendor", "/run/udev/data/b", "/sys/devices/system/clocksource/clocksource0/available_clocksource",
			"/run/systemd/netif/leases/1", "/var/lib/dhcp/dhclient.leases", "/proc/net/bonding/bond0", "/etc/slackware-version",
		} {
			files[file] = text
		}
		network := host.Network{Links: []host.Link{{Index: 1, Name: "eth0", MTU: 1500, Hardware: []byte(text)}}}
		fake := fakehost.New(files, fakehost.WithNetwork(network))
		fake.Link("/sys/class/net/eth0/master", "bond0")
		for _, name := range []string{"augparse", "blkid", "dhcpcd", "systemd-detect-virt", "dmidecode", "xl"} {
			fake.Command("/usr/sbin/" + name)
			fake.Handle(name, func(context.Context, *fakehost.Host, host.Command) host.Result {
				return host.Result{Stdout: []byte(text)}
			})
		}
		facts := New(fake.Reader())
		for _, fact := range facts.All(t.Context()) {
			for _, leaf := range fact.Leaves {
				got, err := facts.Fact(t.Context(), leaf.Name)
				if (err != nil) != (leaf.Err != nil) || err == nil && !got.Equal(leaf.Value) {
					t.Errorf("%s is %s, %v; its leaf has %s, %v", leaf.Name, got.Inspect(), err, leaf.Value.Inspect(), leaf.Err)
				}
			}
		}
		if _, err := JSON(facts.Tree(t.Context())); err != nil {
			t.Error(err)
		}
	})
}

// Whatever facter.conf contains, it is read or rejected with its line.
func FuzzHOCON(f *testing.F) {
	for _, seed := range []string{
		"", "facts : { blocklist : [ \"a\", b ], ttls : [ { c : 30 days } ] }", "global { external-dir = [ /x ] }", "a.b.c=1", "a{b{c{",
		"[", "\"a\\u00e9\" : \"\\\"\"", "a : ${b}", "a=1,b=2\n#c\n//d", "a=\"\"\"x\"\"\"", "{}}", "a+=1", "\uFEFFa=1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := datafile.HOCON(text)
		if err == nil {
			if bad := datafile.Check(tree); bad != nil {
				t.Error(bad)
			}
			configOf(tree)
		}
	})
}

// Whatever YAML and JSON contain, they are read or rejected, and cached values
// are read back unchanged.
func FuzzStructured(f *testing.F) {
	for _, seed := range []string{
		"a: 1", "{\"a\": [1.5, null, {\"b\": true}]}", "a: &x [1]\nb: *x", "a: 010\nb: 12:30\nc: 2020-01-02", ":s: :t", "a: |\n  text\n",
		"? [a]\n: b", "a: !!int x", "<<: {a: 1}", "- 1", "a: \"\\x41\"", "[[[[", "a: .inf",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, parse := range []datafile.Parser{datafile.ParserFor(".yaml"), datafile.ParserFor(".json")} {
			found, _, err := parse(data)
			if err != nil {
				continue
			}
			if bad := datafile.Check(found); bad != nil {
				t.Error(bad)
			}
			again, err := decode(encode(found))
			if err != nil || !again.Equal(found) && again.Inspect() != found.Inspect() {
				t.Errorf("%s is read again as %s, %v", found.Inspect(), again.Inspect(), err)
			}
		}
	})
}
