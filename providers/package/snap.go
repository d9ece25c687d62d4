package pkg

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// snap installs snaps, with snap(8).
type snap struct {
	inventory
	groupWorker
	unpredicted
}

func snapProvider() ral.Provider {
	return ral.Provider{
		Name: "snap", Type: "package", Score: 1,
		Doc: "Snaps by snap, at the revision of their channel; `install_options => '--channel=edge'` chooses another. " +
			"Its tests stand on output that was captured from snap, whose daemon needs a system of its own.",
		Commands:  []ral.Command{{Binary: "snap", Queries: [][]string{{"list"}, {"refresh", "--list"}}}},
		Features:  []string{"holdable", "install_options", "installable", "purgeable", "uninstall_options", "uninstallable", "upgradeable"},
		NeedsRoot: "snap installs for all users",
		New:       newSnap,
	}
}

func newSnap() any {
	s := new(snap)
	s.all, s.upgrades.ask, s.manager = installedBySnap, newerBySnap, s
	return s
}

func installedBySnap(ctx context.Context, rd host.Reader, _ string) ([]have, error) {
	res, err := rd.Query(ctx, host.Command{Name: "snap", Args: []string{"list", "--color=never", "--unicode=never"}})
	if err != nil {
		return nil, err
	}
	return parseSnap(strings.ToValidUTF8(string(res.Stdout), "?"))
}

// parseSnap reads the table of snap list: Name, Version, Rev, Tracking,
// Publisher, Notes. An answer without its head is an error; without any snap
// there is none at all.
func parseSnap(out string) ([]have, error) {
	var list []have
	n := 0
	for line := range strings.Lines(out) {
		n++
		words := strings.Fields(line)
		switch {
		case n == 1 && len(words) > 0 && words[0] != "Name":
			return nil, fmt.Errorf("snap list did not answer with snaps but %q", short(out))
		case n == 1 || len(words) < 6 || snapName(words[0]) != nil:
			continue
		}
		held := slices.Contains(strings.Split(words[5], ","), "held")
		list = append(list, have{name: words[0], version: words[1], held: held, from: fmt.Sprintf("snap list, line %d", n)})
	}
	return list, nil
}

// newerBySnap asks the store for all that is newer there: a table as of snap
// list, with fewer columns.
func newerBySnap(ctx context.Context, rd host.Reader, _ string) (map[string]string, error) {
	res, err := rd.Query(ctx, host.Command{Name: "snap", Args: []string{"refresh", "--list"}})
	known := make(map[string]string)
	for i, line := range strings.Split(string(res.Stdout), "\n") {
		if words := strings.Fields(line); i > 0 && len(words) >= 4 {
			known[words[0]] = words[1]
		}
	}
	return known, err
}

// Set holds a snap too.
func (s *snap) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch {
	case attr == "mark":
		return s.mark(ctx, wr, r, should.IsSym("hold"))
	case should.IsSym("held") && installed(r.Is("ensure")):
		return s.mark(ctx, wr, r, true)
	}
	err := s.groupWorker.Set(ctx, wr, r, attr, should)
	if hold := should.IsSym("held") || r.Get("mark").IsSym("hold"); err == nil && hold && !installed(r.Is("ensure")) {
		err = s.mark(ctx, wr, r, true)
	}
	return err
}

// Create installs a snap, and holds it where that is wanted.
func (s *snap) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return s.Set(ctx, wr, r, "ensure", value.Present())
}

func (s *snap) mark(ctx context.Context, wr host.Writer, r *ral.Resource, hold bool) error {
	if err := snapName(r.Name()); err != nil {
		return err
	}
	verb := "--unhold"
	if hold {
		verb = "--hold"
	}
	return wr.Run(ctx, s.command(wr.Reader(), r, job{[]string{"refresh", verb}, []string{r.Name()}}))
}

// CanBatch leaves out what is held afterwards.
func (s *snap) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	marked := func(r *ral.Resource) bool { return r.Get("ensure").IsSym("held") || r.Has("mark") }
	return !marked(first) && !marked(r) && s.groupWorker.CanBatch(ctx, rd, first, r)
}

func (*snap) job(_ context.Context, _ host.Reader, r *ral.Resource, should value.Value) (job, error) {
	name := r.Name()
	if err := snapName(name); err != nil {
		return job{}, err
	}
	remove := append([]string{"remove"}, optionsOf(r, "uninstall_options")...)
	switch {
	case should.IsAbsent():
		return job{remove, []string{name}}, nil
	case should.IsSym("purged"):
		return job{append(remove, "--purge"), []string{name}}, nil
	case should.IsSym("latest") && installed(r.Is("ensure")):
		return job{append([]string{"refresh"}, optionsOf(r, "install_options")...), []string{name}}, nil
	case r.Has("source"):
		source, err := sourceOf(r)
		return job{append([]string{"install"}, optionsOf(r, "install_options")...), []string{source}}, err
	}
	return job{append([]string{"install"}, optionsOf(r, "install_options")...), []string{name}}, nil
}

func (*snap) command(_ host.Reader, _ *ral.Resource, j job) host.Command {
	return host.Command{Name: "snap", Args: j.line(), Timeout: installTime}
}

var snapNames = lazyre.New(`\A[a-z0-9][a-z0-9-]*(?:_[a-z0-9]{1,10})?\z`)

// snapName takes a name alone, with the key of an instance or not.
func snapName(name string) error {
	if snapNames.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no name of a snap: small letters, digits and -", name)
}
