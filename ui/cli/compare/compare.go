package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/hops"
	"ralsh/model/snapshot"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/remote"
	"ralsh/ui/cli/usage"
)

// The exit statuses of compare, like those of diff(1).
const (
	different    = 1
	notCompared  = 2
	hereNow      = "now"
	fromStandard = "-"
)

// compareFlags are the flags of compare.
type compareFlags struct {
	snapshotFlags
	all, stage bool
	only       []string // resources to stage; nil for all
}

// compareCommand is the command compare.
type compareCommand struct{ remote.Caller }

func (a compareCommand) command() *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use: "compare A B", Short: "Compare two hosts, or two states of a host",
		Long: "A and B are: now (this host), a FILE of ralsh snapshot (an existing file, or a name with a slash; - is standard input), or a " +
			"target of --on, for example web1+sudo or nats:web1, where ralsh takes a snapshot. Rows begin with - if only A has the resource, + if " +
			"only B has it, ~ if the values differ, and ? if ralsh cannot compare them.\n\n" +
			"The exit status is 0 if A and B are equal, 1 if they differ, and 2 if ralsh cannot compare them.",
		Example: "  ralsh compare web1+sudo web2+sudo\n  ralsh compare before.snapshot now\n  ralsh compare web1+sudo now --stage",
		Args:    usage.Arguments(2, 2),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 1 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{hereNow + "\tthis host"}, cobra.ShellCompDirectiveDefault
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			err := a.compare(cmd.Context(), f, args[0], args[1])
			if _, known := errors.AsType[command.StatusError](err); known || err == nil {
				return err
			}
			return usage.Wrap(err) // 1 would mean that they differ
		},
	}
	f.register(a.App, cmd)
	cmd.Flags().BoolVar(&f.all, "all", false, "also show the ignored differences, and every row of similar rows")
	cmd.Flags().BoolVar(&f.stage, "stage", false, "stage drafts in the basket of B that make B like A; B is now or a target")
	cmd.Flags().StringArrayVar(&f.only, "only", nil, "with --stage: stage only `RESOURCE`, for example User[alice], and the resources that it needs (repeatable)")
	a.OutputFlag(cmd, "text", "json")
	return cmd
}

// operand is a side of a comparison.
type operand struct {
	word   string
	file   bool
	target *hops.Target
	agent  *agentOperand
}

// operand reads a word of the command line.
func (a compareCommand) operand(word string) (operand, error) {
	o := operand{word: word}
	if word == hereNow {
		return o, nil
	}
	if o.file = word == fromStandard || a.isFile(word); o.file {
		return o, nil
	}
	if host, is, err := readAgentOperand(word); is {
		o.agent = &host
		return o, err
	}
	if fleet.IsMany(word) {
		return o, severalHosts(word)
	}
	t, err := a.Target(word)
	o.target = &t
	return o, err
}

// isFile reports whether a word is a file: it exists, or it has a slash that is not part of
// a hop such as chroot:/srv.
func (a compareCommand) isFile(word string) bool {
	if dir, _, has := strings.Cut(word, "/"); has && !strings.Contains(dir, ":") {
		return true
	}
	f, err := a.Open(word)
	if err != nil {
		return false
	}
	_ = f.Close() // the file is only read
	return true
}

