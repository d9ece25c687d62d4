package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"ralsh/screenshots/fixture"
)

// workshop is the temporary folder in which pictures are made: the program, a
// home folder and the tmux socket. Its name has always the same length, since
// it may stand on screen, where normalising swaps it for pinnedFolder.
type workshop struct {
	dir     string
	program func() (string, error) // path of the built binary; built once, at the first call
}

const pinnedFolder = "/tmp/ralsh-000000"

// newWorkshop makes the folder; repo is the root of the program's module.
func newWorkshop(ctx context.Context, repo string) (*workshop, error) {
	// os.MkdirTemp would choose a name of any length.
	dir := fmt.Sprintf("/tmp/ralsh-%06d", os.Getpid()%1_000_000)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the work folder: %w", err)
	}
	w := &workshop{dir: dir}
	w.program = sync.OnceValues(func() (string, error) {
		path := filepath.Join(dir, "ralsh")
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", path, ".")
		build.Dir, build.Env = repo, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build the program in %s: %w\n%s", repo, err, out)
		}
		return path, nil
	})
	return w, nil
}

// host makes web1 afresh, so that no scene sees what another one changed.
func (w *workshop) host() (string, error) {
	for _, name := range []string{"web1", "home"} {
		dir := filepath.Join(w.dir, name)
		if err := os.RemoveAll(dir); err != nil {
			return "", fmt.Errorf("clear %s: %w", dir, err)
		}
		if err := os.Mkdir(dir, 0o755); err != nil {
			return "", fmt.Errorf("make %s: %w", dir, err)
		}
	}
	root := filepath.Join(w.dir, "web1")
	return root, fixture.Make(root)
}

// env is the whole environment of what runs in a picture.
func (w *workshop) env() []string {
	home := filepath.Join(w.dir, "home")
	return []string{
		"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
		"HOME=" + home,
		"XDG_CONFIG_HOME=" + home + "/config",
		"XDG_STATE_HOME=" + home + "/state",
		"XDG_CACHE_HOME=" + home + "/cache",
		"TMUX_TMPDIR=" + w.dir,
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "TERM=screen-256color", "SHELL=/bin/sh",
	}
}

func (w *workshop) close() error { return os.RemoveAll(w.dir) }
