package model

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
)

// logKeeps is the maximum size of the log file in bytes. A full file is renamed
// to ralsh.log.1.
const logKeeps = 1 << 20

const logName = "ralsh.log"

// OwnFiles are ralsh's files on this host: the log, saved texts, and the paths of
// the configuration and the state.
type OwnFiles struct {
	Paths ownfiles.Paths
	dir   string // state directory; "" if this session does not write
	rd    host.Reader
}

// Log returns the full path of the log file, or "".
func (f OwnFiles) Log() string {
	if f.dir == "" {
		return ""
	}
	return filepath.Join(f.dir, logName)
}

// AppendLog appends lines to the log file, which has mode 0600.
func (f OwnFiles) AppendLog(lines string) error {
	state, err := f.state()
	if err != nil {
		return err
	}
	_, size, err := state.ReadPart(logName, 0, 0)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if size > logKeeps {
		if err := aside(state); err != nil {
			return err
		}
	}
	return state.Append(logName, []byte(lines), true)
}

func aside(state *ownfiles.State) error {
	data, err := state.Read(logName)
	if err == nil {
		err = state.WriteAtomic(logName+".1", data)
	}
	if err != nil {
		return err
	}
	return state.Remove(logName)
}

// Short abbreviates the home directory in a path: ~/.config/ralsh.
func (f OwnFiles) Short(file string) string {
	home := strings.TrimSuffix(f.rd.Getenv("HOME"), "/")
	if rest, below := strings.CutPrefix(file, home+"/"); below && home != "" {
		return "~/" + rest
	}
	return file
}

// FirstStart reports whether this user opens the terminal UI for the first
// time, and records it. It returns false if that cannot be recorded, so that it
// is not true on every start.
func (f OwnFiles) FirstStart() bool {
	state, err := ownfiles.Open(f.Paths.State)
	if err != nil {
		return false
	}
	const seen = "started"
	if _, err := state.Read(seen); err == nil {
		return false
	}
	return state.Mark(seen) == nil
}

// HostsFiles returns ralsh's file of hosts, the configuration of ssh(1), and the
// state directory, which contains the hosts of the last change.
func HostsFiles(getenv func(string) string) (own, ssh, state string) {
	paths := ownfiles.PathsOf(local.Machine().Reader().UID(), getenv)
	return hostsFile(paths), filepath.Join("/", getenv("HOME"), ".ssh/config"), paths.State
}

func hostsFile(paths ownfiles.Paths) string {
	return filepath.Join(filepath.Dir(paths.Config), "hosts")
}

// BuildsDir returns the directory of builds for other machines, by version.
func BuildsDir(getenv func(string) string) string {
	return filepath.Join(ownfiles.PathsOf(local.Machine().Reader().UID(), getenv).State, "builds")
}

// keptTexts is the maximum number of rejected texts that are saved.
const keptTexts = 20

// KeepText saves a rejected text in a file of the state directory, with mode
// 0600, and returns its full path. It removes the oldest files beyond
// keptTexts.
func (f OwnFiles) KeepText(text string) (string, error) {
	state, err := f.state()
	if err != nil {
		return "", err
	}
	name := "texts/" + f.rd.Now().UTC().Format("20060102-150405.000000") + ".pp"
	if err := state.WriteAtomic(name, []byte(text)); err != nil {
		return "", err
	}
	// The next call tries again to remove a file that cannot be removed.
	names, _ := state.List("texts")
	for i := range max(0, len(names)-keptTexts) {
		_ = state.Remove("texts/" + names[i])
	}
	return state.Path(name), nil
}

func (f OwnFiles) state() (*ownfiles.State, error) {
	if f.dir == "" {
		return nil, errors.New("no state directory is known")
	}
	return ownfiles.Open(f.dir)
}

// Hosts returns ralsh's file of hosts.
func (f OwnFiles) Hosts() string { return hostsFile(f.Paths) }
