package model

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"ralsh/ral/host"
)

// logKeeps is how long the log file gets, in bytes, before it is begun again. The
// one before is kept beside it, as ralsh.log.1.
const logKeeps = 1 << 20

const logName = "ralsh.log"

// LogFile is the full path of the log file, "" when none is kept.
func (s *Session) LogFile() string {
	if s.journal == "" {
		return ""
	}
	return filepath.Join(s.journal, logName)
}

// KeepLog adds lines to the log file, mode 0600.
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
	return state.AppendSync(logName, []byte(lines))
}

// aside puts the log file beside, in place of the one before.
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

// ShortPath is a path by the short name of one's home: ~/.config/ralsh.
func (s *Session) ShortPath(file string) string {
	home := strings.TrimSuffix(s.Env.Reader().Getenv("HOME"), "/")
	if rest, below := strings.CutPrefix(file, home+"/"); below && home != "" {
		return "~/" + rest
	}
	return file
}
