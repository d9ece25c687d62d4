package real

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// madeIn is the environment variable with the directory for the binary of a test program;
// [OneBinary] sets it.
const madeIn = "RALSH_TEST_BINARY_IN"

// OneBinary is for a TestMain. It wraps m with a directory for the output of
// [Binary], so that a test program links ralsh only once, when its first test needs
// it.
func OneBinary(m interface{ Run() int }) interface{ Run() int } { return oneBinary{m} }

type oneBinary struct{ tests interface{ Run() int } }

// Run runs the tests, and removes the directory.
func (o oneBinary) Run() int {
	dir, err := os.MkdirTemp("", "ralsh-test-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = os.Chmod(dir, 0o755) // tests also run the binary as unprivileged users
	}
	if err == nil {
		err = os.Setenv(madeIn, dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return o.tests.Run()
}

// Binary returns the path of ralsh. It builds ralsh into the directory of [OneBinary], or into
// a directory of the test.
func Binary(t testing.TB) string {
	t.Helper()
	return built(t, "ralsh", ".")
}

// AgentBinary returns the path of ralsh-agent, which is built into the same directory.
func AgentBinary(t testing.TB) string {
	t.Helper()
	return built(t, "ralsh-agent", "./ui/agent")
}

// built returns the path of a program that a package of the module is.
func built(t testing.TB, name, pkg string) string {
	t.Helper()
	dir := os.Getenv(madeIn)
	if dir == "" {
		dir = t.TempDir()
	}
	path := filepath.Join(dir, name)
	defer locked(t, path+".lock")()
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if err := build(path, pkg); err != nil {
		t.Fatal(err)
	}
	return path
}

// locked waits for the lock of a path, and returns the function that releases it. The
// lock is on a file, so it serves parallel tests and test programs.
func locked(t testing.TB, path string) (unlock func()) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { f.Close() }
}

// build builds a program without the race detector, even for tests with the race detector. The
// binary is static for [Prepared], because different systems run it. Otherwise it is the
// output of plain `go build`, whose packages are already compiled.
func build(path, pkg string) error {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "ralsh").Output()
	if err != nil {
		return fmt.Errorf("looking for the module ralsh: %w", err)
	}
	// The race detector needs cgo. GOFLAGS may enable it, but the last flag wins.
	cmd := exec.Command("go", "build", "-race=false", "-buildvcs=false", "-o", path+".new", pkg)
	cmd.Dir = strings.TrimSpace(string(module))
	if Prepared() {
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s in %s: %w\n%s", pkg, cmd.Dir, err, out)
	}
	return os.Rename(path+".new", path)
}
