package setup_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
	"ralsh/ui/agent/setup"
)

// TestInstalled does in a root what the README says for a server, and Debian's server takes the
// configuration, with its own file including the generated one.
func TestInstalled(t *testing.T) {
	real.Need(t, "Debian's NATS server reads its configuration", "nats-server")
	root := real.Chroot(t)
	program, err := exec.LookPath("nats-server")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	run(t, dir, setup.Options{Servers: []string{"broker.example.org"}, Hosts: []string{"web[1-3]"}, JetStream: true})
	readme := read(t, filepath.Join(dir, "README"))
	line := regexp.MustCompile(`echo '(.*)' >(/etc/nats-server\.conf)"`).FindStringSubmatch(readme)
	if line == nil || !strings.Contains(readme, "scp "+dir+"/server/* root@broker.example.org:"+setup.ServerDir+"\n") {
		t.Fatalf("the README is\n%s", readme)
	}
	if err := os.CopyFS(filepath.Join(root, setup.ServerDir), os.DirFS(filepath.Join(dir, "server"))); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{line[2]: line[1] + "\n", "/usr/bin/nats-server": read(t, program)} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(data), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := real.Enter(root, "nats-server", "-t", "-c", line[2]).CombinedOutput(); err != nil || !strings.Contains(string(out), "is valid") {
		t.Errorf("%v\n%s", err, out)
	}
}
