package accounts

// Passwd is a line of /etc/passwd (passwd(5)).
type Passwd struct {
	Name     string
	Password string // "x" if it is in /etc/shadow
	UID, GID int64
	Comment  string // GECOS, unchanged
	Home     string
	Shell    string // "" means /bin/sh
	Line     int    // from 1
}

// ParsePasswd parses the content of /etc/passwd. A line without exactly seven
// fields, or with an invalid number, is added to Broken instead, because the
// shadow tools skip it.
func ParsePasswd(text string) *Table[Passwd] {
	return newTable(PasswdFile, text, func(p Passwd) int64 { return p.UID }, passwdOf)
}

func passwdOf(line int, f []string) (Passwd, string) {
	if why := fieldCount(f, 7); why != "" {
		return Passwd{}, why
	}
	uid, why := id("UID", f[2])
	if why != "" {
		return Passwd{}, why
	}
	gid, why := id("GID", f[3])
	return Passwd{
		Name: f[0], Password: f[1], UID: uid, GID: gid,
		Comment: f[4], Home: f[5], Shell: f[6], Line: line,
	}, why
}
