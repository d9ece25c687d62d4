package host

import "fmt"

// Distrust says why root must not run what a file or folder holds: someone else
// could have written it. It is "" for anyone but root. what is how the sentence
// calls it.
func (rd Reader) Distrust(what string, info Info) string {
	mode := info.Mode.Perm()
	switch {
	case rd.UID() != 0:
		return ""
	case info.UID != 0:
		return fmt.Sprintf("%s belongs to uid %d, and would run as root", what, info.UID)
	case mode&0o002 != 0, mode&0o020 != 0 && info.GID != 0:
		return fmt.Sprintf("others than root may write %s (mode %#o), and it would run as root", what, mode)
	}
	return ""
}
