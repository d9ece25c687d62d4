package host

import (
	"os"
	"path/filepath"

	"github.com/google/renameio/v2"
)

// OwnPaths are the places of ralsh's own files.
type OwnPaths struct {
	Config string // config.yaml
	State  string // the folder of journal, log and caches
	Log    string // the log file, in State
}

// Paths reports where ralsh's own files are for a user: below XDG_CONFIG_HOME and
// XDG_STATE_HOME where they are set, else /etc/ralsh and /var/lib/ralsh for
// root, and ~/.config and ~/.local/state for anyone else (XDG Base Directory
// Specification). A variable that is not an absolute path is ignored, as that
// specification says. Without HOME they are relative to /.
func Paths(uid int, getenv func(string) string) OwnPaths {
	config := own(uid, getenv, "XDG_CONFIG_HOME", "/etc", ".config")
	state := own(uid, getenv, "XDG_STATE_HOME", "/var/lib", ".local/state")
	return OwnPaths{
		Config: filepath.Join(config, "config.yaml"),
		State:  state,
		Log:    filepath.Join(state, "ralsh.log"),
	}
}

// StateSetting is how a shell says that ralsh's own state is in a folder, which is
// called ralsh: "XDG_STATE_HOME=/srv" for /srv/ralsh. It is what [Paths] reads.
func StateSetting(state string) string {
	return "XDG_STATE_HOME=" + ShellJoin([]string{filepath.Dir(state)})
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

// ReadConfig returns one of ralsh's own files by its full path; the error
// matches fs.ErrNotExist when there is none. Root reads no file that another user
// could have written (*UntrustedOwnFileError).
func ReadConfig(file string) ([]byte, error) {
	if err := trustOwn(filepath.Split(file)); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
}

// WriteConfig replaces one of ralsh's own files, mode 0600, and makes the
// directories on the way, mode 0700. Root replaces none that another user could have
// written.
func WriteConfig(file string, data []byte) error {
	if err := trustOwn(filepath.Split(file)); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if err := renameio.WriteFile(file, data, 0o600, renameio.IgnoreUmask()); err != nil {
		return err
	}
	return syncDir(filepath.Dir(file))
}
