package accounts

import (
	"context"
	"strconv"

	"ralsh/ral/host"
)

// Database is the users or the groups of a host, by number.
type Database struct {
	Type string // "user" or "group", as a resource
	ID   string // "UID" or "GID"
	attr string // of the resource that has the number
	name string // of the database, to getent
	file string
	read func(ctx context.Context, look host.Look) ([]numbered, error)
	// parse reads what getent answers.
	parse func([]byte) []numbered
	nss   *NSS
}

// Holder is an account that has a number, and where that stands:
// "/etc/passwd:20".
type Holder struct{ Name, At string }

type numbered struct {
	name string
	id   int64
	line int
}

// Users are the users by their uid.
func Users(files *Reader, nss *NSS) Database {
	rows := func(t *Table[Passwd]) []numbered {
		list := make([]numbered, len(t.Entries))
		for i, p := range t.Entries {
			list[i] = numbered{p.Name, p.UID, p.Line}
		}
		return list
	}
	return Database{
		Type: "user", ID: "UID", attr: "uid", name: "passwd", file: PasswdFile, nss: nss,
		parse: func(out []byte) []numbered { return rows(ParsePasswd(out)) },
		read: func(ctx context.Context, look host.Look) ([]numbered, error) {
			t, err := files.Passwd(ctx, look)
			if err != nil {
				return nil, err
			}
			return rows(t), nil
		},
	}
}

// UserGroups are the groups by their gid.
func UserGroups(files *Reader, nss *NSS) Database {
	rows := func(t *Groups) []numbered {
		list := make([]numbered, len(t.Entries))
		for i, g := range t.Entries {
			list[i] = numbered{g.Name, g.GID, g.Line}
		}
		return list
	}
	return Database{
		Type: "group", ID: "GID", attr: "gid", name: "group", file: GroupFile, nss: nss,
		parse: func(out []byte) []numbered { return rows(ParseGroup(out)) },
		read: func(ctx context.Context, look host.Look) ([]numbered, error) {
			t, err := files.Group(ctx, look)
			if err != nil {
				return nil, err
			}
			return rows(t), nil
		},
	}
}

// Holders are those that have a number: in the file, or where none there has it
// by another source of nsswitch.conf.
func (d Database) Holders(ctx context.Context, look host.Look, number int64) ([]Holder, error) {
	rows, err := d.read(ctx, look)
	if err != nil {
		return nil, err
	}
	var list []Holder
	for _, row := range rows {
		if row.id == number {
			list = append(list, Holder{row.name, At(d.file, row.line)})
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	key := strconv.FormatInt(number, 10)
	out, err := d.nss.ask(ctx, look, d.name, key)
	for _, row := range d.parse(out) {
		if row.id == number {
			list = append(list, Holder{row.name, "getent " + d.name + " " + key})
		}
	}
	return list, err
}
