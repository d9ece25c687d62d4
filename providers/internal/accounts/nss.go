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

// Getent is the command that asks every source of nsswitch.conf (getent(1)).
// It has no option for another root, so it is asked on the machine itself only.
func Getent() ral.Command {
	return ral.Command{Binary: "getent", Optional: true, Queries: [][]string{{"passwd", "**"}, {"group", "**"}}, Looks: []string{
		"/etc/passwd", "/etc/group", "/etc/nsswitch.conf", "/etc/nslcd.conf", "/etc/ldap", "/etc/openldap", "/etc/sssd",
	}}
}

// nssTimeout is how long a directory service may take to answer.
const nssTimeout = 10 * time.Second

// notFound is getent's status for a key that no source knows.
const notFound = 2

// NSS asks for names that the local files lack, once per name. It is safe for
// concurrent use; the zero NSS is ready.
type NSS struct {
	mu      sync.Mutex
	answers map[string][]byte
}

// Passwd returns the entry of a user, false when no source knows the name.
func (n *NSS) Passwd(ctx context.Context, rd host.Reader, name string) (Passwd, bool, error) {
	out, err := n.ask(ctx, rd, "passwd", name)
	if err != nil {
		return Passwd{}, false, err
	}
	// A key of digits is a number to getent, and answers with another name.
	p, ok := ParsePasswd(string(out)).Get(name)
	return p, ok, nil
}

// Group returns the entry of a group, false when no source knows the name.
func (n *NSS) Group(ctx context.Context, rd host.Reader, name string) (Group, bool, error) {
	out, err := n.ask(ctx, rd, "group", name)
	if err != nil {
		return Group{}, false, err
	}
	g, ok := ParseGroup(string(out)).Get(name)
	return g, ok, nil
}

// AskAhead asks for several names at once, which are then known: a directory
// service may take its time for each question. What goes wrong is left to who
// asks for one name.
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
	// No source has a name that the files could not hold, and getent would take
	// some for an option.
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
		return nil, fmt.Errorf("ask whether %s is known beyond the local files: %w", name, err)
	}
	return out, nil
}

// query runs getent and keeps its answer, of all names, for each of them.
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
