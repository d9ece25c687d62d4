package accounts

// Passwd is one line of /etc/passwd (passwd(5)).
type Passwd struct {
	Name     string
	Password string // "x" when it is in /etc/shadow
	UID, GID int64
	Comment  string // GECOS, as it stands
	Home     string
	Shell    string // "" is /bin/sh
	Line     int    // from 1
}

// ParsePasswd reads what /etc/passwd holds. A line that has not exactly seven
// fields, or whose numbers are none, is passed over, as the shadow tools do;
// the rest stands.
func ParsePasswd(data []byte) *Table[Passwd] {
	var list []Passwd
	for n, f := range lines(data) {
		if len(f) != 7 {
			continue
		}
		uid, isUID := id(f[2])
		gid, isGID := id(f[3])
		if !isUID || !isGID {
			continue
		}
		list = append(list, Passwd{
			Name: f[0], Password: f[1], UID: uid, GID: gid,
			Comment: f[4], Home: f[5], Shell: f[6], Line: n,
		})
	}
	return newTable(list, func(p Passwd) string { return p.Name })
}
