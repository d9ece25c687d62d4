package host

import (
	"fmt"
)

// Distrust returns why root must not execute the contents of a file or directory: a different
// user could have written it. It returns "" for an unprivileged user. what names the file in
// the message.
func (rd Reader) Distrust(what string, info Info) string {
	mode := info.Mode.Perm()
	switch {
	case rd.UID() != 0:
		return ""
	case info.UID != 0:
		return fmt.Sprintf("%s belongs to uid %d, and would run as root", what, info.UID)
	case mode&0o002 != 0, mode&0o020 != 0 && info.GID != 0:
		return fmt.Sprintf("a user other than root may write %s (mode %#o), and it would run as root", what, mode)
	}
	return ""
}
