package accounts

import (
	"context"
	"strconv"

	"ralsh/ral/host"
)

// Database finds the users or the groups of a host by number.
type Database struct {
	Type string // "user" or "group", as a resource
	ID   string // "UID" or "GID"
	attr string // attribute of the resource that holds the number
	name string // name of the database for getent
	file string
	read func(ctx context.Context, rd host.Reader) (byNumber, error)
	// parse parses the output of getent.
	parse func(text string) byNumber
	nss   *NSS
}

// byNumber finds the entries of a Table by number.
type byNumber interface {
	WithNumber(number int64) []int
	Name(i int) string
	Line(i int) int
}

// Holder is an account that has a number, and the position of its line:
// "/etc/passwd:20".
type Holder struct{ Name, At string }

// Users returns the database of users, by uid.
func Users(files *Reader, nss *NSS) Database {
	return Database{
		Type: "user", ID: "UID", attr: "uid", name: "passwd", file: PasswdFile, nss: nss,
		parse: func(text string) byNumber { return ParsePasswd(text) },
		read:  func(ctx context.Context, rd host.Reader) (byNumber, error) { return files.Passwd(ctx, rd) },
	}
}

// UserGroups returns the database of groups, by gid.
func UserGroups(files *Reader, nss *NSS) Database {
	return Database{
		Type: "group", ID: "GID", attr: "gid", name: "group", file: GroupFile, nss: nss,
		parse: func(text string) byNumber { return ParseGroup(text) },
		read:  func(ctx context.Context, rd host.Reader) (byNumber, error) { return files.Group(ctx, rd) },
	}
}

// Holders returns the accounts that have a number. It queries the other
// sources of nsswitch.conf only if no account in the file has the number.
func (d Database) Holders(ctx context.Context, rd host.Reader, number int64) ([]Holder, error) {
	t, err := d.read(ctx, rd)
	if err != nil {
		return nil, err
	}
	var list []Holder
	for _, i := range t.WithNumber(number) {
		list = append(list, Holder{t.Name(i), At(d.file, t.Line(i))})
	}
	if len(list) > 0 {
		return list, nil
	}
	key := strconv.FormatInt(number, 10)
	out, err := d.nss.Ask(ctx, rd, d.name, key)
	t = d.parse(string(out))
	for _, i := range t.WithNumber(number) {
		list = append(list, Holder{t.Name(i), "getent " + d.name + " " + key})
	}
	return list, err
}
