package mount

import (
	"os"
	"testing"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest/vectors"
)

// recorded returns the mounts of the machine on which the vectors were
// recorded.
func recorded() []string {
	return []string{
		"/proc", "/sys", "/dev", "/dev/shm", "/dev/pts", "/", "/mnt/sandboxing/model_tools_env/v1/python", "/dev/pts", "/dev/shm",
		"/sys/fs/cgroup", "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpuacct", "/sys/fs/cgroup/cpuset", "/sys/fs/cgroup/memory",
		"/sys/fs/cgroup/devices", "/sys/fs/cgroup/freezer", "/sys/fs/cgroup/blkio", "/sys/fs/cgroup/pids",
		"/sys/fs/cgroup/systemd", "/sys/fs/cgroup/unified", "/run/netns",
	}
}

func TestVector(t *testing.T) {
	dir := os.Getenv("RALSH_VECTORS")
	if dir == "" {
		dir = "../../ral/raltest/vectors/testdata"
	}
	own := vectors.ParsedType{
		Name: "mount", Path: fstab, Format: format(), Register: Register,
		Host: func(text *string) *fakehost.Host {
			if text == nil {
				text = new(string)
			}
			return mountHost(*text, recorded()...)
		},
	}
	mine := func(c vectors.Case) bool { return c.Given.Type.Type == "mount" }
	vectors.RunSome(t, os.DirFS(dir), map[string]vectors.Area{"parsed_files": own.Area}, mine)
}
