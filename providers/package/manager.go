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

// manager is a package manager as data: how its tool is called, what it is asked,
// and what it is given to do. A behaviour carries it out. It has a function only
// where managers differ in more than words.
type manager struct {
	ral.Provider // without what the fields below say

	tool    string     // the command; Name if it is empty
	root    []string   // what makes it work below another root
	queries [][]string // see ral.Command
	looks   []string   // see ral.Command
	env     []string   // of each call
	ask     []string   // the options that each query begins with
	askEnv  []string   // the environment of queries, in addition to env
	// checkTool rejects a tool that a resource names; nil allows any.
	checkTool func(tool string) error
	// failure explains why a query failed; nil leaves the error as it is.
	failure func(res host.Result, err error) error

	// name rejects what the tool would read as more than the name of a package.
	name func(name string) error
	// database reads the installed packages; nil for a manager that lists them.
	database func(b *behaviour) database
	list     packages
	newer    updates
	provides func(ctx context.Context, rd host.Reader, b *behaviour, name string) (have, bool, error)
	fold     func(name string) string // makes one of the spellings of a name; nil if there is but one
	// isLatest compares with the newest version; nil asks newer.
	isLatest func(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, is string) (bool, error)
	// isVersion compares with a version or a range; nil leaves that to the type.
	isVersion func(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, is, should string) (bool, error)

	// The verbs, with the options that always go with them.
	install, remove []string
	purge           []string // remove if it is empty
	upgrade         []string // of what is installed, for latest; install if it is empty
	fromFile        []string // of the file that source names; install if it is empty
	filesOnly       bool     // it has no repositories: source must name a file
	remotes         bool     // source is no file but a repository
	latest          []string // the options that go with latest
	latestName      string   // what versioned has for latest; "" for the bare name
	versioned       func(name, version string) string
	// choose makes a task install one version, or the latest, where that is more than
	// latest and versioned say.
	choose func(ctx context.Context, rd host.Reader, b *behaviour, r *ral.Resource, should value.Value, t *task) error
	// adapt completes a task, of a removal too.
	adapt func(r *ral.Resource, should value.Value, t *task)
	// prepare does what must come before a task.
	prepare func(ctx context.Context, wr host.Writer, t task) error

	// marker is the command that holds a package or releases it, with Name, Args
	// and Stdin; nil for a manager that cannot. marked is the mark that an
	// installation must set afterwards: hold, none, or "" to leave it.
	marker func(name, mark string) host.Command
	marked func(r *ral.Resource, should value.Value) string

	front     []string // the options in front of the verb
	single    bool     // one call changes only one package
	ok        []int    // see host.Command, as are the next four
	blockedBy func(host.Result) string
	waitsFor  func(line string) (who string, waits bool)
	writes    []string
	makes     func(ctx context.Context, rd host.Reader, args []string) []string

	dry     *dryRun // nil if the tool has none
	lasting func(is, should value.Value) []string
}

// question is a query and how its answer is read.
type question[T any] struct {
	file string // this file is read, and no command is run
	args []string
	ok   []int
	read func(res host.Result) (T, error)
}

type (
	packages = question[[]have]            // what is installed?
	updates  = question[map[string]string] // what is newer? By name, as fold has it
)

// fromText reads an answer that may be malformed as a whole.
func fromText[T any](parse func(out string) (T, error)) func(host.Result) (T, error) {
	return func(res host.Result) (T, error) { return parse(valid(res.Stdout)) }
}

// fromLines reads an answer of which only those lines count that are understood.
func fromLines[T any](parse func(out string) T) func(host.Result) (T, error) {
	return func(res host.Result) (T, error) { return parse(valid(res.Stdout)), nil }
}

// fromBytes reads an answer that is parsed as it is.
func fromBytes[T any](parse func(out []byte) (T, error)) func(host.Result) (T, error) {
	return func(res host.Result) (T, error) { return parse(res.Stdout) }
}

func valid(out []byte) string { return strings.ToValidUTF8(string(out), "?") }

// database reads the installed packages. It may be a ral.Prefetcher and a
// ral.Forgetter too.
type database interface {
	ral.Lister
	ral.Retriever
}

// provider is the manager as a provider of the type. The function that makes its
// behaviour is written in the manager's own file, which a failed test of its
// command names then.
func (m *manager) provider(behaviour func() any) ral.Provider {
	m.tool = cmp.Or(m.tool, m.Name)
	p := m.Provider
	tool := ral.Command{Binary: m.tool, Root: m.root, Queries: m.queries, Looks: m.looks}
	p.Type, p.Commands = "package", append([]ral.Command{tool}, p.Commands...)
	p.New = behaviour
	return p
}

// behaviour is what a manager does, for the time of one run.
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
	if db.Prefetch == nil {
		ops.Prefetch = nil
	}
	if db.Forget == nil {
		ops.Forget = nil
	}
	if m.single {
		ops.SetBatch, ops.CanBatch = nil, nil
	}
	if m.filesOnly {
		ops.Predict = nil // all that happens is the command itself
	}
	return ops
}

// query runs a call that only looks. tool is the one that a resource names, "" for
// the usual one.
func (b *behaviour) query(ctx context.Context, rd host.Reader, tool string, ok []int, args ...string) (host.Result, error) {
	m := b.m
	if m.checkTool != nil {
		if err := m.checkTool(tool); err != nil {
			return host.Result{}, err
		}
	}
	args = ral.RootArgs(m.root, rd.Root(), slices.Concat(m.ask, args)...)
	res, err := rd.Query(ctx, host.Command{Name: cmp.Or(tool, m.tool), Args: args, Env: slices.Concat(m.env, m.askEnv), OK: ok})
	if err != nil && m.failure != nil {
		err = m.failure(res, err)
	}
	return res, err
}

// answer asks a question.
func answer[T any](ctx context.Context, rd host.Reader, b *behaviour, tool string, q question[T]) (T, error) {
	var res host.Result
	var err error
	if q.file != "" {
		res.Stdout, err = rd.ReadFile(ctx, q.file)
	} else {
		res, err = b.query(ctx, rd, tool, q.ok, q.args...)
	}
	if err != nil {
		var none T
		return none, err
	}
	return q.read(res)
}

// Prefetch reads what the resources of the run need, and saves them for a dry run
// of them all.
func (b *behaviour) Prefetch(ctx context.Context, rd host.Reader, all []*ral.Resource) error {
	b.together.all = all
	return ral.OpsOf(b.database).Prefetch(ctx, rd, all)
}

// Forget drops what was read.
func (b *behaviour) Forget() {
	ral.OpsOf(b.database).Forget()
	b.latest.forget()
}

// InSync compares an installed package with latest, and with a version.
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
