package model

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"ralsh/ral/host"
)

// logKeeps is the maximum size of the log file in bytes. A full file is renamed
// to ralsh.log.1.
const logKeeps = 1 << 20

const logName = "ralsh.log"

// LogFile returns the full path of the log file, or "".
func (s *Session) LogFile() string {
	if s.History.dir == "" {
		return ""
	}
	return filepath.Join(s.History.dir, logName)
}

// KeepLog appends lines to the log file, which has mode 0600.
func (s *Session) KeepLog(lines string) error {
	state, err := s.ownState()
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

// aside moves the log file to ralsh.log.1.
func aside(state *host.State) error {
	data, err := state.Read(logName)
	if err == nil {
		err = state.WriteAtomic(logName+".1", data)
	}
	if err != nil {
		return err
	}
	return state.Remove(logName)
}

// ShortPath abbreviates the home directory in a path: ~/.config/ralsh.
func (s *Session) ShortPath(file string) string {
	home := strings.TrimSuffix(s.Env.Reader().Getenv("HOME"), "/")
	if rest, below := strings.CutPrefix(file, home+"/"); below && home != "" {
		return "~/" + rest
	}
	return file
}
