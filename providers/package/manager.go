package pkg

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// manager describes a package manager as data: how to call its tool, to query it and
// to change packages. A behaviour executes it. It has functions only where managers
// differ in more than strings.
type manager struct {
	ral.Provider // without the fields that are derived from those below

	tool   ral.Command  // Binary is Name if empty
	call   host.Command // the settings of all calls that change packages; queries have its Env too
	ask    []string     // options at the start of each query
	askEnv []string     // environment of queries, in addition to that of call
	// checkTool rejects a tool named by a resource; nil allows any.
	checkTool func(tool string) error
	// failure explains why a query failed; nil leaves the error unchanged.
	failure func(res host.Result, err error) error

	// name rejects names that the tool would read as more than a package name.
	name func(name string) error
	// database reads the installed packages; nil for a manager that uses list.
	database func(b *behaviour) database
	list     packages
	newer    updates
	provides func(ctx context.Context, rd host.Reader, b *behaviour, name string) (have, bool, error)
	fold     func(name string) string // returns the canonical spelling of a name; nil if there is only one
	// isLatest reports whether the installed version is the newest; nil queries
	// newer.
	isLatest func(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, is string) (bool, error)
	// isVersion reports whether the installed version satisfies a version or a range;
	// nil leaves that to the type.
	isVersion func(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, is, should string) (bool, error)

	// The verbs, with the options that always follow them.
	install, remove []string
	purge           []string // default: remove
	upgrade         []string // for an installed package with latest; default: install
	fromFile        []string // for the file in source; default: install
	filesOnly       bool     // there are no repositories; source must name a file
	remotes         bool     // source is a repository, not a file
	latest          []string // options for latest
	latestName      string   // argument of versioned for latest; "" for the bare name
	versioned       func(name, version string) string
	// choose selects a version or the latest version, if latest and versioned are not
	// enough.
	choose func(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, should value.Value, t *task) error
	// adapt completes a task, also a removal.
	adapt func(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, should value.Value, t *task)
	// prepare runs before a task.
	prepare func(ctx context.Context, wr host.Writer, t task) error

	// marker returns the command that marks a package, with Name, Args and Stdin; nil
	// for a manager without marks. marked returns the marks to set after an
	// installation: hold or "none", and auto.
	marker func(name, mark string) host.Command
	marked func(r *ral.Resource, should value.Value) []string

	front  []string // options before the verb
	single bool     // a call changes only one package
	// makes returns the files that a call creates; see host.Command.
	makes func(ctx context.Context, rd host.Reader, args []string) []string

	dry     *dryRun // nil if the tool has none
	lasting func(ctx context.Context, rd host.Reader, name string, is, should value.Value) []string
	// edited returns the edited configuration files that a purge would remove; nil
	// if they are unknown.
	edited func(ctx context.Context, rd host.Reader, names []string) []string
}

// question is a query and the parser of its answer.
type question[T any] struct {
	file string // if set, this file is read instead of running a command
	args []string
	ok   []int
	read func(res host.Result) (T, error)
}

type (
	packages = question[[]have]            // the installed packages
	updates  = question[map[string]string] // the newer versions, by folded name
)

// fromText adapts a parser that may reject the whole answer.
func fromText[T any](parse func(out string) (T, error)) func(host.Result) (T, error) {
	return func(res host.Result) (T, error) { return parse(valid(res.Stdout)) }
}

// fromLines adapts a parser that ignores invalid lines.
func fromLines[T any](parse func(out string) T) func(host.Result) (T, error) {
	return func(res host.Result) (T, error) { return parse(valid(res.Stdout)), nil }
}

// fromBytes adapts a parser that gets the answer unmodified.
func fromBytes[T any](parse func(out []byte) (T, error)) func(host.Result) (T, error) {
	return func(res host.Result) (T, error) { return parse(res.Stdout) }
}

func valid(out []byte) string { return strings.ToValidUTF8(string(out), "?") }

// database reads the installed packages. It may also implement ral.Prefetcher and
// ral.Forgetter.
type database interface {
	ral.Lister
	ral.Retriever
}

