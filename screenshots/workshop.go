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
	program func() (string, error) // path of the built binary
}

const pinnedFolder = "/tmp/ralsh-000000"

// newWorkshop makes the folder; n tells it from the others of this process.
func newWorkshop(n int, program func() (string, error)) (*workshop, error) {
	// os.MkdirTemp would choose a name of any length.
	dir := fmt.Sprintf("/tmp/ralsh-%06d", (os.Getpid()*10+n)%1_000_000)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the work folder: %w", err)
	}
	return &workshop{dir: dir, program: program}, nil
}

// built returns what builds the program at the first call, into folder; repo is
// the root of its module.
func built(ctx context.Context, repo, folder string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		path := filepath.Join(folder, "ralsh")
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", path, ".")
		build.Dir, build.Env = repo, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build the program in %s: %w\n%s", repo, err, out)
		}
		return path, nil
	})
}

// host makes web1 afresh, so that no scene sees what another one changed.
func (w *workshop) host() (string, error) {
	for _, name := range []string{"web1", "home", "tools"} {
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

// env is the whole environment of what runs in a picture; its tools are put first
// on PATH.
func (w *workshop) env(tools []Tool) ([]string, error) {
	home, path := filepath.Join(w.dir, "home"), "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
	for _, tool := range tools {
		if err := os.WriteFile(filepath.Join(w.dir, "tools", tool.Name), []byte("#!/bin/sh\n"+tool.Script+"\n"), 0o755); err != nil {
			return nil, fmt.Errorf("make the tool %s: %w", tool.Name, err)
		}
	}
	if len(tools) > 0 {
		path = filepath.Join(w.dir, "tools") + ":" + path
	}
	return []string{
		"PATH=" + path,
		"HOME=" + home,
		"XDG_CONFIG_HOME=" + home + "/config",
		"XDG_STATE_HOME=" + home + "/state",
		"XDG_CACHE_HOME=" + home + "/cache",
		"TMUX_TMPDIR=" + w.dir,
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "TERM=screen-256color", "SHELL=/bin/sh",
	}, nil
}

func (w *workshop) close() error { return os.RemoveAll(w.dir) }
