package accounts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Getent declares the command that queries the sources of nsswitch.conf (getent(1)). It
// runs only on the running system, because it has no option for a root directory.
func Getent() ral.Command {
	return ral.Command{Binary: "getent", Optional: true, Queries: [][]string{{"-s", "*", "passwd", "**"}, {"-s", "*", "group", "**"}}, QueryFiles: []string{
		"/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/nslcd.conf", "/etc/ldap", "/etc/openldap", "/etc/sssd",
	}}
}

// nssTimeout limits the time a directory service may take to answer.
const nssTimeout = 10 * time.Second

// notFound is the exit status of getent for an unknown key.
const notFound = 2

// NSS looks up names in the sources of nsswitch.conf other than the files, and caches
// each answer. getent would read the files of the running system, and not those that a
// plan leaves. NSS is safe for concurrent use, and the zero value is ready to use.
type NSS struct {
	mu      sync.Mutex
	answers map[string][]byte
}

// Passwd returns the entry of a user, or false if no other source has the name.
func (n *NSS) Passwd(ctx context.Context, rd host.Reader, name string) (Passwd, bool, error) {
	out, err := n.Ask(ctx, rd, "passwd", name)
	if err != nil {
		return Passwd{}, false, err
	}
	// getent reads a key of digits as a number and returns the name of the number.
	p, ok := ParsePasswd(string(out)).Get(name)
	return p, ok, nil
}

// Group returns the entry of a group, or false if no other source has the name.
func (n *NSS) Group(ctx context.Context, rd host.Reader, name string) (Group, bool, error) {
	out, err := n.Ask(ctx, rd, "group", name)
	if err != nil {
		return Group{}, false, err
	}
	g, ok := ParseGroup(string(out)).Get(name)
	return g, ok, nil
}

// AskAhead looks up several names with a single query and caches the answers,
// because a directory service may be slow. It ignores errors: the lookup of a
// name reports them.
func (n *NSS) AskAhead(ctx context.Context, rd host.Reader, database string, names []string) {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return CheckName("", name) != nil })
	if len(names) < 2 || rd.Root() != "/" {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	_, _ = n.query(ctx, rd, database, names...)
}

// Ask returns the lines of a database for a name, or for a number as text; the result is
// empty if no source has it.
func (n *NSS) Ask(ctx context.Context, rd host.Reader, database, name string) ([]byte, error) {
	// No source has a name that the files cannot contain, and getent would
	// parse some names as options.
	if rd.Root() != "/" || CheckName("", name) != nil {
		return nil, nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if out, asked := n.answers[database+" "+name]; asked {
		return out, nil
	}
	out, err := n.query(ctx, rd, database, name)
	if err != nil {
		return nil, fmt.Errorf("cannot look up %s outside of the local files: %w", name, err)
	}
	return out, nil
}

// query runs getent for all names and caches its whole output for each name.
func (n *NSS) query(ctx context.Context, rd host.Reader, database string, names ...string) ([]byte, error) {
	from, err := otherSources(ctx, rd, database)
	if err != nil || len(from) == 0 {
		return nil, err
	}
	if _, err := rd.Find(ctx, "getent"); err != nil {
		return nil, nil
	}
	res, err := rd.Query(ctx, host.Command{
		Name: "getent", Args: append([]string{"-s", database + ":" + strings.Join(from, " "), database}, names...), Timeout: nssTimeout, OK: []int{notFound},
	})
	if err != nil {
		return nil, err
	}
	if n.answers == nil {
		n.answers = make(map[string][]byte)
	}
	for _, name := range names {
		n.answers[database+" "+name] = res.Stdout
	}
	return res.Stdout, nil
}

// otherSources returns the sources of a database other than the files, each followed by
// its actions, in the syntax of nsswitch.conf(5): "systemd", "[NOTFOUND=return]". Without
// the file, or a line of the database, only the files are a source.
func otherSources(ctx context.Context, rd host.Reader, database string) (words []string, err error) {
	data, err := rd.ReadShared(ctx, nsswitchFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, &ReadError{File: nsswitchFile, Cause: err}
	}
	for line := range strings.Lines(string(data)) {
		line, _, _ = strings.Cut(line, "#")
		if name, rest, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == database {
			words = withoutFiles(rest)
		}
	}
	return words, nil
}

func withoutFiles(line string) (words []string) {
	files := false
	for word := range sources(line) {
		action := strings.HasPrefix(word, "[")
		if !action {
			files = word == "files"
		}
		switch {
		case !files:
			words = append(words, word)
		case action && strings.Contains(strings.ToLower(word), "notfound=return") && !strings.Contains(word, "!"):
			return words // the sources after the files are never queried
		}
	}
	return words
}

// sources yields the sources and the actions of a line of nsswitch.conf(5).
func sources(line string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
			end := strings.IndexAny(line, " \t[")
			if line[0] == '[' {
				end = strings.IndexByte(line, ']') + 1
			}
			if end <= 0 {
				end = len(line)
			}
			if !yield(line[:end]) {
				return
			}
			line = line[end:]
		}
	}
}
