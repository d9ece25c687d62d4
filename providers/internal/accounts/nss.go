package accounts

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Getent declares the command that queries every source of nsswitch.conf
// (getent(1)). It runs only on the running system, because it has no option
// for a root directory.
func Getent() ral.Command {
	return ral.Command{Binary: "getent", Optional: true, Queries: [][]string{{"passwd", "**"}, {"group", "**"}}, QueryFiles: []string{
		"/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/nslcd.conf", "/etc/ldap", "/etc/openldap", "/etc/sssd",
	}}
}

// nssTimeout limits the time a directory service may take to answer.
const nssTimeout = 10 * time.Second

// notFound is the exit status of getent for an unknown key.
const notFound = 2

// NSS looks up names in all sources of nsswitch.conf and caches each answer. It
// is safe for concurrent use, and the zero value is ready to use.
type NSS struct {
	mu      sync.Mutex
	answers map[string][]byte
}

// Passwd returns the entry of a user, or false if no source has the name.
func (n *NSS) Passwd(ctx context.Context, rd host.Reader, name string) (Passwd, bool, error) {
	out, err := n.ask(ctx, rd, "passwd", name)
	if err != nil {
		return Passwd{}, false, err
	}
	// getent reads a key of digits as a number and returns the name of the number.
	p, ok := ParsePasswd(string(out)).Get(name)
	return p, ok, nil
}

// Group returns the entry of a group, or false if no source has the name.
func (n *NSS) Group(ctx context.Context, rd host.Reader, name string) (Group, bool, error) {
	out, err := n.ask(ctx, rd, "group", name)
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

func (n *NSS) ask(ctx context.Context, rd host.Reader, database, name string) ([]byte, error) {
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
	if _, err := rd.Find(ctx, "getent"); err != nil {
		return nil, nil
	}
	res, err := rd.Query(ctx, host.Command{
		Name: "getent", Args: append([]string{database}, names...), Timeout: nssTimeout, OK: []int{notFound},
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
