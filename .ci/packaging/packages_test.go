package packaging

import (
	"debug/elf"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"ralsh/ral/raltest/real"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTwoBuilds builds a release twice with the same result.
func TestTwoBuilds(t *testing.T) {
	real.Full(t)
	if d := cmp.Diff(release(t, t.TempDir()), release(t, t.TempDir())); d != "" {
		t.Fatalf("two builds of one commit differ:\n%s", d)
	}
}

// TestPackages builds a release, installs each package on its system, runs it, and removes
// it without leaving a file.
func TestPackages(t *testing.T) {
	dist := t.TempDir()
	release(t, dist)
	head := strings.TrimSpace(output(t, exec.Command("git", "-c", "safe.directory=*", "rev-parse", "--short=12", "HEAD")))
	for _, c := range []struct {
		kind            string
		root            func(testing.TB) string
		install, remove []string
		agent           []string // installs the agent, which needs ssh-keygen that the roots lack
		shells          []string // %s is the program
	}{
		{
			"deb", real.Chroot,
			[]string{"dpkg", "-i"},
			[]string{"dpkg", "-P", "ralsh-agent", "ralsh"},
			[]string{"dpkg", "--ignore-depends=openssh-client", "-i"},
			[]string{"bash-completion/completions/%s", "zsh/vendor-completions/_%s", "fish/vendor_completions.d/%s.fish"},
		},
		{
			"rpm", real.Rpm,
			[]string{"rpm", "--dbpath", "/var/lib/rpm", "-i", "--nodeps"},
			[]string{"rpm", "--dbpath", "/var/lib/rpm", "-e", "ralsh-agent", "ralsh"},
			[]string{"rpm", "--dbpath", "/var/lib/rpm", "-i", "--nodeps"},
			[]string{"bash-completion/completions/%s", "zsh/site-functions/_%s", "fish/vendor_completions.d/%s.fish"},
		},
	} {
		t.Run(c.kind, func(t *testing.T) {
			root := c.root(t)
			// The root was made without manuals.
			for _, cfg := range glob(t, root, "etc/dpkg/dpkg.cfg.d/*") {
				if err := os.Remove(cfg); err != nil {
					t.Fatal(err)
				}
			}
			file, agent := "ralsh-0.0.1-linux-amd64."+c.kind, "ralsh-agent-0.0.1-linux-amd64."+c.kind
			copied(t, filepath.Join(dist, file), filepath.Join(root, file))
			copied(t, filepath.Join(dist, agent), filepath.Join(root, agent))
			before := tree(t, root)
			output(t, real.Enter(root, append(c.install, "/"+file)...))
			output(t, real.Enter(root, append(c.agent, "/"+agent)...))
			agentInstalled(t, root, head)
			if said := output(t, real.Enter(root, "ralsh", "--version")); !strings.HasPrefix(said, "ralsh 0.0.1 (commit "+head+", ") {
				t.Errorf("the version is %q, and the commit %s", said, head)
			}
			staticAndStripped(t, filepath.Join(root, "usr/bin/ralsh"))
			if said := output(t, real.Enter(root, "ralsh", "resource", "user", "root")); !strings.Contains(said, "=> '/root'") {
				t.Errorf("the user root is\n%s", said)
			}
			for _, page := range []string{"ralsh-resource", "ralsh-agent", "ralsh-agent-setup"} {
				if said := output(t, real.Enter(root, "gzip", "-dc", "/usr/share/man/man1/"+page+".1.gz")); !strings.Contains(said, "ralsh 0.0.1") {
					t.Errorf("the manual page of %s is\n%.200s", page, said)
				}
			}
			filled(t, root, "doc/ralsh/copyright", "doc/ralsh/licenses/go", "doc/ralsh/licenses/charm.land_bubbletea_v2")
			for _, program := range []string{"ralsh", "ralsh-agent"} {
				for _, script := range c.shells {
					filled(t, root, fmt.Sprintf(script, program))
				}
			}
			output(t, real.Enter(root, c.remove...))
			if d := cmp.Diff(before, tree(t, root)); d != "" {
				t.Errorf("it left something:\n%s", d)
			}
		})
	}
}

// agentInstalled checks the package of the agent, where ralsh is installed already.
func agentInstalled(t *testing.T, root, head string) {
	t.Helper()
	if said := output(t, real.Enter(root, "ralsh-agent", "--version")); !strings.HasPrefix(said, "ralsh-agent 0.0.1 (commit "+head+", ") {
		t.Errorf("the version of the agent is %q, and the commit %s", said, head)
	}
	staticAndStripped(t, filepath.Join(root, "usr/bin/ralsh-agent"))
	if _, err := os.Stat(filepath.Join(root, "usr/bin/systemd-sysusers")); err == nil {
		if said := output(t, real.Enter(root, "id", "-nG", "ralsh")); said != "ralsh\n" {
			t.Errorf("the groups of the user of the agent are %q", said)
		}
	}
	filled(t, root, "../lib/sysusers.d/ralsh-agent.conf", "../lib/tmpfiles.d/ralsh-agent.conf", "doc/ralsh-agent/copyright",
		"doc/ralsh-agent/licenses/go", "doc/ralsh-agent/licenses/github.com_nats-io_nats.go")
	if enabled := glob(t, root, "etc/systemd/system/*/ralsh-agent*"); len(enabled) > 0 {
		t.Errorf("the package enabled %v", enabled)
	}
	if info, err := os.Stat(filepath.Join(root, "etc/ralsh")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the agent cannot reach its settings: %v, %v", info, err)
	}
}

// filled checks that files below /usr/share are there and not empty.
func filled(t *testing.T, root string, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if info, err := os.Stat(filepath.Join(root, "usr/share", path)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestBuildOfAClone builds ralsh with go build alone: it knows its commit. Only the
// setting of this machine is undone, which keeps the commit out of builds.
func TestBuildOfAClone(t *testing.T) {
	real.Need(t, "git notes the commit", "git")
	clone := filepath.Join(t.TempDir(), "clone")
	head := strings.TrimSpace(output(t, exec.Command("git", "-c", "safe.directory=*", "rev-parse", "--short=12", "HEAD")))
	output(t, exec.Command("git", "-c", "safe.directory=*", "clone", "--quiet", "../..", clone))
	build := exec.Command("go", "build", ".")
	build.Dir = clone
	build.Env = append(os.Environ(), "GOFLAGS=-buildvcs=auto")
	output(t, build)
	if said := output(t, exec.Command(filepath.Join(clone, "ralsh"), "--version")); !strings.Contains(said, " (commit "+head+", ") {
		t.Errorf("the version is %q, and the commit %s", said, head)
	}
}

// staticAndStripped checks that a binary needs no loader and has no symbols.
func staticAndStripped(t *testing.T, path string) {
	t.Helper()
	file, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the binary has a program header %v: it needs a loader", p.Type)
		}
	}
	for _, name := range []string{".symtab", ".debug_info", ".zdebug_info"} {
		if file.Section(name) != nil {
			t.Errorf("the binary has a section %s", name)
		}
	}
}

// release builds a release and returns its checksums.
func release(t *testing.T, dist string) string {
	t.Helper()
	real.Need(t, "the commands of a release", "git", "tar", "gzip", "sha256sum")
	output(t, exec.Command("../release", "0.0.1", dist))
	sums, err := os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	if err != nil || strings.Count(string(sums), "\n") != 10 {
		t.Fatalf("the checksums are %q, %v", sums, err)
	}
	return string(sums)
}

func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

func glob(t *testing.T, root, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func copied(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tree returns the paths of a root, except the records and logs of the package
// managers.
func tree(t *testing.T, root string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, root)
		if slices.Contains([]string{"/var/lib/dpkg", "/var/lib/rpm", "/var/log", "/var/cache", "/proc", "/sys", "/dev", "/run", "/tmp"}, name) {
			return fs.SkipDir
		}
		paths = append(paths, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}
