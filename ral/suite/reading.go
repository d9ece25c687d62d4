package suite

import (
	"crypto/sha256"
	"fmt"
	"path"
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
)

// listed checks whether a listing contains the resource, and that its values equal the
// values of Retrieve.
func (l *life) listed(there bool) {
	t := l.t
	t.Helper()
	l.law = lawListed
	seen := l.retrieve()
	if seen.Present() != there {
		t.Fatalf("the retrieval reads present %v, expected %v", seen.Present(), there)
	}
	l.selected(seen)
	if there {
		l.inSyncAsCode(seen)
		l.law = lawListed
	}
	if l.s.Unlisted {
		return
	}
	inList := l.list()
	if inList == nil {
		if there {
			t.Fatalf("the listing does not contain %s", l.c.Title)
		}
		return
	}
	if inList.Present() != there {
		t.Fatalf("the listing reads present %v, expected %v", inList.Present(), there)
	}
	if there {
		for _, a := range l.typ.Properties() {
			text := inList.Get(a.Name)
			if !inList.Known(a.Name) || text.IsUnknown() {
				continue // a listing may omit properties, but must not contradict
			}
			if one, other := text.Inspect(), seen.Get(a.Name).Inspect(); one != other {
				t.Errorf("%s: the listing reads %s, the retrieval reads %s", a.Name, one, other)
			}
		}
		l.inSyncAsCode(inList)
	}
}

// inSyncAsCode checks that an instance that is written as code and read back is in sync,
// except for properties that no run verifies.
func (l *life) inSyncAsCode(inst *ral.Instance) {
	t := l.t
	t.Helper()
	l.law = lawCode
	r := manifest.FromInstance(inst, true)
	if r.LeftOut != "" {
		return
	}
	yaml, err := manifest.YAML(r)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for name, code := range map[string]string{"x.pp": manifest.Puppet(r), "x.yaml": yaml} {
		in, err := manifest.Read(name, []byte(code))
		if err != nil {
			t.Fatalf("%v\n%s", err, code)
		}
		plan, err := transaction.NewPlanWith(t.Context(), l.env, l.located(in.Decls(l.env.Registry)), l.options())
		if err != nil {
			t.Fatalf("%v\n%s", err, code)
		}
		for _, s := range plan.Steps {
			lasting := func(c transaction.Change) bool { return !c.Attr.Transient && !c.Attr.DecidesChange }
			if s.Status != transaction.InSync && (!s.OK() || slices.ContainsFunc(s.Changes, lasting)) {
				t.Errorf("%s\n%s", stepText(s), code)
			}
		}
	}
}

// located adds the parameters of the case to the code of a type that cannot be listed,
// because the provider finds the resource by them.
func (l *life) located(decls []ral.Decl) []ral.Decl {
	for i, d := range decls {
		for _, a := range l.c.With {
			if _, has := d.Get(a.Name); !has && l.s.Unlisted {
				d = d.With(a.Name, a.Value)
			}
		}
		decls[i] = d
	}
	return decls
}

func (l *life) retrieve() *ral.Instance {
	t := l.t
	t.Helper()
	r, diags := l.env.Build(t.Context(), l.decl(nil))
	if err := diags.Err(); err != nil {
		t.Fatalf("%v", err)
	}
	r.Peers = l.env.PeersAmong(t.Context(), l.c.Peers)
	inst, err := onhost.NewRun(l.env, l.env.Reader()).Retrieve(t.Context(), r)
	if err != nil {
		t.Fatalf("retrieve: %v", err)
	}
	return inst
}

// selected checks that each property has the same value if only this property is read.
func (l *life) selected(whole *ral.Instance) {
	t := l.t
	t.Helper()
	if l.p.Ops().RetrieveSelected == nil {
		return
	}
	for _, a := range l.typ.Properties() {
		r, _ := l.env.Build(t.Context(), l.decl(nil))
		inst, err := onhost.NewRun(l.env, l.env.Reader()).Read(t.Context(), r, func(other *ral.Attribute) bool { return other == a })
		if err != nil {
			t.Fatalf("retrieve %s alone: %v", a.Name, err)
		}
		if one, other := whole.Get(a.Name).Inspect(), inst.Get(a.Name).Inspect(); one != other && whole.Known(a.Name) {
			t.Errorf("%s: a retrieval of all properties reads %s, a retrieval of this property reads %s", a.Name, one, other)
		}
	}
}