// provider returns the manager as a provider of the type. behaviour must be written in
// the file of the manager, because a failed test of its command names that file.
func (m *manager) provider(behaviour func() any) ral.Provider {
	m.tool.Binary = cmp.Or(m.tool.Binary, m.Name)
	p := m.Provider
	p.Type, p.Commands = "package", append([]ral.Command{m.tool}, p.Commands...)
	p.New = behaviour
	return p
}

// behaviour is the behaviour of a manager during a run.
type behaviour struct {
	database
	m         *manager
	installed kept[map[string]have]   // by tool and name
	latest    kept[map[string]string] // by tool and name
	together  dryRuns
}

func (m *manager) behaviour() ral.Ops {
	b := &behaviour{m: m}
	b.database = listing{b}
	if m.database != nil {
		b.database = m.database(b)
	}
	ops, db := ral.OpsOf(b), ral.OpsOf(b.database)
	if db.Group.Prefetch == nil {
		ops.Group.Prefetch = nil
	}
	if db.Forget == nil {
		ops.Forget = nil
	}
	if m.single {
		ops.Group.Write = nil
	}
	return ops
}

// nameOf returns the name of the package that a resource manages.
func (b *behaviour) nameOf(ctx context.Context, rd host.Reader, r *ral.Resource) (string, error) {
	if d, ok := b.database.(interface {
		NameOf(ctx context.Context, rd host.Reader, r *ral.Resource) (string, error)
	}); ok {
		return d.NameOf(ctx, rd, r)
	}
	return r.Name(), nil
}

// query runs a read-only call with the tool of a resource, "" for the default tool.
func (b *behaviour) query(ctx context.Context, rd host.Reader, tool string, ok []int, args ...string) (host.Result, error) {
	m := b.m
	if m.checkTool != nil {
		if err := m.checkTool(tool); err != nil {
			return host.Result{}, err
		}
	}
	args = ral.RootArgs(m.tool.Root, rd.Root(), slices.Concat(m.ask, args)...)
	res, err := rd.Query(ctx, host.Command{Name: cmp.Or(tool, m.tool.Binary), Args: args, Env: slices.Concat(m.call.Env, m.askEnv), OK: ok})
	if err != nil && m.failure != nil {
		err = m.failure(res, err)
	}
	return res, err
}

// answer runs a query, or reads its file, and parses the result. After a failed query
// it returns the parsed part of the output with the error.
func answer[T any](ctx context.Context, rd host.Reader, b *behaviour, tool string, q question[T]) (T, error) {
	var res host.Result
	var err error
	if q.file != "" {
		res.Stdout, err = rd.ReadFile(ctx, q.file)
	} else {
		res, err = b.query(ctx, rd, tool, q.ok, q.args...)
	}
	if err != nil {
		part, _ := q.read(res)
		return part, err
	}
	return q.read(res)
}

// Prefetch reads the packages of the run, and saves the resources for a shared dry
// run.
func (b *behaviour) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	b.together.all = all
	return ral.OpsOf(b.database).Group.Prefetch(ctx, rd, all)
}

func (b *behaviour) Forget() {
	ral.OpsOf(b.database).Forget()
	b.latest.forget()
}

// InSync compares an installed package with latest or with a version.
func (b *behaviour) InSync(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, is, should value.Value) (insync, known bool, err error) {
	switch {
	case attr != "ensure" || !installed(is) || is.IsUnknown():
		return false, false, nil
	case should.IsSym("latest") && b.m.isLatest != nil:
		insync, err = b.m.isLatest(ctx, rd, b, r, is.Text())
	case should.IsSym("latest"):
		insync, err = b.hasLatest(ctx, rd, r)
	case should.Kind() == value.String && b.m.isVersion != nil:
		insync, err = b.m.isVersion(ctx, rd, b, r, is.Text(), should.Text())
	default:
		return false, false, nil
	}
	return insync, true, err
}

func (b *behaviour) hasLatest(ctx context.Context, rd host.Reader, r *ral.Resource) (bool, error) {
	tool := commandOf(r)
	newer, err := b.latest.of(tool, func() (map[string]string, error) { return answer(ctx, rd, b, tool, b.m.newer) })
	_, old := newer[b.m.folded(r.Name())]
	return err == nil && !old, err
}
