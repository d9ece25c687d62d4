package ownfiles

import (
	"errors"
	"os"
	"path/filepath"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/atomicfile"
)

// Paths are the paths of ralsh's files.
type Paths struct {
	Config string // config.yaml
	State  string // directory of journal, log and caches
	Log    string // the log file, in State
}

// PathsOf returns the paths of ralsh's files for a user: below XDG_CONFIG_HOME and
// XDG_STATE_HOME if set, otherwise /etc/ralsh and /var/lib/ralsh for root, and ~/.config and
// ~/.local/state for other users (XDG Base Directory Specification). A variable that is not an
// absolute path is ignored, as that specification requires. Without HOME they are below /.
func PathsOf(uid int, getenv func(string) string) Paths {
	config := own(uid, getenv, "XDG_CONFIG_HOME", "/etc", ".config")
	state := own(uid, getenv, "XDG_STATE_HOME", "/var/lib", ".local/state")
	return Paths{
		Config: filepath.Join(config, "config.yaml"),
		State:  state,
		Log:    filepath.Join(state, "ralsh.log"),
	}
}

// StateSetting returns the shell assignment that selects a state directory,
// which must be named ralsh: "XDG_STATE_HOME=/srv" for /srv/ralsh. [PathsOf]
// reads it.
func StateSetting(state string) string {
	return "XDG_STATE_HOME=" + host.ShellJoin([]string{filepath.Dir(state)})
}

func own(uid int, getenv func(string) string, name, ofRoot, ofHome string) string {
	switch dir := getenv(name); {
	case filepath.IsAbs(dir):
		return filepath.Join(dir, "ralsh")
	case uid == 0:
		return filepath.Join(ofRoot, "ralsh")
	}
	return filepath.Join("/", getenv("HOME"), ofHome, "ralsh")
}

// ReadConfig reads a file of ralsh by its full path; the error matches fs.ErrNotExist if it
// does not exist. Root does not read a file that a different user could have written
// (*UntrustedError).
func ReadConfig(file string) ([]byte, error) {
	if err := trustOwn(filepath.Split(file)); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// writeConfig replaces a file of ralsh, mode 0600, and creates its parent directories, mode
// 0700. Root does not replace a file that a different user could have written.
func writeConfig(file string, data []byte) error {
	if err := trustOwn(filepath.Split(file)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	parent, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	defer parent.Close()
	err = atomicfile.Replace(int(parent.Fd()), filepath.Base(file), true, func(f *os.File) error {
		_, err := f.Write(data)
		return errors.Join(err, f.Chmod(0o600))
	}, nil)
	if err != nil {
		return &host.PathError{Op: "write", Path: file, Err: host.Cause(err)}
	}
	return nil
}
