package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"ralsh/screenshots/fixture"
)

// workshop is the temporary directory for one picture: the program, a home directory
// and the tmux socket. Its name always has the same length, because it may appear on
// screen, where normalise replaces it with pinnedDir.
type workshop struct {
	dir     string
	program func() (string, error) // path of the built binary
}

const pinnedDir = "/tmp/ralsh-000000"

// newWorkshop creates the directory; n distinguishes it from the others of this
// process.
func newWorkshop(n int, program func() (string, error)) (*workshop, error) {
	// os.MkdirTemp would choose a name of any length.
	dir := fmt.Sprintf("/tmp/ralsh-%06d", (os.Getpid()*10+n)%1_000_000)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the work directory: %w", err)
	}
	return &workshop{dir: dir, program: program}, nil
}

// built returns a function that builds the program into dir on its first call.
// repo is the root of its module.
func built(ctx context.Context, repo, dir string) func() (string, error) {
	return sync.OnceValues(func() (string, error) {
		path := filepath.Join(dir, "ralsh")
		build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", path, ".")
		build.Dir, build.Env = repo, append(os.Environ(), "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			return "", fmt.Errorf("build the program in %s: %w\n%s", repo, err, out)
		}
		return path, nil
	})
}

// host creates web1 again, so that no scene sees another one's changes.
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

// env returns the whole environment for a picture; its tools come first on PATH.
func (w *workshop) env(tools []Tool) ([]string, error) {
	home, path := filepath.Join(w.dir, "home"), filepath.Join(w.dir, "bin")
	if err := w.link(path); err != nil {
		return nil, err
	}
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
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "TERM=xterm-256color", "COLORTERM=truecolor", "SHELL=/bin/sh",
	}, nil
}

// debian are the commands of a minimal Debian that pictures may use. Other commands
// may be missing on some machines.
var debian = strings.Fields("sh bash cat ls sleep printf stat env id uname stty sed grep head tail rm mkdir cp mv ln chmod chown " +
	"dpkg dpkg-query dpkg-deb dpkg-divert update-alternatives apt-get apt-cache apt-mark apt-config useradd usermod userdel " +
	"groupadd groupmod groupdel gpasswd chpasswd chage passwd getent findmnt mount umount sysctl")

// link creates the directory used as PATH.
func (w *workshop) link(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make %s: %w", dir, err)
	}
	for _, name := range debian {
		at, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if err := os.Symlink(at, filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("link %s: %w", name, err)
		}
	}
	return nil
}

func (w *workshop) close() error { return os.RemoveAll(w.dir) }
