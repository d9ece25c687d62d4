package facts

import (
	"testing"

	"ralsh/ral/host"
)

// Whatever the files hold, no collector falls over, and every leaf has a place
// in the tree.
func FuzzFiles(f *testing.F) {
	for _, seed := range []string{
		"", "ID=debian\nNAME=Debian", "Amazon Linux release 2 (Karoo)", "MemTotal: 1 kB", "processor : 0\ncpu MHz : 1.",
		"ssh-rsa aGVsbG8=", "selinuxfs /x selinuxfs", "1", "Gid: 0 0 0", "root:x:0:", "12.01", "TZif2",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := map[string]string{"/sys/class/net/eth0/mtu": text, sysBlock + "/sda/size": text, sysBlock + "/sda/device": text}
		for _, file := range []string{
			osRelease, debianVersion, devuanVersion, redhatRelease, systemRelease, alpineRelease, meminfo, cpuinfo, loadavg,
			procUptime, procFIPS, procFilesystems, procMounts, procIPv4, selinuxConfig, environ, "/proc/1/cgroup", "/etc/hosts",
			"/etc/passwd", "/etc/group", "/proc/self/status", "/etc/localtime", "/etc/resolv.conf", sysDMI + "/chassis_type",
			"/etc/ssh/ssh_host_rsa_key.pub", sysCPU + "/cpu0/topology/core_id",
		} {
			files[file] = text
		}
		facts := New(host.NewFake(files).Look())
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
