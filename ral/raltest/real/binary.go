package real

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Binary builds the static ralsh into the test's folder and returns its path.
func Binary(t testing.TB) string {
	t.Helper()
	path, err := Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Build builds the static ralsh into dir, for a TestMain that wants it once. It is
// built without the race detector even when the tests run under it.
func Build(dir string) (string, error) {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "ralsh").Output()
	if err != nil {
		return "", fmt.Errorf("looking for the module ralsh: %w", err)
	}
	path := filepath.Join(dir, "ralsh")
	// The race detector needs cgo; GOFLAGS may ask for it, the last flag wins.
	build := exec.Command("go", "build", "-race=false", "-buildvcs=false", "-o", path, ".")
	build.Dir = strings.TrimSpace(string(module))
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building ralsh in %s: %w\n%s", build.Dir, err, out)
	}
	return path, nil
}
