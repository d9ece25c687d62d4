package accounts

import (
	"context"
	"strconv"
	"sync"

	"ralsh/ral/host"
)

// Database finds the users or the groups of a host by number.
type Database struct {
	Type string // "user" or "group", as a resource
	ID   string // "UID" or "GID"
	attr string // attribute of the resource that holds the number
	name string // name of the database for getent
	file string
	read func(ctx context.Context, rd host.Reader) (map[int64][]numbered, error)
	// parse parses the output of getent.
	parse func([]byte) []numbered
	nss   *NSS
}

// Holder is an account that has a number, and the position of its line:
// "/etc/passwd:20".
type Holder struct{ Name, At string }

type numbered struct {
	name string
	id   int64
	line int
}

// index caches the entries of a file by number. It is rebuilt when the table
// changes.
type index struct {
	mu   sync.Mutex
	of   any // table that rows was built from
	rows map[int64][]numbered
}

func (x *index) get(table any, list func() []numbered) map[int64][]numbered {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.of != table {
		x.of, x.rows = table, byNumber(list())
	}
	return x.rows
}

func byNumber(list []numbered) map[int64][]numbered {
	rows := make(map[int64][]numbered, len(list))
	for _, row := range list {
		rows[row.id] = append(rows[row.id], row)
	}
	return rows
}

func usersOf(t *Table[Passwd]) []numbered {
	list := make([]numbered, 0, t.Len())
	for _, p := range t.All() {
		list = append(list, numbered{p.Name, p.UID, p.Line})
	}
	return list
}

func groupsOf(t *Groups) []numbered {
	list := make([]numbered, 0, t.Len())
	for _, g := range t.All() {
		list = append(list, numbered{g.Name, g.GID, g.Line})
	}
	return list
}

// Users returns the database of users, by uid.
func Users(files *Reader, nss *NSS) Database {
	return Database{
		Type: "user", ID: "UID", attr: "uid", name: "passwd", file: PasswdFile, nss: nss,
		parse: func(out []byte) []numbered { return usersOf(ParsePasswd(string(out))) },
		read: func(ctx context.Context, rd host.Reader) (map[int64][]numbered, error) {
			t, err := files.Passwd(ctx, rd)
			if err != nil {
				return nil, err
			}
			return files.uids.get(t, func() []numbered { return usersOf(t) }), nil
		},
	}
}

// UserGroups returns the database of groups, by gid.
func UserGroups(files *Reader, nss *NSS) Database {
	return Database{
		Type: "group", ID: "GID", attr: "gid", name: "group", file: GroupFile, nss: nss,
		parse: func(out []byte) []numbered { return groupsOf(ParseGroup(string(out))) },
		read: func(ctx context.Context, rd host.Reader) (map[int64][]numbered, error) {
			t, err := files.Group(ctx, rd)
			if err != nil {
				return nil, err
			}
			return files.gids.get(t, func() []numbered { return groupsOf(t) }), nil
		},
	}
}

// Holders returns the accounts that have a number. It queries the other
// sources of nsswitch.conf only if no account in the file has the number.
func (d Database) Holders(ctx context.Context, rd host.Reader, number int64) ([]Holder, error) {
	rows, err := d.read(ctx, rd)
	if err != nil {
		return nil, err
	}
	var list []Holder
	for _, row := range rows[number] {
		list = append(list, Holder{row.name, At(d.file, row.line)})
	}
	if len(list) > 0 {
		return list, nil
	}
	key := strconv.FormatInt(number, 10)
	out, err := d.nss.ask(ctx, rd, d.name, key)
	for _, row := range d.parse(out) {
		if row.id == number {
			list = append(list, Holder{row.name, "getent " + d.name + " " + key})
		}
	}
	return list, err
}
