package accounts

// Passwd is one line of /etc/passwd (passwd(5)).
type Passwd struct {
	Name     string
	Password string // "x" when it is in /etc/shadow
	UID, GID int64
	Comment  string // GECOS, unchanged
	Home     string
	Shell    string // "" is /bin/sh
	Line     int    // from 1
}

// ParsePasswd reads what /etc/passwd holds. A line that has not exactly seven
// fields, or whose numbers are none, is no entry but Broken, as the shadow tools
// pass over it; the other lines count.
func ParsePasswd(text string) *Table[Passwd] { return newTable(PasswdFile, text, passwdOf) }

func passwdOf(line int, f []string) (Passwd, string) {
	if why := fieldCount(f, 7); why != "" {
		return Passwd{}, why
	}
	uid, why := id("uid", f[2])
	if why != "" {
		return Passwd{}, why
	}
	gid, why := id("gid", f[3])
	return Passwd{
		Name: f[0], Password: f[1], UID: uid, GID: gid,
		Comment: f[4], Home: f[5], Shell: f[6], Line: line,
	}, why
}