func (a compareCommand) compare(ctx context.Context, f compareFlags, words ...string) error {
	if err := f.check(); err != nil {
		return err
	}
	var sides [2]operand
	for i, word := range words {
		var err error
		if sides[i], err = a.operand(word); err != nil {
			return err
		}
	}
	if sides[0].word == fromStandard && sides[1].word == fromStandard {
		return errors.New("A and B cannot both be standard input")
	}
	switch b := sides[1]; {
	case f.only != nil && !f.stage:
		return errors.New("--only needs --stage")
	case f.stage && b.file:
		return errors.New("--stage cannot stage drafts in a file: B must be now or a target")
	case f.stage && b.agent != nil:
		return fmt.Errorf("--stage cannot stage drafts over NATS: B must be now or a target over ssh (to apply declarations: ralsh --on %s%s apply)", fleet.AgentPrefix, b.agent.name)
	case f.stage && b.target != nil:
		return a.stageAt(ctx, f, sides[0], *b.target)
	}
	var here *model.Session
	if sides[0].word == hereNow || sides[1].word == hereNow {
		var err error
		if here, err = sessionFor(ctx, a.App, f.snapshotFlags); err != nil {
			return err
		}
	}
	d, err := a.difference(ctx, here, f, sides)
	if err != nil {
		return err
	}
	var st *snapshot.Staged
	if f.stage {
		if st, err = a.staged(ctx, here, d, f.only); err != nil {
			return err
		}
	}
	if err := a.printDifference(d, st, f); err != nil {
		return err
	}
	return compared(d)
}

// compared returns the exit status of a difference.
func compared(d *snapshot.Difference) error {
	switch differ, unknown, gaps := d.Counts(); {
	case differ > 0:
		return command.StatusError(different)
	case unknown > 0 || gaps:
		return command.StatusError(notCompared)
	}
	return nil
}

// difference takes or reads both sides concurrently, and compares them; here is the session of
// now.
func (a compareCommand) difference(ctx context.Context, here *model.Session, f compareFlags, sides [2]operand) (*snapshot.Difference, error) {
	var snaps [2]*snapshot.Snapshot
	var errs [2]error
	var asking sync.Mutex
	var wg sync.WaitGroup
	for i, o := range sides {
		wg.Go(func() { snaps[i], errs[i] = a.snapshotOf(ctx, here, o, f.snapshotFlags, &asking) })
	}
	wg.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	for _, name := range f.types {
		of := func(l snapshot.Listing) bool { return l.Type == name }
		if !slices.ContainsFunc(slices.Concat(snaps[0].Types, snaps[1].Types), of) {
			return nil, fmt.Errorf("neither A nor B contains the type %q", name)
		}
	}
	if f.types != nil {
		for _, s := range snaps {
			s.Keep(f.types)
		}
	}
	return snapshot.Compare(snaps[0], snaps[1])
}

// snapshotOf takes or reads the snapshot of a side. asking is held during a prompt for a
// password.
func (a compareCommand) snapshotOf(ctx context.Context, here *model.Session, o operand, f snapshotFlags, asking *sync.Mutex) (*snapshot.Snapshot, error) {
	switch {
	case o.agent != nil:
		return a.snapshotByAgent(ctx, *o.agent, f)
	case o.target != nil:
		snap, err := a.snapshotAt(ctx, *o.target, f, asking)
		if _, unreached := errors.AsType[*hops.NotReachedError](err); unreached && !strings.ContainsAny(o.word, "+:@") {
			err = fmt.Errorf("%w, and no file of this name exists", err)
		}
		return snap, err
	case o.file:
		return a.snapshotIn(ctx, o.word)
	}
	return taken(ctx, here, f)
}

// snapshotIn reads a file, or standard input. If ctx ends, it does not wait for more.
func (a compareCommand) snapshotIn(ctx context.Context, name string) (*snapshot.Snapshot, error) {
	in := a.In
	if name == fromStandard {
		name = "standard input"
	} else {
		file, err := a.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", name, command.Cause(err))
		}
		defer file.Close()
		in = file
	}
	type result struct {
		snap *snapshot.Snapshot
		err  error
	}
	read := make(chan result, 1)
	go func() {
		snap, err := snapshot.Read(in)
		read <- result{snap, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-read:
		if r.err != nil {
			return nil, fmt.Errorf("%s: %w", name, command.Cause(r.err))
		}
		return r.snap, nil
	}
}

// Commands returns the commands that take and compare snapshots.
func Commands(a *command.App) []*cobra.Command {
	return []*cobra.Command{snapshotCommand{a}.command(), compareCommand{remote.Caller{App: a}}.command()}
}
