package accounts

import (
	"slices"
	"strings"
)

// Group is a line of /etc/group (group(5)).
type Group struct {
	Name    string
	GID     int64
	Members []string // in the order of the file, without users whose primary group it is
	Line    int      // from 1
}

// Groups is the content of /etc/group, indexed by name, member and number.
type Groups struct {
	Table[Group]
	of map[string][]string
}

// ParseGroup parses the content of /etc/group. A line without exactly four
// fields, or with an invalid number, is added to Broken instead.
func ParseGroup(text string) *Groups {
	return withMembers(newTable(GroupFile, text, func(g Group) int64 { return g.GID }, groupOf))
}

// withMembers indexes a table by member.
func withMembers(t *Table[Group]) *Groups {
	g := &Groups{Table: *t, of: make(map[string][]string)}
	for _, e := range g.Scan() {
		for _, user := range e.Members {
			if !slices.Contains(g.of[user], e.Name) {
				g.of[user] = append(g.of[user], strings.Clone(e.Name))
			}
		}
	}
	for _, names := range g.of {
		slices.Sort(names)
	}
	return g
}

// next is Table.next with the members.
func (g *Groups) next(text string) (*Groups, bool) {
	if g == nil {
		return nil, false
	}
	t, changed, ok := g.Table.edited(text)
	if !ok {
		return nil, false
	}
	if slices.ContainsFunc(changed, func(e Group) bool { return len(e.Members) > 0 }) {
		return withMembers(t), true
	}
	return &Groups{Table: *t, of: g.of}, true
}

func groupOf(line int, f []string) (Group, string) {
	if why := fieldCount(f, 4); why != "" {
		return Group{}, why
	}
	gid, why := id("GID", f[2])
	return Group{Name: f[0], GID: gid, Members: members(f[3]), Line: line}, why
}

// Of returns the groups that list a user as a member, sorted.
func (g *Groups) Of(user string) []string { return g.of[user] }

// NameOf returns the name of the first group with a number.
func (g *Groups) NameOf(gid int64) (string, bool) {
	for _, i := range g.WithNumber(gid) {
		return g.At(i).Name, true
	}
	return "", false
}

func members(field string) []string {
	var list []string
	for name := range strings.SplitSeq(field, ",") {
		if name != "" {
			list = append(list, name)
		}
	}
	return list
}
