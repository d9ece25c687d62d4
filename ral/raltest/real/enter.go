package real

import (
	"os/exec"
	"path/filepath"
)

// Enter is a command in the root, in namespaces of its own: it has a /proc of its
// own, no network but its own loopback (which is down), and what it leaves running
// is killed when it ends. The environment holds PATH, HOME and LC_ALL=C only.
func Enter(root string, argv ...string) *exec.Cmd {
	args := []string{
		"--mount", "--pid", "--net", "--fork", "--kill-child",
		"--mount-proc=" + filepath.Join(root, "proc"), "chroot", root,
	}
	cmd := exec.Command("unshare", append(args, argv...)...)
	cmd.Env = environment("HOME=/root", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive")
	return cmd
}

func environment(more ...string) []string {
	return append([]string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}, more...)
}
