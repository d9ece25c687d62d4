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

// Paths tells where ralsh's own files are for a user: /etc/ralsh and
// /var/lib/ralsh for root, else the folders of the XDG Base Directory
// Specification. A variable that is not an absolute path is ignored, as that
// specification says. Without HOME they are relative to /.
func Paths(uid int, getenv func(string) string) OwnPaths {
	config, state := "/etc/ralsh", "/var/lib/ralsh"
	if uid != 0 {
		config = filepath.Join(xdg(getenv, "XDG_CONFIG_HOME", ".config"), "ralsh")
		state = filepath.Join(xdg(getenv, "XDG_STATE_HOME", ".local/state"), "ralsh")
	}
	return OwnPaths{
		Config: filepath.Join(config, "config.yaml"),
		State:  state,
		Log:    filepath.Join(state, "ralsh.log"),
	}
}

func xdg(getenv func(string) string, name, fallback string) string {
	if dir := getenv(name); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join("/", getenv("HOME"), fallback)
}

// ReadConfig returns one of ralsh's own files by its full path; the error
// matches fs.ErrNotExist when there is none.
func ReadConfig(file string) ([]byte, error) { return os.ReadFile(file) }

// WriteConfig replaces one of ralsh's own files, mode 0600, and makes the
// folders on the way, mode 0700.
func WriteConfig(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if err := renameio.WriteFile(file, data, 0o600, renameio.IgnoreUmask()); err != nil {
		return err
	}
	return syncDir(filepath.Dir(file))
}
