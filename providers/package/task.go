package pkg

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// task is a call of a package manager that changes packages.
type task struct {
	name    string   // of the package
	tool    string   // the tool named by the resource, "" for the default one
	front   []string // options before the verb
	args    []string // verb and its options
	given   []string // options of the resource
	targets []string
	env     []string // of the resource, NAME=value
	answers string   // file with debconf answers; "" for none
	marks   []string // hold, none or auto, set afterwards
}

// canBatch reports whether a single call can run both tasks.
func (t task) canBatch(u task) bool {
	return t.marks == nil && u.marks == nil && t.answers == "" && u.answers == "" && len(t.targets) > 0 && len(u.targets) > 0 &&
		slices.Equal(t.front, u.front) && slices.Equal(t.args, u.args) && slices.Equal(t.given, u.given) &&
		slices.Equal(t.env, u.env)
}

// task returns the call that changes a resource to should.
func (b *behaviour) task(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value) (task, error) {
	name, err := b.nameOf(ctx, rd, r)
	m, t := b.m, task{name: name, tool: commandOf(r), args: slices.Clip(b.m.install), env: environment(r), targets: []string{name}}
	if err != nil {
		return t, err
	}
	removes := should.IsAbsent() || should.IsSym("purged")
	if m.checkTool != nil {
		if err := m.checkTool(t.tool); err != nil {
			return t, err
		}
	}
	if removes || !m.filesOnly {
		if err := m.name(name); err != nil {
			return t, err
		}
	}
	switch {
	case removes:
		t.args, t.given = m.remove, optionsOf(r, "uninstall_options")
		if should.IsSym("purged") && m.purge != nil {
			t.args = m.purge
		}
	case should.IsSym("held") && installed(r.Is("ensure")):
		return task{name: name, marks: []string{"hold"}}, nil
	default:
		t.given = optionsOf(r, "install_options")
		if err := b.installation(ctx, rd, r, should, &t); err != nil {
			return t, err
		}
	}
	if m.adapt != nil {
		m.adapt(ctx, rd, b, r, should, &t)
	}
	return t, nil
}

func environment(r *ral.Resource) []string {
	var list []string
	for _, each := range r.Get("environment").Elements() {
		list = append(list, each.Text())
	}
	return list
}

// installation selects the version, and a repository or a file.
func (b *behaviour) installation(ctx context.Context, rd host.Reader, r *ral.Resource, should value.Value, t *task) error {
	m := b.m
	if m.marked != nil {
		t.marks = m.marked(r, should)
	}
	switch {
	case m.upgrade != nil && should.IsSym("latest") && installed(r.Is("ensure")):
		t.args = m.upgrade
	case m.filesOnly || r.Has("source") && !m.remotes:
		source, err := sourceOf(r)
		t.targets = []string{source}
		if m.fromFile != nil {
			t.args = m.fromFile
		}
		return err
	case m.choose != nil:
		return m.choose(ctx, rd, b, r, should, t)
	case should.IsSym("latest"):
		t.args = slices.Concat(t.args, m.latest)
		if m.latestName != "" {
			t.targets = []string{m.versioned(t.name, m.latestName)}
		}
	case should.Kind() == value.String && m.versioned != nil:
		t.targets = []string{m.versioned(t.name, should.Text())}
	}
	return nil
}

func (b *behaviour) Create(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return b.Set(ctx, wr, r, "ensure", value.Present())
}

func (b *behaviour) Destroy(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	return b.Set(ctx, wr, r, "ensure", value.Absent())
}

// Set changes ensure or mark to should.
func (b *behaviour) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	switch {
	case attr == "mark" && b.m.marker != nil:
		name, err := b.nameOf(ctx, wr.Reader(), r)
		if err != nil {
			return err
		}
		return b.mark(ctx, wr, name, should.Text())
	case attr != "ensure":
		return fmt.Errorf("provider %s cannot set %s", r.Provider.Name, attr)
	}
	t, err := b.task(ctx, wr.Reader(), r, should)
	if err != nil {
		return err
	}
	return b.do(ctx, wr, t)
}

// CanBatch reports whether a single call can change both packages.
func (b *behaviour) CanBatch(ctx context.Context, rd host.Reader, first, r *ral.Resource) bool {
	t, err := b.task(ctx, rd, first, first.Get("ensure"))
	if err != nil {
		return false
	}
	u, err := b.task(ctx, rd, r, r.Get("ensure"))
	return err == nil && t.canBatch(u)
}

// WriteBatch changes the packages in order. It merges neighbours with the same call.
func (b *behaviour) WriteBatch(ctx context.Context, wr host.Writer, all []*ral.Resource) []error {
	return slices.Repeat([]error{b.doAll(ctx, wr, all)}, len(all))
}

func (b *behaviour) doAll(ctx context.Context, wr host.Writer, all []*ral.Resource) error {
	var tasks []task
	for _, r := range all {
		t, err := b.task(ctx, wr.Reader(), r, r.Get("ensure"))
		if err != nil {
			return fmt.Errorf("%s: %w", r.Ref(), err)
		}
		if n := len(tasks); n > 0 && tasks[n-1].canBatch(t) {
			tasks[n-1].targets = slices.Concat(tasks[n-1].targets, t.targets)
			continue
		}
		tasks = append(tasks, t)
	}
	for _, t := range tasks {
		if err := b.do(ctx, wr, t); err != nil {
			return err
		}
	}
	return nil
}

// do runs a task, then sets its marks.
func (b *behaviour) do(ctx context.Context, wr host.Writer, t task) error {
	m := b.m
	if m.prepare != nil {
		if err := m.prepare(ctx, wr, t); err != nil {
			return err
		}
	}
	if len(t.targets) > 0 {
		cmd := host.Command{Name: cmp.Or(t.tool, m.tool.Binary), Args: slices.Concat(m.front, t.front, t.args, t.given, t.targets), Env: t.env}
		if m.makes != nil {
			cmd.Makes = m.makes(ctx, wr.Reader(), cmd.Args)
		}
		if err := b.run(ctx, wr, cmd); err != nil {
			return err
		}
	}
	for _, mark := range t.marks {
		if err := b.mark(ctx, wr, t.name, mark); err != nil {
			return err
		}
	}
	return nil
}

func (b *behaviour) mark(ctx context.Context, wr host.Writer, name, mark string) error {
	if err := b.m.name(name); err != nil {
		return err
	}
	return b.run(ctx, wr, b.m.marker(name, mark))
}

// run runs a command with the settings of the manager's calls.
func (b *behaviour) run(ctx context.Context, wr host.Writer, cmd host.Command) error {
	call := b.m.call
	call.Name, call.Args = cmd.Name, ral.RootArgs(b.m.tool.Root, wr.Reader().Root(), cmd.Args...)
	call.Stdin, call.Makes, call.Timeout, call.Env = cmd.Stdin, cmd.Makes, installTime, slices.Concat(call.Env, cmd.Env)
	return wr.Run(ctx, call)
}