func (l *life) list() *ral.Instance {
	t := l.t
	t.Helper()
	var found *ral.Instance
	l.ask(func(ev onhost.ListEvent) {
		if failed(ev) {
			t.Fatalf("listing by %s: %v", ev.Provider.Name, ev.Err)
		}
		for _, inst := range ev.Found {
			if inst.Name == l.c.Title && inst.Provider.SourceName() == l.p.SourceName() {
				found = inst
			}
		}
	})
	return found
}

// ask lists with the suite's provider only, because the other providers of a real system
// take time. If it cannot list, the providers of its source list.
func (l *life) ask(emit func(onhost.ListEvent)) {
	if l.p.Ops().List != nil {
		l.env.ListBy(l.t.Context(), l.p, emit)
		return
	}
	l.env.List(l.t.Context(), l.typ, emit)
}

// readingChangesNothing lists, retrieves, explains and elects, and checks that the host
// does not change.
func (l *life) readingChangesNothing() {
	l.t.Helper()
	l.reading("reading", func() {
		if !l.s.Unlisted {
			l.list()
		}
		l.retrieve()
		l.env.Invalidate()
		l.env.Elect(l.t.Context(), l.typ)
	})
}

// reading checks that fn does not change a watched file, and that the host received only
// read-only operations, and queries that a provider of the type or the case declares.
func (l *life) reading(what string, fn func()) {
	t := l.t
	t.Helper()
	l.law = lawReading
	times := l.s.Watch == nil // // on a real system, other programs change directories touch its directories
	before := l.snapshot(times)
	operations := l.observed(fn)
	if d := differing(before, l.snapshot(times)); d != "" {
		t.Fatalf("%s changed the host:\n%s", what, d)
	}
	for _, d := range operations {
		if !d.ReadOnly {
			t.Fatalf("%s sent an action to the host: %s", what, d.Text)
		}
	}
	l.declared(what, operations)
}

// declared checks that every command is a declared query.
func (l *life) declared(what string, operations []host.Operation) {
	l.t.Helper()
	queries := l.c.Queries
	for _, p := range l.typ.Providers() {
		queries = append(queries, p.Queries(l.host.Root())...)
	}
	for _, d := range operations {
		matches := func(q host.Query) bool { return q.Matches(d.Query) }
		if d.ReadOnly && d.Query.Name != "" && !slices.ContainsFunc(queries, matches) {
			l.t.Errorf("%s ran a command that the provider does not declare as a query: %s", what, d.Text)
		}
	}
}

// snapshot returns every watched file with its mode, owner and content, and optionally
// its modification time.
func (l *life) snapshot(times bool) map[string]string {
	watch := l.s.Watch
	if watch == nil {
		watch = []string{"/"}
	}
	all := make(map[string]string)
	for _, file := range watch {
		l.snap(file, times, all)
	}
	if l.s.State != nil {
		all["the state of the fake"] = l.s.State()
	}
	return all
}

func (l *life) snap(file string, times bool, all map[string]string) {
	ctx, rd := l.t.Context(), l.host.Reader()
	info, err := rd.Lstat(ctx, file)
	if err != nil {
		return
	}
	text := fmt.Sprintf("%s %d:%d", info.Mode, info.UID, info.GID)
	if times {
		text += " " + info.ModTime.String()
	}
	switch {
	case info.IsLink():
		target, _ := rd.ReadLink(ctx, file)
		text += " -> " + target
	case info.Mode.IsRegular():
		text += " " + l.digest(file, info)
	}
	all[file] = text
	if info.IsDir() {
		names, _ := rd.ReadDir(ctx, file)
		for _, name := range names {
			l.snap(path.Join(file, name), times, all)
		}
	}
}

// digests caches the hashes of files that have not changed since the suite began. Reading
// all watched files twice for each check takes longer than some tools.
type digests struct {
	before time.Time
	known  map[unchanged]string
}

// unchanged identifies the content of a file: a write changes the change time, which no
// call can set (inode(7)).
type unchanged struct {
	device, inode uint64
	changed       time.Time
}

// newDigests treats a file as old if it is more than a second old, because the kernel's
// clock for change times is coarse.
func newDigests() *digests {
	return &digests{time.Now().Add(-time.Second), make(map[unchanged]string)}
}

// digest returns the hash of a file's content. On a real host, it reads an old file only
// once.
func (l *life) digest(file string, info host.Info) string {
	d, key := l.s.digests, unchanged{info.Device, info.Inode, info.ChangeTime}
	old := l.s.Watch != nil && d != nil && info.ChangeTime.Before(d.before)
	if old && d.known[key] != "" {
		return d.known[key]
	}
	data, err := l.host.Reader().ReadFile(l.t.Context(), file)
	sum := fmt.Sprintf("%x", sha256.Sum256(data))
	if old && err == nil {
		d.known[key] = sum
	}
	return sum
}
